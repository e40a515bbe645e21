#include "tether/control/couplings/drive.hpp"

#include <gtest/gtest.h>

namespace tether::control {
namespace {

using spatial::Vector3;

CouplingInput held_at(const Vector3& handle) {
  CouplingInput in;
  in.tool.position = handle;
  in.remote_valid = true;
  return in;
}

CouplingOutput sent_at(const Vector3& handle, const DriveLeaderParams& params = {}) {
  DriveLeader leader(params);
  return leader.update(held_at(handle));
}

TEST(DriveLeader, SendsSpeedForAPushAndATurnForSteering) {
  // forward is away from the person, −z; to the right is +x and turns clockwise
  const auto sent = sent_at(Vector3(0.02, 0, -0.03)).send.twist;
  EXPECT_DOUBLE_EQ(sent.linear.x(), 28 * 0.03);
  EXPECT_DOUBLE_EQ(sent.angular.z(), -10 * 0.02);
  EXPECT_EQ(sent.linear.y(), 0);
  const auto back = sent_at(Vector3(-0.02, 0.04, 0.03)).send.twist;
  EXPECT_DOUBLE_EQ(back.linear.x(), -28 * 0.03);
  EXPECT_DOUBLE_EQ(back.angular.z(), 10 * 0.02);
}

TEST(DriveLeader, SendsNothingWithinTheDeadZones) {
  const auto inside = sent_at(Vector3(0.005, 0.03, -0.005)).send.twist;
  EXPECT_EQ(inside.linear, Vector3::Zero());
  EXPECT_EQ(inside.angular, Vector3::Zero());
  const auto outside = sent_at(Vector3(0.0051, 0, -0.0051)).send.twist;
  EXPECT_DOUBLE_EQ(outside.linear.x(), 28 * 0.0051);
  EXPECT_DOUBLE_EQ(outside.angular.z(), -10 * 0.0051);
}

TEST(DriveLeader, NeverSendsMoreThanThePlatformIsMeantToDo) {
  const auto sent = sent_at(Vector3(-1, 0, -1)).send.twist;
  EXPECT_DOUBLE_EQ(sent.linear.x(), DriveLeaderParams{}.max_speed);
  EXPECT_DOUBLE_EQ(sent.angular.z(), DriveLeaderParams{}.max_turn);
}

TEST(DriveLeader, PullsTheHandleBackInAllThreeAxes) {
  DriveLeader leader({});
  const Vector3 at(0.01, 0.02, -0.03);
  leader.update(held_at(at));
  const Vector3 next = at + Vector3(1e-3, 0, 0);
  const auto out = leader.update(held_at(next));
  const Vector3 expected = -55 * next - 0.2 * Vector3(1e-3, 0, 0);
  EXPECT_TRUE(out.wrench.force.isApprox(expected, 1e-12));
  EXPECT_NEAR(out.potential, 0.5 * 55 * next.squaredNorm(), 1e-12);
}

TEST(DriveLeader, IsLimpWhileNothingIsReceived) {
  DriveLeader leader({});
  CouplingInput in = held_at(Vector3(0, 0, -0.03));
  in.remote_valid = false;
  EXPECT_EQ(leader.update(in).wrench.force, Vector3::Zero());
}

// the platform stands at 90 degrees: its forward is the world's y
CouplingInput turned_platform() {
  CouplingInput in;
  in.tool = {spatial::exp_rotation(Vector3(0, 0, std::numbers::pi / 2)), Vector3(2, 3, 0)};
  in.remote_valid = true;
  return in;
}

TEST(DriveFollower, PushesAlongItsOwnHeading) {
  DriveFollower follower({});
  CouplingInput in = turned_platform();
  in.remote.twist.linear.x() = 0.5;
  CouplingOutput out;
  for (int i = 0; i < 100; ++i) out = follower.update(in);
  EXPECT_GT(out.wrench.force.y(), 1);
  EXPECT_NEAR(out.wrench.force.x(), 0, 1e-9);
  // a force through the platform's centre has no moment about it
  EXPECT_NEAR(out.wrench.torque_at(in.tool.position).z(), 0, 1e-9);
  ASSERT_EQ(out.velocity.size(), 3);
  EXPECT_GT(out.velocity[1], 0);
  EXPECT_NEAR(out.velocity[0], 0, 1e-12);
}

// what is asked while it rolls on along its heading with 0.5 m/s
double force_of(bool sighted, bool received) {
  DriveFollower follower({});
  CouplingInput in = turned_platform();
  in.twist.linear = Vector3(0, 0.5, 0);
  in.remote.twist.linear.x() = 0.5;
  in.sighted = sighted;
  in.remote_valid = received;
  CouplingOutput out;
  for (int i = 0; i < 500; ++i) out = follower.update(in);
  return out.wrench.force.y();
}

TEST(DriveFollower, BrakesWhenItSeesNothingOrReceivesNothing) {
  EXPECT_LT(force_of(false, true), -10);
  EXPECT_LT(force_of(true, false), -10);
  EXPECT_GT(force_of(true, true), -10);
}

}  // namespace
}  // namespace tether::control
