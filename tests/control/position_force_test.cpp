#include "tether/control/couplings/position_force.hpp"

#include <random>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/random/random_draw.hpp"

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

CouplingInput received(const Pose& tool, const PortSignals& remote) {
  return {.now = {}, .tool = tool, .twist = {}, .remote_valid = true, .remote = remote};
}

TEST(PositionForce, PullsNowhereBeforeTheOtherSideIsReceived) {
  PositionForceFollower follower({.stiffness = {}, .map = {.offset = offset()}});
  PositionForceLeader leader;
  CouplingInput in;
  in.tool = offset();
  in.tool.position += Vector3(0.1, 0, 0);
  EXPECT_EQ(follower.update(in).wrench.force, Vector3::Zero());
  EXPECT_EQ(leader.update(in).wrench.force, Vector3::Zero());
}

TEST(PositionForce, PullsTheToolTowardsTheLeadersPlaceWithTheStatedStiffness) {
  PositionForceFollower follower({.stiffness = {}, .map = {.offset = offset()}});
  PortSignals leader_says;
  leader_says.pose.position = Vector3(0.01, -0.02, 0.03);
  const auto out = follower.update(received(offset(), leader_says));
  EXPECT_LT((out.wrench.force - 500 * leader_says.pose.position).norm(), 1e-9);
  EXPECT_NEAR(out.potential, 0.5 * 500 * leader_says.pose.position.squaredNorm(), 1e-9);
}

TEST(PositionForce, HandsTheLeaderTheOppositeForceAtItsTool) {
  PositionForceLeader leader;
  PortSignals follower_says;
  follower_says.wrench.force = Vector3(1, 2, 3);
  Pose tool;
  tool.position = Vector3(0.02, 0.01, -0.03);
  const auto out = leader.update(received(tool, follower_says));
  EXPECT_EQ(out.wrench.force, Vector3(-1, -2, -3));
  EXPECT_LT(out.wrench.torque_at(tool.position).norm(), 1e-12);
  EXPECT_EQ(out.send.pose.position, tool.position);
}

TEST(PositionForce, LetsADeviceThatTurnsFeelTorquesAndNoOther) {
  PortSignals follower_says;
  follower_says.wrench = {.torque = Vector3(0.3, -0.2, 0.1), .force = Vector3(1, 2, 3)};
  const Pose tool{spatial::Matrix3::Identity(), Vector3(0.4, 0.1, 0.5)};
  for (const bool turns : {true, false}) {
    PositionForceLeader leader({.port = {.reference = {}, .torque = turns}});
    const auto out = leader.update(received(tool, follower_says));
    EXPECT_EQ(out.wrench.force, Vector3(-1, -2, -3));
    const Vector3 felt = turns ? Vector3(-0.3, 0.2, -0.1) : Vector3::Zero();
    EXPECT_LT((out.wrench.torque_at(tool.position) - felt).norm(), 1e-12);
    EXPECT_EQ(out.send.wrench.torque, felt);
  }
}

TEST(PositionForce, GivesNoWrenchWithoutFeedback) {
  PositionForceLeader leader({.port = {.reference = {}, .torque = true, .feedback = false}});
  PortSignals follower_says;
  follower_says.wrench = {.torque = Vector3(0.3, -0.2, 0.1), .force = Vector3(1, 2, 3)};
  const Pose tool{spatial::Matrix3::Identity(), Vector3(0.4, 0.1, 0.5)};
  const auto out = leader.update(received(tool, follower_says));
  EXPECT_EQ(out.wrench.vector(), spatial::Vector6::Zero());
  EXPECT_EQ(out.send.wrench.vector(), spatial::Vector6::Zero());
  EXPECT_EQ(out.send.pose.position, tool.position);
}

TEST(PositionForce, SendsTheToolInTheLeadersWorkspace) {
  PositionForceFollower follower({.stiffness = {}, .map = {.offset = offset()}});
  Pose tool = offset();
  tool.position += Vector3(0.01, 0.02, 0.03);
  const auto out = follower.update(received(tool, {}));
  EXPECT_LT((out.send.pose.position - Vector3(0.01, 0.02, 0.03)).norm(), 1e-15);
  EXPECT_LT((out.send.pose.rotation - spatial::Matrix3::Identity()).norm(), 1e-15);
}

// what leaves the leader's hand and what reaches the follower's tool differ by what the spring
// stores
TEST(PositionForce, StoresExactlyTheEnergyThatItsTwoEndsExchange) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto vector = [&] { return Vector3(unit(random), unit(random), unit(random)); };
  PositionForceFollower follower({.stiffness = {}, .map = {.offset = offset()}});
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
      return follower.update(received(moved_tool, moved)).potential;
    };
    const auto now = follower.update(received(tool, says));
    const auto back =
        leader.update(received({spatial::Matrix3::Identity(), says.pose.position}, now.send));
    const double stored = (at(kStep) - at(-kStep)) / (2 * kStep);
    const double given = back.wrench.force.dot(v_leader) + now.wrench.force.dot(v_follower);
    EXPECT_NEAR(given, -stored, 1e-6 * (1 + std::abs(stored)));
  }
}

// the same with a leader that turns about a reference of its own, scaled and turned for the
// follower
RC_GTEST_PROP(PositionForce, StoresExactlyTheEnergyOfTurnsToo, ()) {
  test::RandomDraw draw(*rc::gen::arbitrary<std::uint64_t>());
  const auto vector = [&](double size) {
    return Vector3(draw.between(-size, size), draw.between(-size, size), draw.between(-size, size));
  };
  const auto turned = [](const Vector3& by) {
    return Eigen::AngleAxisd(by.norm(), by.normalized()).toRotationMatrix();
  };
  const auto identity = spatial::Matrix3::Identity();
  PositionForceFollower follower({.stiffness = {.translation = 500 * identity,
                                                .orientation = 50 * identity,
                                                .coupling = draw.between(-20, 20) * identity},
                                  .map = {.offset = {turned(vector(3)), vector(1)},
                                          .scale = draw.between(0.2, 3),
                                          .rotation = turned(vector(3))},
                                  .modulation = {}});
  const Pose reference{turned(vector(3)), vector(1)};
  PositionForceLeader leader({.port = {.reference = reference, .torque = true}});

  // tools that are off each other by 5 cm and half a turn's third, and how they move
  const Pose hand{turned(vector(1)), vector(0.5)};
  const auto place = leader.update({.tool = hand}).send;
  const Pose there = follower.update(received({}, place)).setpoint;
  const Pose tool{turned(vector(0.5)) * there.rotation, there.position + vector(0.05)};
  const Vector3 v_hand = vector(1), w_hand = vector(1), v_tool = vector(1), w_tool = vector(1);
  const auto moved = [&](const Pose& pose, const Vector3& v, const Vector3& w, double h) {
    return Pose{turned(h * w) * pose.rotation, pose.position + h * v};
  };
  constexpr double kStep = 1e-6;
  const auto stored_at = [&](double h) {
    const auto says = leader.update({.tool = moved(hand, v_hand, w_hand, h)}).send;
    return follower.update(received(moved(tool, v_tool, w_tool, h), says)).potential;
  };
  const double stored = (stored_at(kStep) - stored_at(-kStep)) / (2 * kStep);
  const auto pull = follower.update(received(tool, place));
  const auto felt = leader.update(received(hand, pull.send));
  const double given =
      felt.wrench.force.dot(v_hand) + felt.wrench.torque_at(hand.position).dot(w_hand) +
      pull.wrench.force.dot(v_tool) + pull.wrench.torque_at(tool.position).dot(w_tool);
  RC_ASSERT(std::abs(given + stored) < 1e-5 * (1 + std::abs(stored)));
}

}  // namespace
}  // namespace tether::control
