#include "tether/guard/tool_speed_limit.hpp"

#include <algorithm>
#include <cmath>

#include "tests/guard/random_arm.hpp"
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace tether::guard {
namespace {

using namespace test;
using spatial::Vector3;

struct ToolMotion {
  Vector3 linear, angular;
  ToolMotion(const RandomArm& arm, const JointVector& joints) {
    const auto t = spatial::Twist::from_vector(arm.jacobian * joints);
    linear = t.velocity_at(arm.tool.position);
    angular = t.angular;
  }
};

// how much faster along the motion, and how much may it be
void check_speed(const Vector3& velocity, const Vector3& acceleration, double bound, double size) {
  const double speed = velocity.norm();
  if (speed <= 1e-3 * bound) return;
  const double along = velocity.dot(acceleration) / speed;
  RC_ASSERT(along <= std::max(100 * (bound - speed), 0.0) + 1e-8 * size);
}

RC_GTEST_PROP(ToolSpeedLimit, BoundsSpeedAndAccelerationForAnyEffort, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 100; ++k) {
    RandomArm arm(draw);
    arm.velocity *= draw.between(0, 3);
    if (draw.chance(0.2)) arm.velocity = joints(arm.n, [&] { return any_number(draw); });
    arm.see();
    const JointVector asked = draw.chance(0.3) ? joints(arm.n, [&] { return any_number(draw); })
                                               : joints_within(draw, arm.n, 60);
    const auto out = ToolSpeedLimit({}).update(arm.view(), arm.factor, asked);
    RC_ASSERT(out.effort.allFinite());
    RC_ASSERT(std::isfinite(out.amount));
    const ToolMotion velocity(arm, arm.velocity);
    const ToolMotion acceleration(arm, arm.factor.push(out.effort));
    RC_ASSERT(acceleration.linear.norm() <= 13 * (1 + 1e-6));
    RC_ASSERT(acceleration.angular.norm() <= 25 * (1 + 1e-6));
    const double size = 100 + arm.factor.push(asked).norm();
    check_speed(velocity.linear, acceleration.linear, 1.7, size);
    check_speed(velocity.angular, acceleration.angular, 2.5, size);
  }
}

RC_GTEST_PROP(ToolSpeedLimit, NeverGivesEnergyByBraking, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 100; ++k) {
    RandomArm arm(draw);
    const JointVector asked = joints_within(draw, arm.n, 60);
    // without the bounds of acceleration, which scale
    const ToolSpeedLimit limit({.linear_acceleration = 1e12, .angular_acceleration = 1e12});
    const auto out = limit.update(arm.view(), arm.factor, asked);
    if (out.effort.isZero(0)) continue;
    const JointVector taken = out.effort - asked;
    RC_ASSERT(taken.dot(arm.velocity) <= 1e-9 * taken.norm() * arm.velocity.norm());
  }
}

RC_GTEST_PROP(ToolSpeedLimit, LeavesASlowToolAlone, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 50; ++k) {
    RandomArm arm(draw);
    arm.velocity *= 1e-2;
    arm.see();
    const JointVector asked = joints_within(draw, arm.n, 1e-3);
    const auto out = ToolSpeedLimit({}).update(arm.view(), arm.factor, asked);
    RC_ASSERT(out.effort == asked);
    RC_ASSERT(out.amount == 0);
  }
}

RC_GTEST_PROP(ToolSpeedLimit, LetsNothingPassThatIsNotFinite, (std::uint64_t seed)) {
  expect_refusal_of_what_is_not_finite(
      seed,
      [](RandomArm& arm, int joint, double value, RandomDraw& draw) {
        if (draw.chance(0.5)) {
          arm.velocity[joint] = value;
        } else {
          arm.jacobian(draw.pick(6), joint) = value;
        }
      },
      [](const RandomArm& arm, const JointVector& effort) -> Guarded {
        return ToolSpeedLimit({}).update(arm.view(), arm.factor, effort);
      });
}

}  // namespace
}  // namespace tether::guard
