// What a geofence does to the efforts of the controller, good numbers and bad.
#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/guard/fence/fenced_slides.hpp"
#include "tests/support/random/not_finite.hpp"
#include "tether/guard/fence/geofence.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::guard {
namespace {

using robot::JointVector;
using spatial::Vector3;
using test::any_vector;
using test::floor_box;
using test::RandomDraw;
using test::settle;
using test::Slides;
using tether::test::kInfinity;
using tether::test::kNaN;

TEST(Geofence, TakesAwayWhatTheControllerPushesInwardAndLeavesTheRest) {
  const FenceBox box = floor_box();
  Geofence fence({}, {&box, 1});
  Slides slides({0, 0, 0.0079});
  settle(fence, slides);
  const JointVector effort = Vector3(5, -3, -40);
  const auto out = slides.meet(fence, effort);
  EXPECT_NEAR(out.removed, 40, 1e-9);
  EXPECT_NEAR((out.effort - Vector3(5, -3, out.force.z())).norm(), 0, 1e-9);
  slides.move_to({0, 0, 0.0161});
  EXPECT_EQ(slides.meet(fence, effort).effort, effort);
  // outward is nobody's harm
  slides.move_to({0, 0, 0.0079});
  const auto lifting = slides.meet(fence, -effort);
  EXPECT_EQ(lifting.removed, 0);
}

TEST(Geofence, LeavesNoEffortThatWouldSpeedAnArmUpInward) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    RandomDraw draw(seed);
    const Vector3 place = any_vector(draw, 0.3) + Vector3(0, 0, 0.4);
    Slides arm(place);
    arm.position = arm.velocity = arm.rate = JointVector::Zero(7);
    arm.jacobian = robot::Jacobian::NullaryExpr(6, 7, [&] { return draw.between(-1, 1); });
    const robot::JointMatrix half =
        robot::JointMatrix::NullaryExpr(7, 7, [&] { return draw.between(-1, 1); });
    arm.inertia = half * half.transpose() + 0.1 * robot::JointMatrix::Identity(7, 7);
    FenceBox box = floor_box();
    box.centre.position += place - Vector3(0, 0, 0.005);
    Geofence fence({}, {&box, 1});
    const JointVector effort = JointVector::NullaryExpr(7, [&] { return draw.between(-50, 50); });
    settle(fence, arm);
    const auto out = arm.meet(fence, effort);
    const JointVector acceleration = arm.inertia.ldlt().solve(out.effort);
    const double outward = robot::tool_twist(arm.jacobian, acceleration).velocity_at(place).z();
    ASSERT_GE(outward, -1e-8) << seed;
  }
}

TEST(Geofence, GivesZeroAndAFaultForWhatIsNotFinite) {
  const FenceBox box = floor_box();
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    for (int where = 0; where < 5; ++where) {
      Geofence fence({}, {&box, 1});
      Slides slides({0, 0, 0.004});
      JointVector effort = JointVector::Zero(3);
      if (where == 0) slides.tool.position.y() = bad;
      if (where == 1) slides.rate[1] = bad;
      if (where == 2) slides.twist.linear.z() = bad;
      if (where == 3) slides.jacobian(5, 0) = bad;
      if (where == 4) effort[2] = bad;
      const auto out = slides.meet(fence, effort);
      EXPECT_EQ(out.fault.kind, core::FaultKind::non_finite) << where;
      EXPECT_EQ(out.fault.axis, (std::array{1, 0, 2, 2, 2}[static_cast<std::size_t>(where)]));
      EXPECT_TRUE(out.effort.isZero()) << where;
      ASSERT_EQ(out.push.size(), 3) << where;
      EXPECT_TRUE(out.push.isZero(0)) << where;
      EXPECT_EQ(out.amount, 0) << where;

      // and nothing of it is left in the next tick
      Geofence fresh({}, {&box, 1});
      const Slides good({0, 0, 0.004});
      EXPECT_EQ(good.meet(fence).force, good.meet(fresh).force) << where;
    }
  }
}

// beside a face across both joints, efforts that are large beyond any sum
TEST(Geofence, GivesZeroAndAFaultWhenASumOverflows) {
  FenceBox box = floor_box();
  box.centre = {spatial::exp_rotation({0, 0, std::numbers::pi / 4}), Vector3::Zero()};
  box.half_size.setConstant(0.1);
  const Vector3 normal = Vector3(-1, 1, 0) / std::sqrt(2.0);
  Geofence fence({}, {&box, 1});
  const Slides slides(0.105 * normal);
  slides.meet(fence);
  const auto out = slides.meet(fence, -1.7e308 * Vector3(-1, 1, 0));
  EXPECT_EQ(out.fault.kind, core::FaultKind::non_finite);
  EXPECT_TRUE(out.effort.isZero());
}

// without a mass every joint counts alike, however much of the tool's motion it makes
TEST(Geofence, RelievesAnArmWithoutAMassOfAllThatPushesInward) {
  const FenceBox box = floor_box();
  for (const double gear : {2.0, 0.0}) {
    Geofence fence({.ramp = 1e-3}, {&box, 1});
    Slides slides({0, 0, 0.0079});
    slides.inertia *= kNaN;
    slides.jacobian *= gear;
    slides.meet(fence);
    const auto out = slides.meet(fence, Vector3(5, -3, -40));
    EXPECT_FALSE(out.fault);
    EXPECT_NEAR(out.removed, gear > 0 ? 40 / gear : 0, 1e-9);
    EXPECT_NEAR(out.effort[2] - out.push[2], gear > 0 ? 0 : -40, 1e-9);
  }
}

TEST(Geofence, BearsAMassMatrixThatIsNone) {
  const FenceBox box = floor_box();
  for (const double bad : {kNaN, kInfinity, -1.0, 0.0}) {
    Geofence fence({}, {&box, 1});
    Slides slides({0, 0, 0.004});
    slides.inertia *= bad;
    settle(fence, slides);
    const auto out = slides.meet(fence, Vector3(0, 0, -40));
    EXPECT_FALSE(out.fault);
    EXPECT_GE(out.effort[2], 0);
    EXPECT_LE(out.amount, 140);
  }
}

}  // namespace
}  // namespace tether::guard
