#include "tether/sim/people/wrist.hpp"

#include <gtest/gtest.h>

#include "tests/sim/people/resting_hand.hpp"

namespace tether::sim {
namespace {

using control::MinimumJerkPath;
using spatial::exp_rotation;
using spatial::Matrix3;
using spatial::Vector3;

// torque on a handle that is held in one orientation, after the hand has settled
Vector3 settled_torque(Wrist& wrist, const Matrix3& handle, int steps = 8000) {
  Vector3 torque = Vector3::Zero();
  for (int k = 0; k < steps; ++k) {
    torque = wrist.update(at_hand_step(k), kHandStep, handle, Vector3::Zero());
  }
  return torque;
}

TEST(Wrist, RestsWithoutTorqueHoweverItIsTurned) {
  for (const Vector3& turn : {Vector3(0, 0, 0), Vector3(0.3, -0.2, 0.5), Vector3(0, 2.5, 0)}) {
    Wrist wrist({}, resting(turn));
    EXPECT_EQ(wrist.start(), turn);
    EXPECT_LT(settled_torque(wrist, exp_rotation(turn)).norm(), 1e-9);
  }
}

TEST(Wrist, TurnsAHeldHandleWithWristAndGripInSeries) {
  const WristParams params;
  const double series =
      params.stiffness * params.grip_stiffness / (params.stiffness + params.grip_stiffness);
  for (int axis = 0; axis < 3; ++axis) {
    Wrist wrist(params, resting());
    const Vector3 turn = 0.4 * Vector3::Unit(axis);
    EXPECT_LT((settled_torque(wrist, exp_rotation(turn)) + series * turn).norm(), 1e-6);
  }
}

TEST(Wrist, StartsToTurnOnlyAfterItsReactionTime) {
  WristParams params;
  params.reaction_delay = 0.2;
  Wrist wrist(params,
              std::make_shared<MinimumJerkPath>(
                  Vector3::Zero(), std::vector<control::Waypoint>{{0.0, 1.0, Vector3(0, 0, 0.3)}}));
  for (int k = 0; k * kHandStep <= 0.2; ++k) {
    EXPECT_LT(wrist.update(at_hand_step(k), kHandStep, Matrix3::Identity(), Vector3::Zero()).norm(),
              1e-12);
  }
  EXPECT_GT(settled_torque(wrist, Matrix3::Identity(), 4000).z(), 0.5);
}

TEST(Wrist, AFreeHandFollowsItsIntentionAboutAnyAxis) {
  WristParams params;
  params.reaction_delay = 0;
  params.grip_stiffness = 1e-3;  // shows how the hand is turned, and does not hold it
  params.grip_damping = 0;
  const Vector3 goal(0.4, -0.3, 0.6);
  Wrist wrist(params, std::make_shared<MinimumJerkPath>(
                          Vector3(0.2, 0.5, 0), std::vector<control::Waypoint>{{0.0, 1.0, goal}}));
  const Vector3 measured = settled_torque(wrist, Matrix3::Identity()) / params.grip_stiffness;
  EXPECT_LT((measured - goal).norm(), 1e-3);
}

TEST(AngularVelocity, IsTheRateOfTheRotation) {
  constexpr double kSmall = 1e-6;
  for (const Vector3& phi :
       {Vector3(0, 0, 0), Vector3(1e-5, 2e-5, 0), Vector3(0.4, -1.1, 0.7), Vector3(2, 1, -1.5)}) {
    const Vector3 rate(0.3, 0.9, -0.5);
    const Matrix3 change =
        exp_rotation(phi + kSmall * rate) * exp_rotation(phi - kSmall * rate).transpose();
    const Vector3 expected = spatial::vee(change) / (2 * kSmall);
    EXPECT_LT((angular_velocity(phi, rate) - expected).norm(), 1e-8);
  }
}

}  // namespace
}  // namespace tether::sim
