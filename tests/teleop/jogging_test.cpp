// Jogging by itself: how long an order lasts, when the robot is given back, and how its way is
// followed.
#include "tether/teleop/jogging.hpp"

#include <gtest/gtest.h>

#include "tether/robot/catalogue.hpp"

namespace tether::teleop {
namespace {

using robot::JointVector;
using Kind = control::JogCommand::Kind;

constexpr double kTick = 1e-3;  // [s]

class JoggingTest : public testing::Test {
 protected:
  void command(Kind kind, double speed_or_target) {
    control::JogCommand command{.kind = kind, .number = ++commands_};
    command.velocity.joints = JointVector::Constant(7, speed_or_target);
    command.target = JointVector::Constant(7, speed_or_target);
    jogging_.command(command);
  }
  // ticks until the robot is given back, which goes where it is wanted at once
  int ticks_held(int most = 10000) {
    int ticks = 0;
    while (ticks < most && jogging_.update(q_)) ++ticks;
    return ticks;
  }
  // what is asked of unit masses at rest
  JointVector effort() {
    return jogging_.effort(q_, JointVector::Zero(7), robot::JointMatrix::Identity(7, 7));
  }

  robot::Chain chain_ = robot::load("kuka_lwr4");
  Jogging jogging_{chain_, kTick};
  JointVector q_ = JointVector::Constant(7, 0.1);
  std::uint32_t commands_ = 0;
};

TEST_F(JoggingTest, HasTheRobotFromAnOrderUntilItHasRestedForAWhile) {
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(jogging_.update(q_));
  command(Kind::jog, 0.05);
  const int held = ticks_held();
  // the order lasts 0.2 s, it brakes, and lingers 0.3 s
  EXPECT_GT(held, 500);
  EXPECT_LT(held, 750);
  EXPECT_FALSE(jogging_.update(q_)) << "the order is an old one now";
}

TEST_F(JoggingTest, BeginsItsPatienceAnewWithEveryOrder) {
  command(Kind::jog, 0.05);
  for (int i = 0; i < 150; ++i) ASSERT_TRUE(jogging_.update(q_));
  command(Kind::jog, 0.05);
  EXPECT_GT(ticks_held(), 500);
}

TEST_F(JoggingTest, GoesToThePostureThatItIsOrderedTo) {
  command(Kind::go, 0.2);
  for (int i = 0; i < 400; ++i) ASSERT_TRUE(jogging_.update(q_));
  // the spring is bent towards the posture
  EXPECT_GT(effort().minCoeff(), Jogging::kRate * Jogging::kRate * 0.02);
  EXPECT_GT(ticks_held(), 300);
  EXPECT_NEAR(effort()[0], Jogging::kRate * Jogging::kRate * 0.1, 1) << "0.1 rad are left to go";
}

TEST_F(JoggingTest, PushesHarderTheLongerItIsHeldFastUpToABound) {
  command(Kind::jog, 0.05);
  jogging_.update(q_);
  std::vector<double> efforts;
  for (int i = 0; i < 450; ++i) {
    jogging_.update(q_);
    efforts.push_back(effort()[0]);
  }
  // the reference rests from 0.25 s on; what grows then is the sum of errors
  EXPECT_GT(efforts[440], efforts[300] * 1.02);
  const double error = efforts[440];
  // a spring alone would be below this bound by what the sum adds at most
  EXPECT_LT(error, Jogging::kRate * Jogging::kRate * 0.02 +
                       Jogging::kRate * Jogging::kRate * Jogging::kRate / 4 * 0.1);
}

TEST_F(JoggingTest, ForgetsTheSumOfAnEarlierMotion) {
  command(Kind::jog, 0.05);
  while (jogging_.update(q_)) effort();
  const auto first = [&] {
    command(Kind::jog, 0.05);
    jogging_.update(q_);
    return effort()[0];
  };
  const double again = first();
  Jogging fresh(chain_, kTick);
  control::JogCommand command{.kind = Kind::jog, .number = 1};
  command.velocity.joints = JointVector::Constant(7, 0.05);
  fresh.command(command);
  fresh.update(q_);
  EXPECT_DOUBLE_EQ(again,
                   fresh.effort(q_, JointVector::Zero(7), robot::JointMatrix::Identity(7, 7))[0]);
}

TEST_F(JoggingTest, FollowsTheSpeedOfItsWayToo) {
  command(Kind::jog, 0.05);
  for (int i = 0; i < 100; ++i) jogging_.update(q_);
  // a robot that is where it shall be, and moves as it shall, is asked for nothing
  control::JogMotion motion({}, chain_);
  motion.begin(q_);
  motion.jog({.joints = JointVector::Constant(7, 0.05)});
  JointVector at = q_;
  for (int i = 0; i < 100; ++i) at = motion.update(kTick);
  const JointVector asked =
      jogging_.effort(at, motion.velocity(), robot::JointMatrix::Identity(7, 7));
  EXPECT_GT(motion.velocity().norm(), 0.01);
  EXPECT_LT(asked.norm(), 1e-9);
}

TEST_F(JoggingTest, GivesTheRobotBackAtOnceWhenItIsCancelledAndForgetsTheOrder) {
  command(Kind::jog, 0.05);
  ASSERT_TRUE(jogging_.update(q_));
  jogging_.cancel();
  EXPECT_FALSE(jogging_.update(q_));
  command(Kind::jog, 0.05);
  EXPECT_TRUE(jogging_.update(q_)) << "a new one counts";
}

TEST_F(JoggingTest, DoesNotTakeUpAnOrderThatWasCancelledBeforeItBegan) {
  command(Kind::jog, 0.05);
  jogging_.cancel();
  EXPECT_FALSE(jogging_.update(q_));
}

}  // namespace
}  // namespace tether::teleop
