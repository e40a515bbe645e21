#include "tether/link/exchange.hpp"

#include <gtest/gtest.h>

#include "tests/link/promising.hpp"

namespace tether::link {
namespace {

TEST(Exchange, LetsTheNewestSampleWinAndCountsAllThatCame) {
  Exchange sender, receiver;
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

TEST(Exchange, PromisesANewRunOfThePeerNothingThatItsFirstRunWasPromised) {
  Exchange leader, first_run, second_run;
  leader.begin_conversation();
  first_run.begin_conversation();
  first_run.take({}, leader.number({}, promising(5)));
  EXPECT_EQ(first_run.received().sample.energy, 5);

  // the follower is killed and started again
  leader.begin_conversation();
  second_run.begin_conversation();
  second_run.take({}, leader.number({}, promising(5.5)));
  EXPECT_DOUBLE_EQ(second_run.received().sample.energy, 0.5);
}

TEST(Exchange, KeepsWhatAnEarlierRunOfThePeerBrought) {
  Exchange leader, first_run, second_run;
  leader.take({}, first_run.number({}, promising(3)));
  EXPECT_EQ(leader.received().sample.energy, 3);

  leader.begin_conversation();
  second_run.begin_conversation();
  const signals::Received between = leader.received();
  EXPECT_FALSE(between.valid);
  EXPECT_EQ(between.conversation, 1);
  leader.take({}, second_run.number({}, promising(1)));
  const signals::Received after = leader.received();
  EXPECT_TRUE(after.valid && after.fresh);
  EXPECT_DOUBLE_EQ(after.sample.energy, 4);
}

TEST(Exchange, EchoesTheStampOfTheNewestSampleAndHowLongItWasHeld) {
  Exchange exchange;
  EXPECT_FALSE(exchange.number({}, {}).echoes);
  signals::Sample heard;
  heard.sent = core::Time(core::Duration(7));
  exchange.take(core::Time(core::Duration(100)), heard);
  const signals::Sample answer = exchange.number(core::Time(core::Duration(130)), {});
  EXPECT_TRUE(answer.echoes);
  EXPECT_EQ(answer.echo, heard.sent);
  EXPECT_EQ(answer.held, core::Duration(30));
}

}  // namespace
}  // namespace tether::link
