#include "tether/control/position_force.hpp"

#include <random>

#include <gtest/gtest.h>

namespace tether::control {
namespace {

using spatial::Pose;
using spatial::Vector3;

Pose offset() {
  Pose h;
  h.rotation << 0, 0, -1, -1, 0, 0, 0, 1, 0;
  h.position = Vector3(-0.48, 0.25, 0.70);
  return h;
}

CouplingInput heard(const Pose& tool, const PortSignals& remote) {
  return {.now = {}, .tool = tool, .twist = {}, .remote_valid = true, .remote = remote};
}

TEST(PositionForce, PullsNowhereBeforeTheOtherSideIsHeard) {
  PositionForceFollower follower({.stiffness = {}, .offset = offset()});
  PositionForceLeader leader;
  CouplingInput in;
  in.tool = offset();
  in.tool.position += Vector3(0.1, 0, 0);
  EXPECT_EQ(follower.update(in).wrench.force, Vector3::Zero());
  EXPECT_EQ(leader.update(in).wrench.force, Vector3::Zero());
}

TEST(PositionForce, PullsTheToolTowardsTheLeadersPlaceWithTheStatedStiffness) {
  PositionForceFollower follower({.stiffness = {}, .offset = offset()});
  PortSignals leader_says;
  leader_says.pose.position = Vector3(0.01, -0.02, 0.03);
  const auto out = follower.update(heard(offset(), leader_says));
  EXPECT_LT((out.wrench.force - 500 * leader_says.pose.position).norm(), 1e-9);
  EXPECT_NEAR(out.potential, 0.5 * 500 * leader_says.pose.position.squaredNorm(), 1e-9);
}

TEST(PositionForce, HandsTheLeaderTheOppositeForceAtItsTool) {
  PositionForceLeader leader;
  PortSignals follower_says;
  follower_says.wrench.force = Vector3(1, 2, 3);
  Pose tool;
  tool.position = Vector3(0.02, 0.01, -0.03);
  const auto out = leader.update(heard(tool, follower_says));
  EXPECT_EQ(out.wrench.force, Vector3(-1, -2, -3));
  EXPECT_LT(out.wrench.torque_at(tool.position).norm(), 1e-12);
  EXPECT_EQ(out.send.pose.position, tool.position);
}

TEST(PositionForce, TellsTheToolInTheLeadersWorkspace) {
  PositionForceFollower follower({.stiffness = {}, .offset = offset()});
  Pose tool = offset();
  tool.position += Vector3(0.01, 0.02, 0.03);
  const auto out = follower.update(heard(tool, {}));
  EXPECT_LT((out.send.pose.position - Vector3(0.01, 0.02, 0.03)).norm(), 1e-15);
  EXPECT_LT((out.send.pose.rotation - spatial::Matrix3::Identity()).norm(), 1e-15);
}

// what leaves the leader's hand and what reaches the follower's tool differ by what the spring
// stores
TEST(PositionForce, StoresExactlyTheEnergyThatItsTwoEndsExchange) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto vector = [&] { return Vector3(unit(random), unit(random), unit(random)); };
  PositionForceFollower follower({.stiffness = {}, .offset = offset()});
  PositionForceLeader leader;
  for (int i = 0; i < 2000; ++i) {
    PortSignals says;
    says.pose.position = 0.05 * vector();
    Pose tool = offset();
    tool.position += 0.05 * vector();
    const Vector3 v_leader = vector(), v_follower = vector();
    constexpr double kStep = 1e-6;
    const auto at = [&](double h) {
      PortSignals moved = says;
      moved.pose.position += h * v_leader;
      Pose moved_tool = tool;
      moved_tool.position += h * v_follower;
      return follower.update(heard(moved_tool, moved)).potential;
    };
    const auto now = follower.update(heard(tool, says));
    const auto back =
        leader.update(heard({spatial::Matrix3::Identity(), says.pose.position}, now.send));
    const double stored = (at(kStep) - at(-kStep)) / (2 * kStep);
    const double given = back.wrench.force.dot(v_leader) + now.wrench.force.dot(v_follower);
    EXPECT_NEAR(given, -stored, 1e-6 * (1 + std::abs(stored)));
  }
}

}  // namespace
}  // namespace tether::control
