#include "tether/control/estimators/motion_fit.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/control/ticks.hpp"

namespace tether::control {
namespace {

using spatial::Vector3;

TEST(MotionFit, FitsAParabolaExactly) {
  MotionFit fit;
  const Vector3 v(0.3, -0.2, 0.1), a(1, 2, -3);
  PoseState state;
  for (int k = 0; k < 20; ++k) {
    const double t = 1e-3 * k;
    state = fit.update(at_tick(k), {spatial::Matrix3::Identity(), t * v + 0.5 * t * t * a});
  }
  EXPECT_LT((state.twist.linear - (v + 0.019 * a)).norm(), 1e-9);
  EXPECT_LT((state.acceleration.linear - a).norm(), 1e-6);
  EXPECT_LT(state.twist.angular.norm(), 1e-9);
}

TEST(MotionFit, FitsASteadyTurn) {
  MotionFit fit;
  const Vector3 w(0.5, 1, -2);
  PoseState state;
  for (int k = 0; k < 20; ++k) {
    state = fit.update(at_tick(k), {spatial::exp_rotation(1e-3 * k * w), Vector3::Zero()});
  }
  EXPECT_LT((state.twist.angular - w).norm(), 1e-9);
  EXPECT_LT(state.acceleration.angular.norm(), 1e-6);
}

TEST(MotionFit, FollowsASwingWithoutLag) {
  MotionFit fit;
  const double w = 4.5, size = 0.2;
  double worst = 0, worst_acceleration = 0;
  for (int k = 0; k < 3000; ++k) {
    const double t = 1e-3 * k;
    const PoseState state = fit.update(
        at_tick(k), {spatial::Matrix3::Identity(), Vector3(size * std::sin(w * t), 0, 0)});
    if (k < 6) continue;
    worst = std::max(worst, std::abs(state.twist.linear.x() - size * w * std::cos(w * t)));
    worst_acceleration = std::max(worst_acceleration, std::abs(state.acceleration.linear.x() +
                                                               size * w * w * std::sin(w * t)));
  }
  EXPECT_LT(worst, 1e-4);               // [m/s], of 0.9
  EXPECT_LT(worst_acceleration, 0.06);  // [m/s²], of 4
}

TEST(MotionFit, BeginsAnewAfterAPauseOrAClockThatWasSet) {
  MotionFit fit;
  for (int k = 0; k < 10; ++k) {
    fit.update(at_tick(k), {spatial::Matrix3::Identity(), Vector3(1e-3 * k, 0, 0)});
  }
  const spatial::Pose far{spatial::Matrix3::Identity(), Vector3(5, 0, 0)};
  EXPECT_EQ(fit.update(at_tick(2000), far).twist.linear, Vector3::Zero());
  EXPECT_EQ(fit.update(at_tick(3), far).twist.linear, Vector3::Zero());
}

}  // namespace
}  // namespace tether::control
