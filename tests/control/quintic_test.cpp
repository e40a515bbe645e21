#include "tether/control/trajectories/quintic.hpp"

#include <cmath>
#include <utility>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"
#include "tether/control/trajectories/pose_segment.hpp"

namespace tether::control {
namespace {

using spatial::Vector3;

Vector3 any(test::RandomDraw& draw, double size) {
  return {draw.between(-size, size), draw.between(-size, size), draw.between(-size, size)};
}

MotionState any_state(test::RandomDraw& draw) {
  return {any(draw, 1), any(draw, 2), any(draw, 10)};
}

PoseState any_pose_state(test::RandomDraw& draw) {
  return {{spatial::exp_rotation(any(draw, 0.8)), any(draw, 1)},
          {any(draw, 2), any(draw, 2)},
          {any(draw, 10), any(draw, 10)}};
}

TEST(Quintic, MeetsBothStatesExactly) {
  test::RandomDraw draw(1);
  for (int i = 0; i < 1000; ++i) {
    const MotionState from = any_state(draw), to = any_state(draw);
    const double duration = draw.between(1e-3, 2);
    const Quintic segment(from, to, duration);
    const MotionState begins = segment.at(0), ends = segment.at(duration);
    EXPECT_EQ(begins.position, from.position);
    EXPECT_TRUE(begins.velocity.isApprox(from.velocity, 1e-14));
    EXPECT_TRUE(begins.acceleration.isApprox(from.acceleration, 1e-14));
    // rounding of coefficients: they reach some hundreds where a long segment asks for much
    constexpr double rounding = 1e-15 * 1e3;
    EXPECT_LT((ends.position - to.position).norm(), rounding);
    EXPECT_LT((ends.velocity - to.velocity).norm(), rounding / duration);
    EXPECT_LT((ends.acceleration - to.acceleration).norm(), 10 * rounding / (duration * duration));
  }
}

TEST(Quintic, IsThePolynomialThatTheSixConditionsLeave) {
  test::RandomDraw draw(2);
  for (int i = 0; i < 200; ++i) {
    const MotionState from = any_state(draw), to = any_state(draw);
    const double T = draw.between(0.1, 2);
    // rows: value, first and second derivative at 0 and at T of 1, t, t², ...
    Eigen::Matrix<double, 6, 6> conditions = Eigen::Matrix<double, 6, 6>::Zero();
    for (int k = 0; k < 6; ++k) {
      conditions(0, k) = k == 0 ? 1 : 0;
      conditions(1, k) = k == 1 ? 1 : 0;
      conditions(2, k) = k == 2 ? 2 : 0;
      conditions(3, k) = std::pow(T, k);
      conditions(4, k) = k == 0 ? 0 : k * std::pow(T, k - 1);
      conditions(5, k) = k < 2 ? 0 : k * (k - 1) * std::pow(T, k - 2);
    }
    Eigen::Matrix<double, 6, 3> wanted;
    wanted << from.position.transpose(), from.velocity.transpose(), from.acceleration.transpose(),
        to.position.transpose(), to.velocity.transpose(), to.acceleration.transpose();
    const Eigen::Matrix<double, 6, 3> polynomial = conditions.fullPivLu().solve(wanted);
    const Quintic segment(from, to, T);
    for (const double share : {0.1, 0.37, 0.5, 0.92}) {
      Eigen::Matrix<double, 1, 6> powers;
      for (int k = 0; k < 6; ++k) powers[k] = std::pow(share * T, k);
      const Vector3 expected = (powers * polynomial).transpose();
      EXPECT_LT((segment.at(share * T).position - expected).norm(), 1e-9);
    }
  }
}

TEST(Quintic, ChangesAsItsVelocityAndAccelerationSay) {
  test::RandomDraw draw(3);
  constexpr double h = 1e-5;
  for (int i = 0; i < 200; ++i) {
    const Quintic segment(any_state(draw), any_state(draw), draw.between(0.5, 2));
    const double t = draw.between(0.1, 0.9) * segment.duration();
    const MotionState before = segment.at(t - h), now = segment.at(t), after = segment.at(t + h);
    EXPECT_LT(((after.position - before.position) / (2 * h) - now.velocity).norm(), 1e-6);
    EXPECT_LT(((after.velocity - before.velocity) / (2 * h) - now.acceleration).norm(), 1e-5);
  }
}

TEST(PoseSegment, MeetsPoseTwistAndAccelerationAtBothEnds) {
  test::RandomDraw draw(4);
  for (int i = 0; i < 1000; ++i) {
    const PoseState from = any_pose_state(draw), to = any_pose_state(draw);
    const PoseSegment segment(from, to, draw.between(0.05, 1));
    for (const auto& [got, wanted] :
         {std::pair(segment.at(0), from), std::pair(segment.at(segment.duration()), to)}) {
      EXPECT_LT(spatial::rotation_angle(got.pose.rotation, wanted.pose.rotation), 1e-7);
      EXPECT_LT((got.pose.rotation - wanted.pose.rotation).norm(), 1e-12);
      EXPECT_LT((got.pose.position - wanted.pose.position).norm(), 1e-12);
      EXPECT_LT((got.twist - wanted.twist).vector().norm(), 1e-9);
      EXPECT_LT((got.acceleration - wanted.acceleration).vector().norm(), 1e-7);
    }
  }
}

TEST(PoseSegment, TurnsAsItsTwistAndAccelerationSay) {
  test::RandomDraw draw(5);
  constexpr double h = 1e-5;
  for (int i = 0; i < 500; ++i) {
    const PoseSegment segment(any_pose_state(draw), any_pose_state(draw), draw.between(0.5, 1));
    const double t = draw.between(0.05, 0.95) * segment.duration();
    const PoseState before = segment.at(t - h), now = segment.at(t), after = segment.at(t + h);
    const Vector3 turned =
        spatial::log_rotation(after.pose.rotation * before.pose.rotation.transpose());
    EXPECT_LT((turned / (2 * h) - now.twist.angular).norm(), 1e-5);
    const Vector3 changed = (after.twist.angular - before.twist.angular) / (2 * h);
    EXPECT_LT((changed - now.acceleration.angular).norm(), 1e-4);
  }
}

TEST(PoseSegment, KeepsItsRatesWhereSeriesAndClosedFormMeet) {
  // the same motion, counted from two starts: the angle crosses the switch between both forms
  const Vector3 axis = Vector3(1, 2, -1).normalized();
  for (const double angle : {0.0499999, 0.0500001}) {
    const TurnRates rates{Vector3(1, -2, 0.5), Vector3(3, 1, -4)};
    const MotionState motion = rotation_vector_motion(angle * axis, rates);
    const TurnRates back = turn_rates(motion);
    EXPECT_LT((back.velocity - rates.velocity).norm(), 1e-13);
    EXPECT_LT((back.acceleration - rates.acceleration).norm(), 1e-12);
  }
  const TurnRates rates{Vector3(1, -2, 0.5), Vector3(3, 1, -4)};
  const MotionState below = rotation_vector_motion(0.0499999999 * axis, rates);
  const MotionState above = rotation_vector_motion(0.0500000001 * axis, rates);
  EXPECT_LT((below.acceleration - above.acceleration).norm(), 1e-8);
}

}  // namespace
}  // namespace tether::control
