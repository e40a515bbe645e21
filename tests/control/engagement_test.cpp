#include "tether/control/engagement/engagement.hpp"

#include <gtest/gtest.h>

namespace tether::control {
namespace {

using spatial::Vector3;

TEST(Ease, GoesUpAndDownBetweenNothingAndAllInBoundedSteps) {
  constexpr double kStep = 0.01;
  Ease ease;
  double last = ease.share();
  const auto look = [&] {
    EXPECT_LE(std::abs(ease.share() - last), Ease::kPeak * kStep);
    last = ease.share();
  };
  EXPECT_EQ(last, 0);
  for (int i = 0; i < 60; ++i, look()) ease.up(kStep);
  for (int i = 0; i < 30; ++i, look()) ease.down(kStep);  // turns round on the way
  for (int i = 0; i < 100; ++i, look()) ease.up(kStep);
  EXPECT_TRUE(ease.full());
  EXPECT_EQ(last, 1);
  for (int i = 0; i < 200; ++i, look()) ease.down(kStep);
  EXPECT_TRUE(ease.none());
  EXPECT_EQ(last, 0);
}

// a follower whose leader moves as the test wants
class Follower {
 public:
  explicit Follower(EngagementParams params = {}) : stage_(params) {}

  EngagementOutput tick(const Vector3& leader, bool live = true,
                        Engagement peer = Engagement::engaging) {
    EngagementInput in{.live = live, .peer = peer, .own = own};
    in.remote.pose.position = leader;
    const EngagementOutput out = stage_.update(in);
    if (out.valid) {
      const Vector3 velocity = (out.remote.pose.position - target) / 1e-3;
      if (started_) {
        speed = std::max(speed, velocity.norm());
        velocity_step = std::max(velocity_step, (velocity - velocity_).norm());
        velocity_ = velocity;
      }
      target = out.remote.pose.position;
      started_ = true;
    }
    return out;
  }
  Engagement state() const { return stage_.state(); }

  spatial::Pose own;
  Vector3 target = Vector3::Zero();
  double speed = 0;          // greatest of the target [m/s]
  double velocity_step = 0;  // greatest from tick to tick [m/s]

 private:
  FollowerEngagement stage_;
  Vector3 velocity_ = Vector3::Zero();
  bool started_ = false;
};

TEST(FollowerEngagement, TracksNothingBeforeTheLeaderIsThere) {
  Follower follower;
  EXPECT_FALSE(follower.tick({1, 0, 0}, false).valid);
  EXPECT_EQ(follower.state(), Engagement::waiting);
}

TEST(FollowerEngagement, GoesToMeetTheLeaderNoFasterThanItMay) {
  Follower follower;
  follower.own.position = {0.1, 0, 0};
  int ticks = 0;
  while (follower.state() != Engagement::engaged && ticks < 10'000) {
    follower.tick({0, 0, 0.2});
    ++ticks;
  }
  EXPECT_EQ(follower.target, Vector3(0, 0, 0.2));
  EXPECT_LE(follower.speed, 0.1);
  EXPECT_GT(follower.speed, 0.09);
}

TEST(FollowerEngagement, TakesUpAMovingLeaderWithoutAJump) {
  Follower follower;
  for (int i = 0; i < 2000; ++i) follower.tick({0.3 * i * 1e-3, 0, 0});
  EXPECT_EQ(follower.state(), Engagement::engaged);
  EXPECT_LE(follower.velocity_step, 0.01);  // 10 mm/s
}

TEST(FollowerEngagement, HoldsItsTargetWithBoundedStiffnessWhileTheLinkIsSilent) {
  Follower follower({.hold_stiffness = 0.25});
  for (int i = 0; i < 1000; ++i) follower.tick({0.02, 0, 0});
  const Vector3 held = follower.target;
  EngagementOutput out;
  double share = follower.tick({0.02, 0, 0}).share;
  EXPECT_EQ(share, 1);
  for (int i = 0; i < 1000; ++i) {
    out = follower.tick({9, 9, 9}, false);
    EXPECT_LE(share - out.share, 0.02);
    share = out.share;
  }
  EXPECT_EQ(follower.target, held);
  EXPECT_EQ(out.share, 0.25);
  EXPECT_EQ(follower.state(), Engagement::holding);

  // the leader has moved on and still moves when it is received again
  for (int i = 0; i < 4000; ++i) follower.tick({0.08 + 0.2 * i * 1e-3, 0, 0});
  EXPECT_EQ(follower.state(), Engagement::engaged);
  EXPECT_LE(follower.velocity_step, 0.01);
}

TEST(FollowerEngagement, KeepsTheOffsetThatTheClutchMade) {
  Follower follower;
  for (int i = 0; i < 1000; ++i) follower.tick({0.02, 0, 0});
  for (int i = 0; i < 100; ++i) follower.tick({0.02 - i * 1e-3, 0, 0}, true, Engagement::clutched);
  EXPECT_EQ(follower.state(), Engagement::clutched);
  EXPECT_NEAR(follower.target.x(), 0.02, 1e-12);
  for (int i = 0; i < 1000; ++i) follower.tick({-0.08, 0, 0});
  EXPECT_NEAR(follower.target.x(), 0.02, 1e-12);
  follower.tick({-0.07, 0, 0});
  EXPECT_NEAR(follower.target.x(), 0.03, 1e-12);
}

TEST(FollowerEngagement, StaysWhereItIsWhenTheOffsetIsIndexedAtTheStart) {
  Follower follower({.alignment = Alignment::index});
  follower.own.position = {0.5, 0, 0};
  for (int i = 0; i < 1000; ++i) follower.tick({0, 0, 0});
  EXPECT_NEAR(follower.target.x(), 0.5, 1e-12);
  follower.tick({0.01, 0, 0});
  EXPECT_NEAR(follower.target.x(), 0.51, 1e-12);
}

// of a target that turns, the greatest angle from tick to tick [rad]
class Turning {
 public:
  explicit Turning(EngagementParams params = {}) : stage_(params) {}

  void tick(double angle, bool after_gap = false, Engagement peer = Engagement::engaging) {
    EngagementInput in{.live = true, .after_gap = after_gap, .peer = peer};
    const Vector3 axis = Vector3(1, 2, -1).normalized();
    in.remote.pose.rotation = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    const EngagementOutput out = stage_.update(in);
    const Eigen::Quaterniond now = out.remote.pose.quaternion();
    if (started_) step = std::max(step, now.angularDistance(last_));
    target = Eigen::AngleAxisd(now).angle();
    EXPECT_LT((out.remote.pose.rotation * out.remote.pose.rotation.transpose() -
               spatial::Matrix3::Identity())
                  .norm(),
              1e-12);
    last_ = now;
    started_ = true;
  }
  Engagement state() const { return stage_.state(); }

  double step = 0;
  double target = 0;  // [rad]

 private:
  FollowerEngagement stage_;
  Eigen::Quaterniond last_ = Eigen::Quaterniond::Identity();
  bool started_ = false;
};

TEST(FollowerEngagement, EasesAwayATurnThatHappenedInAGap) {
  Turning follower;
  for (int i = 0; i < 1000; ++i) follower.tick(0.1);
  ASSERT_EQ(follower.state(), Engagement::engaged);
  follower.step = 0;
  follower.tick(0.7, true);
  for (int i = 0; i < 298; ++i) follower.tick(0.7);
  EXPECT_LT(follower.target, 0.7);
  for (int i = 0; i < 2; ++i) follower.tick(0.7);
  EXPECT_NEAR(follower.target, 0.7, 1e-9);
  EXPECT_LE(follower.step, 1.01 * Ease::kPeak * 0.6 / 300);
  // another one before the last was over
  follower.step = 0;
  follower.tick(-0.2, true);
  for (int i = 0; i < 150; ++i) follower.tick(-0.2);
  follower.tick(0.7, true);
  for (int i = 0; i < 300; ++i) follower.tick(0.7);
  EXPECT_NEAR(follower.target, 0.7, 1e-9);
  EXPECT_LE(follower.step, 1.01 * Ease::kPeak * 0.9 / 300);
}

TEST(FollowerEngagement, KeepsTheTurnThatTheClutchMade) {
  Turning follower;
  for (int i = 0; i < 1500; ++i) follower.tick(0.3);
  ASSERT_EQ(follower.state(), Engagement::engaged);
  follower.step = 0;
  for (int i = 0; i < 300; ++i) follower.tick(0.3 - 1e-3 * i, false, Engagement::clutched);
  for (int i = 0; i < 1000; ++i) follower.tick(0);
  EXPECT_NEAR(follower.target, 0.3, 1e-9);
  EXPECT_LT(follower.step, 1e-9);
  follower.tick(0.05);
  EXPECT_NEAR(follower.target, 0.35, 1e-9);
}

TEST(LeaderEngagement, LetsTheForceOfAnOldRunFadeBeforeItTakesThatOfTheNewOne) {
  LeaderEngagement stage({});
  EngagementInput in{.live = true, .epoch = 1, .peer = Engagement::engaged};
  in.remote.wrench.force = {-10, 0, 0};
  EngagementOutput out;
  for (int i = 0; i < 1000; ++i) out = stage.update(in);
  EXPECT_EQ(out.share, 1);

  in.epoch = 2;
  in.remote.wrench.force = {10, 0, 0};
  double felt = out.share * out.remote.wrench.force.x();
  for (int i = 0; i < 1000; ++i) {
    out = stage.update(in);
    const double now = out.share * out.remote.wrench.force.x();
    EXPECT_LT(std::abs(now - felt), 0.5);
    felt = now;
  }
  EXPECT_EQ(felt, 10);
}

// what is pushed is left where it goes to
TEST(FollowerEngagement, ThatKeepsItsPlaceIsMetWhereItWent) {
  for (const bool keeps : {false, true}) {
    for (const bool clutched : {false, true}) {
      Follower follower({.keeps_place = keeps});
      for (int i = 0; i < 1000; ++i) follower.tick({0, 0, 0});
      ASSERT_EQ(follower.state(), Engagement::engaged);
      follower.own.position = {0.3, 0, 0};
      for (int i = 0; i < 10; ++i) {
        follower.tick({0, 0, 0}, clutched, clutched ? Engagement::clutched : Engagement::engaged);
      }
      follower.tick({0, 0, 0});
      EXPECT_EQ(follower.target, keeps ? Vector3(0.3, 0, 0) : Vector3(0, 0, 0));
      // and stays there: the offset is kept
      for (int i = 0; i < 5000; ++i) follower.tick({0, 0, 0});
      EXPECT_EQ(follower.target, keeps ? Vector3(0.3, 0, 0) : Vector3(0, 0, 0));
    }
  }
}

TEST(FollowerEngagement, WhatIsSeenTurnedTurnsAboutTurnedAxes) {
  for (const bool keeps : {false, true}) {
    FollowerEngagement stage({.alignment = Alignment::index, .keeps_place = keeps});
    EngagementInput in{.live = true, .peer = Engagement::engaging};
    in.own = {spatial::exp_rotation(Vector3(0, 0, 0.5)), Vector3(0.1, 0.2, 0.3)};
    stage.update(in);
    PortSignals own{.pose = in.own,
                    .twist = {Vector3(1, 2, 3), Vector3(4, 5, 6)},
                    .acceleration = {Vector3(6, 5, 4), Vector3(3, 2, 1)}};
    const PortSignals seen = stage.as_seen(own);
    // where the leader is
    EXPECT_TRUE(seen.pose.rotation.isApprox(spatial::Matrix3::Identity(), 1e-12));
    EXPECT_LT(seen.pose.position.norm(), 1e-12);
    const spatial::Matrix3 turn =
        keeps ? spatial::exp_rotation(Vector3(0, 0, -0.5)) : spatial::Matrix3::Identity();
    EXPECT_TRUE(seen.twist.angular.isApprox(turn * own.twist.angular, 1e-12));
    EXPECT_TRUE(seen.acceleration.angular.isApprox(turn * own.acceleration.angular, 1e-12));
    EXPECT_EQ(seen.twist.linear, own.twist.linear);
    EXPECT_EQ(seen.acceleration.linear, own.acceleration.linear);
  }
}

}  // namespace
}  // namespace tether::control
