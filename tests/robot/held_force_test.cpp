#include "tether/robot/held_force.hpp"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "tests/robot/tested_robots.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::robot {
namespace {

using spatial::Vector3;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// An oracle that knows neither Jacobian nor division: the work of a unit load along small motions
// of each joint gives what the joint must bear (virtual work), and bisection finds the load at
// which the first rating is reached.
class HeldForce : public testing::TestWithParam<TestedRobot> {
 protected:
  using Work = std::function<double(const spatial::Twist& moved)>;

  JointVector borne(const JointVector& q, const Work& work) const {
    constexpr double kStep = 1e-5;
    JointVector per_unit(chain.joint_count);
    for (int i = 0; i < chain.joint_count; ++i) {
      JointVector before = q, after = q;
      before[i] -= kStep;
      after[i] += kStep;
      ChainState there, here;
      forward_kinematics(chain, before, here);
      forward_kinematics(chain, after, there);
      const Vector3 slid = there.tool.position - here.tool.position;
      const Vector3 turned = spatial::log(there.tool * here.tool.inverse()).angular;
      per_unit[i] = work({turned, slid}) / (2 * kStep);
    }
    return per_unit;
  }

  static double bisected(const JointVector& per_unit, const HoldingRatings& ratings) {
    const auto holds = [&](double load) {
      JointVector effort = load * per_unit;
      if (ratings.carried.size() > 0) effort += ratings.carried;
      return effort.norm() <= ratings.norm &&
             (effort.cwiseAbs().array() <= ratings.max_effort.array()).all();
    };
    if (!holds(0)) return 0;
    double low = 0, high = 1;
    while (holds(high) && high < 1e12) high *= 2;
    if (high >= 1e12) return kInfinite;
    for (int i = 0; i < 100; ++i) (holds((low + high) / 2) ? low : high) = (low + high) / 2;
    return low;
  }

  void expect_agreement(double ours, double theirs) {
    // beyond a meganewton the lever is rounding
    if (ours > 1e6 && theirs > 1e6) return;
    EXPECT_NEAR(ours, theirs, 1e-5 * (1 + theirs));
  }

  Vector3 random_direction() {
    Vector3 direction;
    do {
      direction =
          Vector3(postures.between(-1, 1), postures.between(-1, 1), postures.between(-1, 1));
    } while (direction.norm() < 0.1);
    return direction.normalized();
  }

  HoldingRatings random_ratings(const JointVector& weight) {
    HoldingRatings ratings;
    ratings.max_effort.resize(chain.joint_count);
    for (int i = 0; i < chain.joint_count; ++i)
      ratings.max_effort[i] = postures.between(0, 1) < 0.1 ? kInfinite : postures.between(5, 200);
    if (postures.between(0, 1) < 0.3) ratings.norm = postures.between(10, 200);
    if (postures.between(0, 1) < 0.6) ratings.carried = weight;
    return ratings;
  }

  const Chain chain = load_chain(GetParam().file);
  ChainState state;
  RandomPostures postures{chain};
};

TEST_P(HeldForce, IsWhereVirtualWorkReachesTheFirstRating) {
  for (int k = 0; k < 300 && !HasFailure(); ++k) {
    const JointVector q = postures.next().q;
    gravity_efforts(chain, q, state);
    const HoldingRatings ratings = random_ratings(state.gravity);
    const Vector3 along = random_direction();
    const JointVector of_force =
        borne(q, [&](const spatial::Twist& moved) { return along.dot(moved.linear); });
    const JointVector of_torque =
        borne(q, [&](const spatial::Twist& moved) { return along.dot(moved.angular); });
    expect_agreement(held_force(state, ratings, along), bisected(of_force, ratings));
    expect_agreement(held_torque(state, ratings, along), bisected(of_torque, ratings));
  }
}

INSTANTIATE_TEST_SUITE_P(AllRobots, HeldForce, testing::ValuesIn(tested_robots()), robot_name);

// one joint about z with a lever of 0.2 m along x
Chain lever() {
  Chain chain;
  chain.joint_count = 1;
  chain.tool.position = {0.2, 0, 0};
  chain.links[0] = {.mass = 2, .centre = {0.1, 0, 0}};
  prepare(chain);
  return chain;
}

TEST(HeldForceOfALever, IsTorqueOverArm) {
  ChainState state;
  jacobian(lever(), JointVector::Zero(1), state);
  const HoldingRatings wrist{JointVector::Constant(1, 12)};
  EXPECT_DOUBLE_EQ(held_force(state, wrist, Vector3::UnitY()), 60);
  EXPECT_DOUBLE_EQ(held_force(state, wrist, -Vector3::UnitY()), 60);
  EXPECT_DOUBLE_EQ(held_torque(state, wrist, Vector3::UnitZ()), 12);
  // along the arm and about its own axis the structure bears it
  EXPECT_EQ(held_force(state, wrist, Vector3::UnitX()), kInfinite);
  EXPECT_EQ(held_torque(state, wrist, Vector3::UnitX()), kInfinite);
}

TEST(HeldForceOfALever, IsMoreWithTheWeightAndLessAgainstIt) {
  ChainState state;
  jacobian(lever(), JointVector::Zero(1), state);
  // 2 N m hold the weight; pushing on costs 0.2 N m for each newton
  HoldingRatings wrist{.max_effort = JointVector::Constant(1, 12),
                       .carried = JointVector::Constant(1, 2)};
  EXPECT_DOUBLE_EQ(held_force(state, wrist, Vector3::UnitY()), 50);
  EXPECT_DOUBLE_EQ(held_force(state, wrist, -Vector3::UnitY()), 70);
  wrist.carried[0] = 13;
  EXPECT_EQ(held_force(state, wrist, Vector3::UnitY()), 0);
}

TEST(HeldForceOfALever, IsBoundedByTheNormOfACartesianDevice) {
  Chain chain;
  chain.joint_count = 3;
  for (int i = 0; i < 3; ++i) {
    chain.joints[static_cast<std::size_t>(i)].type = JointType::prismatic;
    chain.joints[static_cast<std::size_t>(i)].axis = Vector3::Unit(i);
  }
  prepare(chain);
  ChainState state;
  jacobian(chain, JointVector::Zero(3), state);
  const HoldingRatings handle{.max_effort = JointVector::Constant(3, 10), .norm = 12};
  EXPECT_DOUBLE_EQ(held_force(state, handle, Vector3::UnitX()), 10);
  EXPECT_DOUBLE_EQ(held_force(state, handle, Vector3::Ones().normalized()), 12);
  EXPECT_EQ(held_torque(state, handle, Vector3::UnitX()), kInfinite);
}

}  // namespace
}  // namespace tether::robot
