#include "tether/control/trajectories/jog_motion.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/control/ticks.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/robot/kinematics.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::control {
namespace {

using robot::JointVector;
using spatial::Vector3;

// Watches a motion from outside, by differences of what it gives: none of its own figures.
class Watch {
 public:
  Watch(const robot::Chain& chain, const JogParams& params, const JointVector& q)
      : chain_(chain), params_(params), q_(q), v_(JointVector::Zero(q.size())) {
    robot::forward_kinematics(chain_, q_, state_);
    tool_ = state_.tool;
    velocity_.setZero();
  }

  // false once a bound was exceeded
  bool see(const JointVector& q) {
    const JointVector v = (q - q_) / kTick;
    robot::forward_kinematics(chain_, q, state_);
    const Vector3 velocity = (state_.tool.position - tool_.position) / kTick;
    const Vector3 turn =
        spatial::log_rotation(state_.tool.rotation * tool_.rotation.transpose()) / kTick;
    bool kept = q.allFinite();
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      const robot::Joint& joint = chain_.joints[static_cast<std::size_t>(i)];
      kept &= q[i] >= joint.lower && q[i] <= joint.upper;
      const double rated = joint.max_speed > 0 ? params_.speed_share * joint.max_speed : 1e9;
      kept &= std::abs(v[i]) <= std::min(params_.joint_speed, rated) + 1e-9;
      kept &= std::abs(v[i] - v_[i]) / kTick <= params_.joint_acceleration + 1e-6;
    }
    kept &= velocity.norm() <= params_.tool_speed;
    kept &= turn.norm() <= params_.tool_turn;
    kept &= (velocity - velocity_).norm() / kTick <= params_.tool_acceleration;
    q_ = q;
    v_ = v;
    tool_ = state_.tool;
    velocity_ = velocity;
    fastest_ = std::max(fastest_, velocity.norm());
    return kept;
  }

  const spatial::Pose& tool() const { return tool_; }
  const JointVector& velocity() const { return v_; }
  const Vector3& tool_velocity() const { return velocity_; }
  double fastest() const { return fastest_; }

 private:
  const robot::Chain& chain_;
  JogParams params_;
  robot::ChainState state_;
  JointVector q_, v_;
  spatial::Pose tool_;
  Vector3 velocity_;
  double fastest_ = 0;
};

JointVector random_posture(const robot::Chain& chain, test::RandomDraw& draw) {
  JointVector q(chain.joint_count);
  for (int i = 0; i < chain.joint_count; ++i) {
    const robot::Joint& joint = chain.joints[static_cast<std::size_t>(i)];
    q[i] = draw.between(std::max(joint.lower, -3.0), std::min(joint.upper, 3.0));
    if (draw.bernoulli(0.1) && joint.upper < 10) q[i] = joint.upper;
  }
  return q;
}

JogVelocity random_jog(const robot::Chain& chain, test::RandomDraw& draw) {
  JogVelocity jog;
  jog.space = draw.bernoulli(0.5) ? JogSpace::joints : JogSpace::tool;
  jog.joints = JointVector::Zero(chain.joint_count);
  for (int i = 0; i < chain.joint_count; ++i) {
    if (draw.bernoulli(0.4)) jog.joints[i] = draw.between(-2, 2);
  }
  if (draw.bernoulli(0.7)) jog.linear = Vector3(draw.between(-1, 1), draw.between(-1, 1), 0.1);
  if (draw.bernoulli(0.3)) jog.angular = Vector3(draw.between(-1, 1), 0, draw.between(-2, 2));
  return jog;
}

std::vector<std::string> robots() {
  return {"kuka_lwr4", "panda", "omega7", "phantom_premium", "whman", "youbot_arm", "ropod"};
}

class JogOf : public testing::TestWithParam<std::string> {};

TEST_P(JogOf, KeepsEveryBoundWhateverIsAsked) {
  const robot::Chain chain = robot::load(GetParam());
  const JogParams params;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    test::RandomDraw draw(seed);
    JogMotion motion(params, chain);
    const JointVector start = random_posture(chain, draw);
    motion.begin(start);
    Watch watch(chain, params, start);
    for (int k = 0; k < 5000; ++k) {
      if (draw.bernoulli(0.004)) {
        const int what = draw.pick(4);
        if (what == 0) motion.halt();
        if (what == 1) motion.go(random_posture(chain, draw), JogSpace::joints);
        if (what == 2) motion.go(random_posture(chain, draw), JogSpace::tool);
        if (what == 3) motion.jog(random_jog(chain, draw));
      }
      ASSERT_TRUE(watch.see(motion.update(kTick))) << "seed " << seed << " tick " << k;
    }
  }
}

TEST_P(JogOf, ArrivesExactlyAndRests) {
  const robot::Chain chain = robot::load(GetParam());
  const JogParams params;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    test::RandomDraw draw(seed);
    for (const JogSpace by : {JogSpace::joints, JogSpace::tool}) {
      JogMotion motion(params, chain);
      const JointVector start = random_posture(chain, draw);
      const JointVector target = random_posture(chain, draw);
      motion.begin(start);
      motion.go(target, by);
      Watch watch(chain, params, start);
      int ticks = 0;
      for (; motion.moving() && ticks < 120000; ++ticks) {
        ASSERT_TRUE(watch.see(motion.update(kTick))) << "seed " << seed << " tick " << ticks;
      }
      EXPECT_EQ(motion.position(), target) << "seed " << seed;
      EXPECT_EQ(motion.update(kTick), target);
      EXPECT_FALSE(motion.moving());
    }
  }
}

TEST_P(JogOf, AllJointsArriveTogether) {
  const robot::Chain chain = robot::load(GetParam());
  test::RandomDraw draw(11);
  JogMotion motion({}, chain);
  const JointVector start = random_posture(chain, draw);
  const JointVector target = random_posture(chain, draw);
  motion.begin(start);
  motion.go(target, JogSpace::joints);
  for (int k = 0; motion.moving(); ++k) {
    ASSERT_LT(k, 120000);
    const JointVector q = motion.update(kTick);
    // the same share of every joint's way
    const double share = (q - start).dot(target - start) / (target - start).squaredNorm();
    ASSERT_LT((q - start - share * (target - start)).norm(), 1e-9);
  }
}

TEST_P(JogOf, StopsWhenAskedWithinItsBrakingTime) {
  const robot::Chain chain = robot::load(GetParam());
  const JogParams params;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    test::RandomDraw draw(seed);
    JogMotion motion(params, chain);
    motion.begin(random_posture(chain, draw));
    motion.jog(random_jog(chain, draw));
    for (int k = 0; k < 700; ++k) motion.update(kTick);
    motion.halt();
    int ticks = 0;
    while (motion.moving() && ticks < 5000) {
      motion.update(kTick);
      ++ticks;
    }
    EXPECT_LT(ticks, 3000) << "seed " << seed;
    EXPECT_TRUE(motion.velocity().isZero(0));
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, JogOf, testing::ValuesIn(robots()),
                         [](const auto& chosen) { return chosen.param; });

JointVector haptic() {
  JointVector q(7);
  q << 0, -0.3464645658, 0, -2.0555918222, 0, 1.7091272564, 0.7853981634;
  return q;
}

TEST(JogMotion, TheToolGoesStraightAsFastAsAskedForAndDoesNotTurn) {
  const robot::Chain chain = robot::load("panda");
  for (int axis = 0; axis < 3; ++axis) {
    JogMotion motion({}, chain);
    motion.begin(haptic());
    Watch watch(chain, {}, haptic());
    const spatial::Pose start = watch.tool();
    JogVelocity jog;
    jog.space = JogSpace::tool;
    jog.linear = 0.05 * Vector3::Unit(axis);
    motion.jog(jog);
    for (int k = 0; k < 2000; ++k) ASSERT_TRUE(watch.see(motion.update(kTick)));
    EXPECT_NEAR(watch.tool_velocity()[axis], 0.05, 1e-4);
    Vector3 moved = watch.tool().position - start.position;
    EXPECT_GT(moved[axis], 0.09);
    moved[axis] = 0;
    EXPECT_LT(moved.norm(), 1e-4);
    EXPECT_LT(spatial::log_rotation(watch.tool().rotation * start.rotation.transpose()).norm(),
              1e-3);
  }
}

TEST(JogMotion, AWayByTheToolIsAStraightLine) {
  const robot::Chain chain = robot::load("panda");
  JointVector target = haptic();
  target[0] += 0.5;
  target[1] += 0.2;
  target[3] += 0.3;
  target[6] -= 0.4;
  JogMotion motion({}, chain);
  motion.begin(haptic());
  Watch watch(chain, {}, haptic());
  Watch there(chain, {}, target);
  const Vector3 from = watch.tool().position;
  const Vector3 line = (there.tool().position - from).normalized();
  motion.go(target, JogSpace::tool);
  double off = 0;
  for (int k = 0; motion.moving(); ++k) {
    ASSERT_LT(k, 120000);
    ASSERT_TRUE(watch.see(motion.update(kTick)));
    const Vector3 gone = watch.tool().position - from;
    off = std::max(off, (gone - gone.dot(line) * line).norm());
  }
  EXPECT_EQ(motion.position(), target);
  EXPECT_LT(off, 2e-3);
}

TEST(JogMotion, OneJointTakesNoLongerThanItsBoundsMakeIt) {
  const robot::Chain chain = robot::load("panda");
  JointVector target = haptic();
  target[6] += 1.5;
  JogMotion motion({}, chain);
  motion.begin(haptic());
  motion.go(target, JogSpace::joints);
  int ticks = 0;
  for (; motion.moving() && ticks < 120000; ++ticks) motion.update(kTick);
  // a trapezoid of 1 rad/s and 2 rad/s² takes 1.5 / 1 + 1 / 2 s
  EXPECT_LT(ticks * kTick, 1.1 * 2.0);
}

TEST(JogMotion, AJointAtItsStopDoesNotHoldTheOthers) {
  const robot::Chain chain = robot::load("panda");
  JogMotion motion({}, chain);
  JointVector q = haptic();
  q[6] = chain.joints[6].upper;
  motion.begin(q);
  JogVelocity jog;
  jog.joints = JointVector::Zero(7);
  jog.joints[0] = 0.1;
  jog.joints[6] = 0.5;
  motion.jog(jog);
  for (int k = 0; k < 2000; ++k) motion.update(kTick);
  EXPECT_NEAR(motion.velocity()[0], 0.1, 1e-3);
  EXPECT_EQ(motion.position()[6], chain.joints[6].upper);
}

TEST(JogMotion, AJogRunsUpToAStopAndRestsThere) {
  const robot::Chain chain = robot::load("panda");
  JogMotion motion({}, chain);
  motion.begin(haptic());
  JogVelocity jog;
  jog.joints = JointVector::Zero(7);
  jog.joints[4] = -1;
  motion.jog(jog);
  for (int k = 0; k < 20000; ++k) motion.update(kTick);
  EXPECT_NEAR(motion.position()[4], chain.joints[4].lower, 1e-4);
  EXPECT_GE(motion.position()[4], chain.joints[4].lower);
}

TEST(JogMotion, WhatIsOutsideItsLimitsComesBackAndJumpsNowhere) {
  const robot::Chain chain = robot::load("panda");
  JogMotion motion({}, chain);
  JointVector q = haptic();
  q[4] = chain.joints[4].upper + 0.05;
  motion.begin(q);
  JogVelocity jog;
  jog.joints = JointVector::Zero(7);
  jog.joints[4] = 1;
  motion.jog(jog);
  for (int k = 0; k < 100; ++k) motion.update(kTick);
  EXPECT_EQ(motion.position(), q);
  motion.go(haptic(), JogSpace::joints);
  for (int k = 0; k < 120000 && motion.moving(); ++k) motion.update(kTick);
  EXPECT_EQ(motion.position(), haptic());
}

TEST(JogMotion, NonsenseIsNotFollowed) {
  const robot::Chain chain = robot::load("panda");
  JogMotion motion({}, chain);
  motion.begin(haptic());
  motion.go(JointVector::Constant(7, std::nan("")), JogSpace::joints);
  motion.go(JointVector::Zero(3), JogSpace::tool);
  JogVelocity jog;
  jog.space = JogSpace::tool;
  jog.linear.x() = std::nan("");
  motion.jog(jog);
  motion.begin(JointVector::Constant(7, std::nan("")));
  EXPECT_FALSE(motion.moving());
  EXPECT_EQ(motion.update(kTick), haptic());
}

}  // namespace
}  // namespace tether::control
