#include "tether/device/drivers/smart_wheels/wheeled_platform.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

#include "tests/device/rolling_bus.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tether/control/platform/platform_control.hpp"

namespace tether::device {
namespace {

using Eigen::Vector3d;
using robot::JointVector;
using State = WheeledPlatform::State;

constexpr double kT = 1e-3;

struct Driven {
  explicit Driven(const WheeledPlatformParams& params = {}) { device.emplace(bus, params, &dog); }

  core::Time now() const { return core::Time(std::chrono::milliseconds(tick)); }
  signals::DeviceState step(const JointEfforts& efforts) {
    ++tick;
    bus.advance(now(), kT);
    last = device->read(now());
    device->command(now(), efforts);
    return last;
  }
  // by the platform's velocity control, from velocities in its own axes
  signals::DeviceState drive(const robot::PlanarTwist& wanted) {
    const control::PlatformControlOutput out = control.update(wanted, device->twist());
    const double heading = last.position.size() == 3 ? last.position[2] : 0;
    return step({JointVector(robot::turned(heading, out.wrench)),
                 JointVector(robot::turned(heading, out.reference))});
  }
  void start() {
    while (device->state() != State::driving && tick < 100) step({Vector3d::Zero()});
  }

  int tick = 0;
  RollingBus bus;
  BusWatchdog dog;
  std::optional<WheeledPlatform> device;
  control::PlatformControl control{control::PlatformControlParams{}};
  signals::DeviceState last;
};

TEST(WheeledPlatform, KnowsWhereItWentFromItsWheels) {
  Driven driven;
  driven.bus.platform.pivots << 0.4, -0.3, 0.2, -0.5;
  driven.start();
  for (int k = 0; k < 6000; ++k) {
    driven.drive(Vector3d(0.8, k < 3000 ? 0.3 : -0.3, k < 2000 ? 0.7 : -0.4));
  }
  const Vector3d& place = driven.bus.platform.place;
  EXPECT_GT(place.head<2>().norm(), 1);
  EXPECT_LT((Vector3d(driven.last.position) - place).norm(), 2e-3);
}

TEST(WheeledPlatform, TracksASpeedThroughTheBus) {
  for (int axis = 0; axis < 3; ++axis) {
    Driven driven;
    driven.start();
    for (int k = 0; k < 4000; ++k) driven.drive(1.2 * Vector3d::Unit(axis));
    EXPECT_LT((driven.bus.platform.twist - 1.2 * Vector3d::Unit(axis)).norm(), 0.05 * 1.2);
  }
}

TEST(WheeledPlatform, WhatItSaysItAppliedDidTheWorkOfItsWheels) {
  Driven driven;
  driven.bus.platform.pivots << 0.4, -0.3, 0.2, -0.5;
  driven.start();
  double said = 0;
  double done = 0;
  JointVector before = driven.last.position;
  for (int k = 0; k < 3000; ++k) {
    const robot::WheelVector speeds = driven.bus.platform.speeds();
    driven.drive(Vector3d(0.9, 0.2, 0.5));
    done += kT * driven.bus.acted.dot(0.5 * (speeds + driven.bus.platform.speeds()));
    said += driven.last.applied.dot(driven.last.position - before);
    before = driven.last.position;
  }
  EXPECT_GT(done, 15);
  EXPECT_NEAR(said, done, 0.01 * done);
}

TEST(WheeledPlatform, PushesWithTheWrenchItIsGivenInTheWorldsAxesWhileItTurns) {
  WheeledPlatformParams params;
  params.wheel = {.gain = 0};
  Driven driven(params);
  driven.start();
  const Vector3d wrench(12, -7, 1);
  for (int k = 0; k < 200; ++k) driven.step({JointVector(wrench)});
  EXPECT_GT(std::abs(driven.last.position[2]), 1e-4);
  EXPECT_LT((Vector3d(driven.last.applied) - wrench).norm(), 0.02 * wrench.norm());
}

TEST(WheeledPlatform, StandsStillWhenNothingIsWanted) {
  Driven driven;
  driven.start();
  for (int k = 0; k < 1500; ++k) driven.drive(Vector3d(1, 0, 0));
  for (int k = 0; k < 1500; ++k) driven.step({Vector3d::Zero()});
  EXPECT_LT(driven.bus.platform.twist.norm(), 0.02);
}

TEST(WheeledPlatform, MakesOneCyclePerTickAndFeedsItsWatchdog) {
  Driven driven;
  for (int k = 0; k < 50; ++k) driven.step({Vector3d::Zero()});
  EXPECT_EQ(driven.bus.cycles, 50);
  EXPECT_EQ(driven.dog.cycles(), 50U);
}

TEST(WheeledPlatform, AFewLostCyclesAreBorneAndManyAreAFault) {
  Driven driven;
  driven.start();
  driven.bus.silent = true;
  for (int k = 0; k < 9; ++k) EXPECT_FALSE(driven.step({Vector3d::Zero()}).fault);
  driven.bus.silent = false;
  EXPECT_FALSE(driven.step({Vector3d::Zero()}).fault);
  driven.bus.silent = true;
  for (int k = 0; k < 9; ++k) driven.step({Vector3d::Zero()});
  const core::Fault fault = driven.step({Vector3d::Zero()}).fault;
  EXPECT_EQ(core::describe(fault),
            "field bus: no sign of life for 0.01 s, at most 0.009 s are borne");
}

TEST(WheeledPlatform, AUnitThatReportsNothingNewOrNoNumbersOrAnErrorIsNamed) {
  const auto faulted = [](auto break_it) {
    Driven driven;
    driven.start();
    EXPECT_EQ(driven.device->state(), State::driving);
    break_it(driven.bus);
    for (int k = 0; k < 12; ++k) driven.step({Vector3d::Zero()});
    EXPECT_EQ(driven.device->state(), State::faulted);
    return driven.last.fault;
  };
  const core::Fault stuck = faulted([](RollingBus& bus) { bus.stuck_unit = 2; });
  EXPECT_EQ(stuck.kind, core::FaultKind::silence);
  EXPECT_STREQ(stuck.stage, "smart wheel 3");
  const core::Fault mute = faulted([](RollingBus& bus) { bus.mute_unit = 0; });
  EXPECT_EQ(mute.kind, core::FaultKind::non_finite);
  EXPECT_STREQ(mute.stage, "smart wheel 1");
  const core::Fault hot = faulted([](RollingBus& bus) { bus.status[3] |= kTooHot2; });
  EXPECT_EQ(hot.kind, core::FaultKind::device);
  EXPECT_STREQ(hot.stage, "smart wheel 4");
  const core::Fault lost = faulted([](RollingBus& bus) { bus.status[1] = kEncoder1Good; });
  EXPECT_STREQ(lost.stage, "smart wheel 2");
}

TEST(WheeledPlatform, BrakesAfterAFault) {
  Driven driven;
  driven.start();
  for (int k = 0; k < 1500; ++k) driven.drive(Vector3d(1, 0, 0));
  driven.bus.status[3] |= kTooHot2;
  for (int k = 0; k < 1500; ++k) driven.drive(Vector3d(1, 0, 0));
  EXPECT_TRUE(driven.last.fault);
  EXPECT_LT(driven.bus.platform.twist.norm(), 0.02);
}

TEST(WheeledPlatform, UnitsBrakeByThemselvesWhenNobodyComputesAnyMore) {
  Driven driven;
  driven.start();
  for (int k = 0; k < 1500; ++k) driven.drive(Vector3d(1, 0, 0));
  // the bus cycles on with the setpoints of before
  for (int k = 0; k < 2000; ++k) {
    ++driven.tick;
    driven.bus.advance(driven.now(), kT);
    driven.device->read(driven.now());
  }
  EXPECT_LT(driven.bus.platform.twist.norm(), 0.02);
}

TEST(WheeledPlatform, CalibratesItsPivotsBeforeItMoves) {
  Driven driven;
  driven.bus.status[1] = kEncoder1Good | kEncoder2Good;
  for (int k = 0; k < 500; ++k) driven.step({Vector3d(100, 0, 0)});
  EXPECT_EQ(driven.device->state(), State::calibrating);
  EXPECT_TRUE(driven.last.position.isZero(0));
  EXPECT_FALSE(driven.last.fault);
  EXPECT_LT(driven.bus.sent[1].setpoint1, 0);
  EXPECT_EQ(+driven.bus.sent[1].setpoint2, -driven.bus.sent[1].setpoint1);
  EXPECT_EQ(+driven.bus.sent[0].setpoint1, 0);
  driven.bus.status[1] |= kPivotGood;
  driven.step({Vector3d(100, 0, 0)});
  EXPECT_EQ(driven.device->state(), State::driving);
}

TEST(WheeledPlatform, DoesNotWaitForEverForAUnitThatCannotStart) {
  WheeledPlatformParams params;
  params.calibrate_within = std::chrono::milliseconds(200);
  Driven driven(params);
  driven.bus.status[1] = kEncoder1Good | kEncoder2Good;
  for (int k = 0; k < 300; ++k) driven.step({Vector3d::Zero()});
  EXPECT_EQ(core::describe(driven.last.fault),
            "calibrating the pivots: the device reports an error");
  Driven blind;
  blind.bus.status[1] = 0;
  for (int k = 0; k < 1100; ++k) blind.step({Vector3d::Zero()});
  EXPECT_EQ(core::describe(blind.last.fault),
            "starting the smart wheels: the device reports an error");
}

TEST(WheeledPlatform, KeepsItsTorquesAndSendsOnlyNumbers) {
  Driven driven;
  driven.start();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double force : {1e6, nan, -1e300}) {
    driven.step({Vector3d(force, 0, force), Vector3d(0, force, 0)});
    driven.step({Vector3d::Zero()});
    const double most = driven.bus.platform.geometry.max_wheel_torque;
    for (const SmartWheelOutput& output : driven.bus.sent) {
      EXPECT_LE(std::abs(output.setpoint1), most / SmartWheelMotor{}.torque_constant * (1 + 1e-6));
      EXPECT_LE(std::abs(output.setpoint2), most / SmartWheelMotor{}.torque_constant * (1 + 1e-6));
    }
    EXPECT_TRUE(driven.last.position.allFinite());
  }
}

TEST(WheeledPlatform, DisablesTheMotorsWhenItGoes) {
  Driven driven;
  driven.start();
  EXPECT_EQ(+driven.bus.sent[0].command1, kEnableMotor1 | kEnableMotor2);
  driven.device.reset();
  for (const SmartWheelOutput& output : driven.bus.sent) EXPECT_EQ(+output.command1, 0);
}

TEST(WheeledPlatform, TicksWithoutTheHeap) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "sanitizers bring their own allocator";
  Driven driven;
  driven.start();
  const test::AllocationCounter counter;
  for (int k = 0; k < 100; ++k) driven.drive(Vector3d(1, 0.1, 0.2));
  EXPECT_EQ(counter.allocations(), 0);
}

}  // namespace
}  // namespace tether::device
