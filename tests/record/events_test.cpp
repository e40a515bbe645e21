// Sides that part and join, as reported in the events of a session.
#include "tether/record/events.hpp"

#include <algorithm>
#include <iterator>

#include <gmock/gmock.h>

namespace tether::record {
namespace {

using control::Engagement;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Events : public ::testing::Test {
 protected:
  // a tick of both; what it caused
  std::vector<std::string> watch() {
    leader.time = follower.time += std::chrono::milliseconds(1);
    std::vector<std::string> names;
    for (const Event& event : log.watch(leader, follower)) names.emplace_back(event.what.view());
    return names;
  }

  EventLog log{{}};
  signals::Tick leader, follower;
};

TEST_F(Events, ReportWhenASideLosesTheOtherAndWhenItHasItBack) {
  leader.engagement = follower.engagement = Engagement::engaged;
  EXPECT_THAT(watch(), IsEmpty());
  leader.engagement = Engagement::holding;
  leader.quality.silence = 0.6;
  EXPECT_THAT(watch(), ElementsAre("leader_parted"));
  EXPECT_EQ(log.all().back().detail.view(),
            "the follower is not heard any more; the handle goes limp");
  EXPECT_THAT(watch(), IsEmpty());
  follower.engagement = Engagement::holding;
  EXPECT_THAT(watch(), ElementsAre("follower_parted"));
  EXPECT_EQ(log.all().back().detail.view(), "the leader is not ready; the robot holds where it is");
  leader.engagement = follower.engagement = Engagement::engaging;
  EXPECT_THAT(watch(), IsEmpty());
  leader.engagement = follower.engagement = Engagement::engaged;
  EXPECT_THAT(watch(), ElementsAre("leader_joined", "follower_joined"));
}

TEST_F(Events, ReportEachNewRunOfTheOtherSideButNotTheFirst) {
  follower.received.epoch = 1;
  EXPECT_THAT(watch(), IsEmpty());
  follower.received.epoch = 2;
  EXPECT_THAT(watch(), ElementsAre("follower_met_new_run"));
  EXPECT_EQ(log.all().back().detail.view(), "another run of the leader is there");
  EXPECT_THAT(watch(), IsEmpty());
}

TEST_F(Events, DoNotTakeTheClutchOrARestForALoss) {
  for (const bool resting : {false, true}) {
    leader.engagement = Engagement::engaged;
    leader.resting = false;
    EXPECT_THAT(watch(), IsEmpty());
    leader.engagement = resting ? Engagement::holding : Engagement::clutched;
    leader.resting = resting;
    EXPECT_THAT(watch(), IsEmpty());
    leader.engagement = Engagement::holding;
    leader.resting = false;
    EXPECT_THAT(watch(), IsEmpty());
  }
}

// what is held back counts over half a second, and with what mends it
TEST_F(Events, ReportWhenAnAccountHoldsBackMostOfWhatIsAskedAndWhenItPaysAgain) {
  follower.engagement = Engagement::engaged;
  follower.energy.paid = 0.1;
  std::vector<std::string> seen;
  const auto pass = [&](int ticks) {
    seen.clear();
    for (int k = 0; k < ticks; ++k) std::ranges::copy(watch(), std::back_inserter(seen));
    return seen;
  };
  EXPECT_THAT(pass(300), IsEmpty());
  EXPECT_THAT(pass(300), ElementsAre("account_starved"));
  EXPECT_EQ(log.all().back().detail.view(),
            "the follower's account holds back 50 % of what the coupling asks for; move more "
            "slowly, or count energy at the tools (port = \"tool\")");
  EXPECT_THAT(pass(2000), IsEmpty());
  follower.energy.paid = 1;
  EXPECT_THAT(pass(2000), ElementsAre("account_recovered"));

  // at the tools it counts already, and apart nothing is asked for
  follower.outside.counts = true;
  follower.energy.paid = 0;
  EXPECT_THAT(pass(1000), ElementsAre("account_starved"));
  EXPECT_THAT(std::string(log.all().back().detail.view()),
              ::testing::EndsWith("move more slowly, or declare a larger store"));
  follower.engagement = Engagement::clutched;
  EXPECT_THAT(pass(2000), ElementsAre("account_recovered"));
}

// a force that the account holds back is not at the device's limit, whatever was asked
TEST_F(Events, BlameALimitOnlyWhereTheAccountPays) {
  leader.effort_removed = 5;
  leader.energy.paid = 0.5;
  for (int k = 0; k < 500; ++k) EXPECT_THAT(watch(), IsEmpty());
  leader.energy.paid = 1;
  bool blamed = false;
  for (int k = 0; k < 500; ++k) {
    const auto names = watch();
    blamed = blamed || (names.size() == 1 && names[0] == "leader_limit_begin");
  }
  EXPECT_TRUE(blamed);
}

TEST_F(Events, ReportALoopThatStoodStill) {
  watch();
  watch();
  leader.time = follower.time += std::chrono::milliseconds(48);
  EXPECT_THAT(watch(), IsEmpty());
  leader.time = follower.time += std::chrono::milliseconds(309);
  EXPECT_THAT(watch(), ElementsAre("leader_stalled", "follower_stalled"));
  EXPECT_EQ(log.all().back().detail.view(), "no tick for 310 ms");
}

TEST_F(Events, ReportAStallOnceAndOnlyOfTheSideThatHadIt) {
  watch();
  // the recorder repeats the last tick of a side that has none
  follower.origin = signals::TickOrigin::repeated;
  for (int k = 0; k < 100; ++k) EXPECT_THAT(watch(), IsEmpty());
  follower.origin = signals::TickOrigin::made;
  EXPECT_THAT(watch(), ElementsAre("follower_stalled"));
  EXPECT_THAT(watch(), IsEmpty());
}

TEST_F(Events, SayNothingOfASideThatIsOnlyReceived) {
  follower.origin = signals::TickOrigin::received;
  follower.engagement = Engagement::engaged;
  watch();
  follower.engagement = Engagement::holding;
  EXPECT_THAT(watch(), IsEmpty());
}

}  // namespace
}  // namespace tether::record
