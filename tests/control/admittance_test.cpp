#include "tether/control/couplings/admittance.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/control/one_joint.hpp"
#include "tests/support/random/random_draw.hpp"

namespace tether::control {
namespace {

using robot::JointVector;

Admittance of(const AdmittanceJoint& joint, double at = 0) {
  AdmittanceParams params;
  params.joints[0] = joint;
  Admittance admittance(params);
  admittance.reset(one(at));
  return admittance;
}

TEST(Admittance, FollowsTheSolutionOfItsEquation) {
  constexpr double kMass = 2, kDamping = 6, kEffort = 3, kStep = 1e-3;
  Admittance admittance = of({.mass = kMass, .damping = kDamping}, 0.1);
  AdmittanceOutput out;
  for (int i = 0; i < 1500; ++i) out = admittance.update(one(1), one(kEffort - 1));
  // v = F/B (1 − exp(−t B/M)), integrated
  const double t = 1500 * kStep, lag = kMass / kDamping, v_end = kEffort / kDamping;
  const double speed = v_end * (1 - std::exp(-t / lag));
  EXPECT_NEAR(out.velocity[0], speed, 1e-3 * v_end);
  EXPECT_NEAR(out.setpoint[0], 0.1 + v_end * t - lag * speed, 1e-3);
  EXPECT_FALSE(out.limited);
}

TEST(Admittance, StandsWhereItWasResetWithoutEfforts) {
  AdmittanceParams params;
  Admittance admittance(params);
  const JointVector start = JointVector::LinSpaced(8, -1, 1);
  admittance.reset(start);
  for (int i = 0; i < 100; ++i) admittance.update(0 * start, 0 * start);
  EXPECT_EQ(admittance.update(0 * start, 0 * start).setpoint, start);
}

TEST(Admittance, KeepsSpeedAndAccelerationWithinTheirBounds) {
  Admittance admittance = of({.mass = 0.1, .damping = 0, .max_speed = 0.5, .max_acceleration = 4});
  double speed = 0, at = 0;
  bool limited = false;
  for (int i = 0; i < 4000; ++i) {
    const auto out = admittance.update(one(20 * std::sin(i * 0.01)), one(0));
    EXPECT_LE(std::abs(out.velocity[0]), 0.5);
    EXPECT_LE(std::abs(out.velocity[0] - speed), 4e-3 + 1e-15);
    EXPECT_NEAR(out.setpoint[0] - at, 1e-3 * out.velocity[0], 1e-15);
    speed = out.velocity[0];
    at = out.setpoint[0];
    limited |= out.limited;
  }
  EXPECT_TRUE(limited);
}

TEST(Admittance, StandsStillAtTheEndOfItsRangeAndComesBackAtOnce) {
  Admittance admittance = of({.mass = 1, .damping = 1, .lower = -0.1, .upper = 0.2});
  for (int i = 0; i < 5000; ++i) EXPECT_LE(admittance.update(one(5), one(0)).setpoint[0], 0.2);
  const auto at_end = admittance.update(one(5), one(0));
  EXPECT_EQ(at_end.setpoint[0], 0.2);
  EXPECT_EQ(at_end.velocity[0], 0);
  EXPECT_LT(admittance.update(one(-5), one(0)).setpoint[0], 0.2);
}

TEST(Admittance, TakesAnEffortThatIsNoNumberForNone) {
  Admittance admittance = of({});
  admittance.update(one(1), one(0));
  Admittance twin = admittance;
  const double broken[] = {NAN, INFINITY, -INFINITY};
  for (const double value : broken) {
    EXPECT_EQ(admittance.update(one(value), one(2)).setpoint, twin.update(one(0), one(2)).setpoint);
  }
}

// what the efforts put in is what the mass holds and the damper took, or more
RC_GTEST_PROP(Admittance, NeverGivesMoreEnergyThanItTook, ()) {
  test::RandomDraw draw(*rc::gen::arbitrary<std::uint64_t>());
  const double mass = std::pow(10, draw.between(-3, 2)), damping = draw.between(0, 50);
  Admittance admittance = of({.mass = mass, .damping = damping});
  double taken = 0;
  for (int i = 0; i < 500; ++i) {
    const double effort = draw.between(-100, 100), external = draw.between(-100, 100);
    const double speed = admittance.update(one(effort), one(external)).velocity[0];
    taken += 1e-3 * speed * (effort + external);
    const double held = 0.5 * mass * speed * speed;
    RC_ASSERT(taken - held > -1e-9 * (1 + held));
  }
}

}  // namespace
}  // namespace tether::control
