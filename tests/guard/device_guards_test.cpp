// What the guards of a device say when they stop it.
#include "tether/guard/device_guards.hpp"

#include <cmath>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace tether::guard {
namespace {

using core::FaultKind;
using robot::JointVector;

// a slide that moves at 0.5 m/s
struct Slide {
  JointVector position = JointVector::Zero(1);
  JointVector velocity = JointVector::Constant(1, 0.5);
  robot::JointMatrix inertia = robot::JointMatrix::Identity(1, 1);
  robot::Jacobian jacobian = robot::Jacobian::Zero(6, 1);
  spatial::Pose tool;
  spatial::Twist twist;

  DeviceView view() const { return {position, velocity, velocity, inertia, jacobian, tool, twist}; }
};

DeviceGuardsParams with_a_brake() {
  return {.stop = {.damping = JointVector::Constant(1, 10),
                   .max_effort = JointVector::Constant(1, 20)}};
}

TEST(DeviceGuards, SayOnceWhyTheyWereAskedToStopAndBrakeFromThenOn) {
  const Slide slide;
  const JointVector push = JointVector::Constant(1, 3);
  for (const auto& [reason, kind] : {std::pair{StopReason::emergency, FaultKind::emergency_stop},
                                     std::pair{StopReason::collision, FaultKind::collision},
                                     std::pair{StopReason::non_finite, FaultKind::non_finite},
                                     std::pair{StopReason::frozen_sensor, FaultKind::silence},
                                     std::pair{StopReason::joint_speed, FaultKind::joint_speed},
                                     std::pair{StopReason::limit, FaultKind::joint_speed},
                                     std::pair{StopReason::device, FaultKind::device}}) {
    DeviceGuards guards(with_a_brake(), "slide");
    const auto before = guards.update(slide.view(), {}, push);
    EXPECT_FALSE(before.fault);
    EXPECT_EQ(before.effort[0], 3);

    guards.request_stop(reason);
    const auto stopped = guards.update(slide.view(), {}, push);
    EXPECT_EQ(stopped.fault.kind, kind) << name(reason);
    EXPECT_STREQ(stopped.fault.stage, "slide");
    EXPECT_EQ(stopped.effort[0], -10 * 0.5) << name(reason);
    EXPECT_EQ(stopped.report.stop, reason);

    const auto later = guards.update(slide.view(), {}, push);
    EXPECT_FALSE(later.fault) << name(reason);
    EXPECT_EQ(later.effort[0], -10 * 0.5);

    guards.reset_stop();
    EXPECT_EQ(guards.update(slide.view(), {}, push).effort[0], 3);
  }
}

// the fence weighs what it brakes, whether or not another guard needs the mass
TEST(DeviceGuards, AFenceAloneKnowsTheMassOfTheArm) {
  Slide slide;
  slide.velocity[0] = -0.5;
  slide.inertia *= 3;
  slide.jacobian(5, 0) = 1;
  slide.tool.position.z() = 0.012;
  slide.twist.linear.z() = -0.5;
  FenceBox floor;
  floor.centre.position.z() = -0.25;
  floor.half_size.setConstant(0.25);
  DeviceGuardsParams params = with_a_brake();
  params.fence.emplace();
  params.fence->boxes = {floor};
  params.fence->ramp = 1e-3;
  DeviceGuards guards(params, "slide");
  const JointVector none = JointVector::Zero(1);
  guards.update(slide.view(), {}, none);
  const double allowed = std::sqrt(2 * 10 * 0.004);
  EXPECT_NEAR(guards.update(slide.view(), {}, none).effort[0], 140, 1e-9);
  slide.velocity[0] = slide.twist.linear.z() = -allowed - 0.02;
  guards.update(slide.view(), {}, none);
  EXPECT_NEAR(guards.update(slide.view(), {}, none).effort[0], 0.3 * 3 / 1e-3 * 0.02, 1e-6);
}

TEST(DeviceGuards, DoNotStopForNoReason) {
  DeviceGuards guards(with_a_brake(), "slide");
  guards.request_stop(StopReason::none);
  EXPECT_FALSE(guards.stopped());
}

TEST(StopReason, HasANameOfItsOwn) {
  std::set<std::string> names;
  for (int i = 0; i < kStopReasons; ++i) names.insert(name(static_cast<StopReason>(i)));
  EXPECT_EQ(names, (std::set<std::string>{"none", "emergency", "collision", "non_finite",
                                          "frozen_sensor", "joint_speed", "limit", "device"}));
  EXPECT_STREQ(name(static_cast<StopReason>(kStopReasons)), "unknown");
}

TEST(ContactWatch, NamesWhereTheLoadIs) {
  EXPECT_STREQ(name(ContactWatch::Where::none), "none");
  EXPECT_STREQ(name(ContactWatch::Where::force), "force");
  EXPECT_STREQ(name(ContactWatch::Where::torque), "torque");
  EXPECT_STREQ(name(ContactWatch::Where::joint), "joint");
}

}  // namespace
}  // namespace tether::guard
