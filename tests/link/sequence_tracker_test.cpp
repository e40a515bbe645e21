#include "tether/link/sequence_tracker.hpp"

#include <gtest/gtest.h>

#include "tests/link/promising.hpp"

namespace tether::link {
namespace {

TEST(SequenceTracker, LetsTheNewestSampleWinAndCountsAllThatCame) {
  SequenceTracker sender, receiver;
  const signals::Sample first = sender.number({}, promising(1));
  const signals::Sample second = sender.number({}, promising(2));
  receiver.take({}, second);
  receiver.take({}, first);
  const signals::Received received = receiver.received();
  EXPECT_TRUE(received.valid && received.fresh);
  EXPECT_EQ(received.arrived, 2);
  EXPECT_EQ(received.sample.energy, 2);
  EXPECT_FALSE(receiver.received().fresh);
}

TEST(SequenceTracker, PromisesANewRunOfThePeerNothingThatItsFirstRunWasPromised) {
  SequenceTracker leader, first_run, second_run;
  leader.begin_epoch();
  first_run.begin_epoch();
  first_run.take({}, leader.number({}, promising(5)));
  EXPECT_EQ(first_run.received().sample.energy, 5);

  // the follower is killed and started again
  leader.begin_epoch();
  second_run.begin_epoch();
  second_run.take({}, leader.number({}, promising(5.5)));
  EXPECT_DOUBLE_EQ(second_run.received().sample.energy, 0.5);
}

TEST(SequenceTracker, KeepsWhatAnEarlierRunOfThePeerBrought) {
  SequenceTracker leader, first_run, second_run;
  leader.take({}, first_run.number({}, promising(3)));
  EXPECT_EQ(leader.received().sample.energy, 3);

  leader.begin_epoch();
  second_run.begin_epoch();
  const signals::Received between = leader.received();
  EXPECT_FALSE(between.valid);
  EXPECT_EQ(between.epoch, 1);
  leader.take({}, second_run.number({}, promising(1)));
  const signals::Received after = leader.received();
  EXPECT_TRUE(after.valid && after.fresh);
  EXPECT_DOUBLE_EQ(after.sample.energy, 4);
}

TEST(SequenceTracker, EchoesTheStampOfTheNewestSampleAndHowLongItWasHeld) {
  SequenceTracker tracker;
  EXPECT_FALSE(tracker.number({}, {}).echoes);
  signals::Sample received;
  received.sent = core::Time(core::Duration(7));
  tracker.take(core::Time(core::Duration(100)), received);
  const signals::Sample answer = tracker.number(core::Time(core::Duration(130)), {});
  EXPECT_TRUE(answer.echoes);
  EXPECT_EQ(answer.echo, received.sent);
  EXPECT_EQ(answer.held, core::Duration(30));
}

}  // namespace
}  // namespace tether::link
