#include "tether/guard/limits/tool_speed_limit.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/guard/random_arm.hpp"

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
    if (draw.bernoulli(0.2)) arm.velocity = joints(arm.n, [&] { return any_number(draw); });
    arm.see();
    const JointVector asked = draw.bernoulli(0.3) ? joints(arm.n, [&] { return any_number(draw); })
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

// Least change of the effort, dᵀM⁻¹d, under jᵀM⁻¹(τ − d) ≤ c for both motions: of all sets of
// bounds that may act, the one whose multipliers are not negative and that leaves neither exceeded.
JointVector least_change(const RandomArm& arm, const JointVector& effort) {
  constexpr ToolSpeedLimitParams kParams;
  const ToolMotion v(arm, arm.velocity);
  Eigen::Matrix<double, Eigen::Dynamic, 2> j(arm.n, 2);
  const Vector3 along = v.linear.normalized(), about = v.angular.normalized();
  j.col(0) = arm.jacobian.transpose() *
             spatial::Wrench::from_point(Vector3::Zero(), along, arm.tool.position).vector();
  j.col(1) = arm.jacobian.transpose() * spatial::Wrench{about, Vector3::Zero()}.vector();
  const Eigen::Vector2d most =
      kParams.approach * Eigen::Vector2d(1.7 - v.linear.norm(), 2.5 - v.angular.norm());
  const Eigen::MatrixXd inverse = arm.inertia.inverse();
  for (const std::vector<int>& acting : {std::vector<int>{}, {0}, {1}, {0, 1}}) {
    const auto m = static_cast<Eigen::Index>(acting.size());
    Eigen::MatrixXd rows(m, arm.n);
    Eigen::VectorXd excess(m);
    for (Eigen::Index i = 0; i < m; ++i) {
      const int k = acting[static_cast<std::size_t>(i)];
      rows.row(i) = j.col(k).transpose();
      excess[i] = j.col(k).dot(inverse * effort) - most[k];
    }
    const Eigen::VectorXd sizes = (rows * inverse * rows.transpose()).fullPivLu().solve(excess);
    const JointVector left = effort - rows.transpose() * sizes;
    const Eigen::Vector2d over = j.transpose() * inverse * left - most;
    if ((m == 0 || sizes.minCoeff() >= 0) && over.maxCoeff() <= 1e-7) return left;
  }
  return {};
}

TEST(ToolSpeedLimit, BrakesByTheLeastChangeThatKeepsBothSpeeds) {
  RandomDraw draw(1);
  const ToolSpeedLimit limit({.linear_acceleration = 1e12, .angular_acceleration = 1e12});
  int changed = 0;
  for (int k = 0; k < 4000; ++k) {
    RandomArm arm(draw);
    if (arm.n < 4) continue;
    // about as fast as is allowed
    const ToolMotion v(arm, arm.velocity);
    arm.velocity *=
        draw.between(0.5, 1.05) * std::min(1.7 / v.linear.norm(), 2.5 / v.angular.norm());
    arm.see();
    const JointVector asked = joints_within(draw, arm.n, 60);
    const JointVector expected = least_change(arm, asked);
    if (expected.size() == 0) continue;
    // what leaves nothing to brake with is let go
    if (ToolMotion(arm, arm.velocity).linear.norm() > 1.7) continue;
    if (ToolMotion(arm, arm.velocity).angular.norm() > 2.5) continue;
    const auto out = limit.update(arm.view(), arm.factor, asked);
    ASSERT_NEAR((out.effort - expected).norm(), 0, 1e-6 * (1 + expected.norm())) << k;
    ASSERT_NEAR(out.amount, (expected - asked).norm(), 1e-6 * (1 + expected.norm())) << k;
    changed += out.amount > 1e-3;
  }
  EXPECT_GT(changed, 500);
}

// three slides of 1 kg
RandomArm slides(RandomDraw& draw) {
  RandomArm arm(draw);
  arm.n = 3;
  arm.position = arm.velocity = arm.rate = JointVector::Zero(3);
  arm.inertia = robot::JointMatrix::Identity(3, 3);
  arm.jacobian = robot::Jacobian::Zero(6, 3);
  arm.jacobian.bottomRows<3>().setIdentity();
  arm.see();
  return arm;
}

TEST(ToolSpeedLimit, LeavesTheAccelerationThatIsNearestToItsBoundBesideALoad) {
  RandomDraw draw(1);
  const RandomArm arm = slides(draw);
  const ToolSpeedLimit limit({});
  const auto effort_beside = [&](const Vector3& effort, const Vector3& load) {
    const auto out = limit.update(arm.view(), arm.factor, effort, load);
    EXPECT_FALSE(out.refused);
    return Vector3(out.effort);
  };
  // within, though each alone is not
  EXPECT_EQ(effort_beside({20, 0, 0}, {-18, 0, 0}), Vector3(20, 0, 0));
  // |s 20 − 5| = 13
  EXPECT_TRUE(effort_beside({20, 0, 0}, {-5, 0, 0}).isApprox(Vector3(18, 0, 0)));
  // the load alone is too much: half of the effort leaves least
  EXPECT_TRUE(effort_beside({10, 0, 0}, {-5, 20, 0}).isApprox(Vector3(5, 0, 0)));
  EXPECT_EQ(effort_beside({10, 0, 0}, {5, 20, 0}), Vector3(0, 0, 0));
}

TEST(ToolSpeedLimit, RefusesNeitherNothingNorTooMuch) {
  RandomDraw draw(1);
  const RandomArm arm = slides(draw);
  const auto nothing = ToolSpeedLimit({}).update(arm.view(), arm.factor, Vector3(0, 0, 0));
  EXPECT_FALSE(nothing.refused);
  EXPECT_EQ(nothing.effort, Vector3(0, 0, 0));
  const auto much = ToolSpeedLimit({}).update(arm.view(), arm.factor, Vector3(1e200, 0, 0));
  EXPECT_FALSE(much.refused);
  EXPECT_EQ(much.effort, Vector3(0, 0, 0));
}

TEST(ToolSpeedLimit, TakesAllEffortFromAToolThatNoJointCanBrake) {
  RandomDraw draw(1);
  RandomArm arm = slides(draw);
  arm.velocity = Vector3(2, 0, 0);
  arm.see();
  arm.jacobian.setZero();
  const auto out = ToolSpeedLimit({}).update(arm.view(), arm.factor, Vector3(3, 0, 4));
  EXPECT_FALSE(out.refused);
  EXPECT_EQ(out.effort, Vector3(0, 0, 0));
  EXPECT_EQ(out.amount, 5);
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
        if (draw.bernoulli(0.5)) {
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
