#include "tether/control/platform/platform_control.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include "tests/control/ticks.hpp"
#include "tests/support/sides/rolling_platform.hpp"
#include "tether/control/platform/torque_distribution.hpp"
#include "tether/control/platform/wheel_control.hpp"

namespace tether::control {
namespace {

using robot::PivotAngles;
using robot::PlanarTwist;
using robot::PlanarWrench;
using robot::WheelVector;
using test::RollingPlatform;

enum class Drive { platform_and_weak_wheels, stiff_wheels };

// for wheels that never slip, which take less gain than those on a floor (kStiffWheel)
constexpr LinearControllerParams kStiffRollingWheel{
    .gain = 0.34, .integrator = 0.5, .zero = 2, .pole = 10, .low_pass = 50, .integral_bound = 7};

// a platform that never slips, measured a tick late as over a field bus
struct Drives {
  explicit Drives(Drive how)
      : how_(how), wheels(how == Drive::stiff_wheels ? kStiffRollingWheel : kWeakWheel) {
    rolling.pivots << 0.4, -0.3, 0.2, -0.5;
  }

  void tick(const PlanarTwist& wanted) {
    const PivotAngles pivots = std::exchange(last_pivots, rolling.pivots);
    const WheelVector speeds = std::exchange(last_speeds, rolling.speeds());
    const robot::PlatformGeometry& geometry = rolling.geometry;
    const PlatformControlOutput out =
        platform.update(wanted, robot::platform_twist(geometry, pivots, speeds));
    reference = out.reference;
    WheelVector torques = WheelVector::Zero();
    if (how_ == Drive::platform_and_weak_wheels) {
      torques = distribute(geometry, pivots, out.wrench).torques;
    }
    torques += wheels.update(robot::wheel_speeds(geometry, pivots, out.reference), speeds);
    torques = torques.cwiseMax(-geometry.max_wheel_torque).cwiseMin(geometry.max_wheel_torque);
    rolling.advance(kTick, torques);
  }

  // greatest error and mean square of the change per tick while it should go steadily
  struct Steady {
    double error = 0;
    double roughness = 0;
  };
  Steady drive(const PlanarTwist& wanted) {
    constexpr int kSettle = 3000;
    constexpr int kWatch = 3000;
    Steady steady;
    for (int k = 0; k < kSettle + kWatch; ++k) {
      const PlanarTwist before = rolling.twist;
      tick(wanted);
      if (k < kSettle) continue;
      steady.error = std::max(steady.error, (rolling.twist - wanted).norm());
      steady.roughness += (rolling.twist - before).squaredNorm() / kWatch;
    }
    return steady;
  }

  Drive how_;
  RollingPlatform rolling;
  PlatformControl platform{PlatformControlParams{}};
  WheelControl wheels;
  PlanarTwist reference = PlanarTwist::Zero();
  PivotAngles last_pivots = PivotAngles::Zero();
  WheelVector last_speeds = WheelVector::Zero();
};

constexpr double kCalm = 1e-10;  // mean square change per tick [m²/s²]
constexpr double kRough = 1e-6;

TEST(PlatformControl, TracksWithinFivePercentAndIsCalmStraightSidewaysAndTurning) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const double speed : {0.4, 0.8, 1.2}) {
      Drives drives(Drive::platform_and_weak_wheels);
      const Drives::Steady steady = drives.drive(speed * PlanarTwist::Unit(axis));
      EXPECT_LT(steady.error, 0.05 * speed) << axis << ' ' << speed;
      EXPECT_LT(steady.roughness, kCalm) << axis << ' ' << speed;
    }
  }
}

TEST(WheelControl, ByItselfIsCalmWhenSlowAndOscillatesWhenFast) {
  for (int axis = 0; axis < 2; ++axis) {
    for (const double speed : {0.4, 0.8}) {
      Drives drives(Drive::stiff_wheels);
      EXPECT_LT(drives.drive(speed * PlanarTwist::Unit(axis)).roughness, kCalm) << speed;
    }
    Drives drives(Drive::stiff_wheels);
    EXPECT_GT(drives.drive(1.2 * PlanarTwist::Unit(axis)).roughness, kRough);
  }
}

TEST(PlatformControl, TracksWhileItSpeedsUpAndSlowsDown) {
  Drives drives(Drive::platform_and_weak_wheels);
  drives.rolling.pivots.setZero();
  double worst = 0;
  for (int k = 0; k < 4000; ++k) {
    drives.tick(PlanarTwist(k < 2000 ? 1.2 : 0, 0, 0));
    worst = std::max(worst, std::abs(drives.rolling.twist[0] - drives.reference[0]));
  }
  EXPECT_LT(worst, 0.05 * 1.2);
  EXPECT_LT(drives.rolling.twist.norm(), 0.01);
}

TEST(PlatformControl, ComesBackWhenItsCastersMustFlip) {
  Drives drives(Drive::platform_and_weak_wheels);
  drives.drive(PlanarTwist(1.0, 0, 0));
  const Drives::Steady steady = drives.drive(PlanarTwist(-1.0, 0.02, 0));
  EXPECT_LT(steady.error, 0.05);
  for (int unit = 0; unit < robot::kSmartWheels; ++unit) {
    EXPECT_LT(std::cos(drives.rolling.pivots[unit]), -0.99) << "unit " << unit;
  }
}

TEST(PlatformControl, ItsReferenceKeepsToTheAccelerationsAndGoesStraight) {
  const PlatformControlParams params;
  PlatformControl control(params);
  const PlanarTwist goal(0.6, 0.8, 1.5);
  PlanarTwist before = PlanarTwist::Zero();
  for (int k = 0; k < 3000; ++k) {
    const PlanarTwist wanted = k < 1500 ? goal : PlanarTwist::Zero();
    const PlanarTwist now = control.update(wanted, before).reference;
    const PlanarTwist change = (now - before) / kTick;
    const bool slows = k >= 1500;
    EXPECT_LE(change.head<2>().norm(),
              (slows ? params.max_deceleration : params.max_acceleration) + 1e-9);
    EXPECT_LE(std::abs(change[2]),
              (slows ? params.max_turn_deceleration : params.max_turn_acceleration) + 1e-9);
    EXPECT_NEAR(now[0] * goal[1], now[1] * goal[0], 1e-12);
    before = now;
    if (k == 999) {
      EXPECT_NEAR(now.head<2>().norm(), 1, 1e-9);  // 1 m/s in a second
    }
    if (k == 1899) {
      EXPECT_NEAR(now.head<2>().norm(), 0, 1e-9);  // and back in 0.4 s
    }
  }
}

TEST(PlatformControl, FeedsForwardWhatTheMassAndItsTurningAxesNeed) {
  PlatformControlParams params;
  params.rolling_friction = 3;
  params.turning_friction = 0.5;
  PlatformControl control(params);
  const PlanarTwist moving(1, 0, 0.5);
  control.reset(moving);
  // no error, no acceleration: friction, and m ω v towards the middle of the bend
  const PlanarWrench steady = control.update(moving, moving).wrench;
  EXPECT_LT((steady - PlanarWrench(3, params.mass * 0.5 * 1, 0.5)).norm(), 1e-12);
  // speeding up: m v̇ as well
  const PlatformControlOutput faster =
      control.update(PlanarTwist(1.5, 0, 0.5), PlanarTwist(1 + kTick, 0, 0.5));
  EXPECT_NEAR(faster.wrench[0], 3 + params.mass * params.max_acceleration, 1e-9);
}

TEST(PlatformControl, FrictionSetsInWithoutAStep) {
  PlatformControlParams params;
  params.mass = 0;
  params.rolling_friction = 3;
  PlatformControl control(params);
  const PlanarTwist slow(0.25 * params.friction_onset, 0, 0);
  control.reset(slow);
  EXPECT_NEAR(control.update(slow, slow).wrench[0], 0.25 * 3, 1e-12);
}

TEST(PlatformControl, WhatIsNotFiniteStopsItAndDoesNotGetOut) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  PlatformControl control(PlatformControlParams{});
  control.reset(PlanarTwist(1, 0, 0));
  const PlatformControlOutput out =
      control.update(PlanarTwist(nan, 0, 0), PlanarTwist(0.5, nan, 0));
  EXPECT_TRUE(out.wrench.allFinite());
  EXPECT_LT(out.reference[0], 1);
}

TEST(WheelControl, BrakesAWheelThatShouldStand) {
  WheelControl wheels;
  WheelVector racing = WheelVector::Zero();
  racing[5] = 20;
  WheelVector torques;
  for (int k = 0; k < 1000; ++k) torques = wheels.update(WheelVector::Zero(), racing);
  EXPECT_NEAR(torques[5], -0.05 * 20, 1e-6);
  torques[5] = 0;
  EXPECT_EQ(torques, WheelVector(WheelVector::Zero()));
}

TEST(WheelControl, ForgetsEverythingWhenItIsReset) {
  WheelControl wheels(kStiffWheel);
  for (int k = 0; k < 100; ++k) wheels.update(WheelVector::Ones(), WheelVector::Zero());
  wheels.reset();
  EXPECT_EQ(wheels.update(WheelVector::Zero(), WheelVector::Zero()),
            WheelVector(WheelVector::Zero()));
}

}  // namespace
}  // namespace tether::control
