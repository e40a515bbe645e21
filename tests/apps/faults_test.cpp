// Sides that die, freeze and lose each other, as processes.
#include "tests/apps/faults.hpp"

#include <nlohmann/json.hpp>

namespace tether::apps {
namespace {

// energy that a side took from the link, in all runs of the other side that it met
double received_by(const RecordedRun& run) { return run.ticks.back().energy.received; }
double promised_by(const RecordedRun& run) { return run.ticks.back().energy.sent; }

// no side received more than the other promised
void check_promises(const RecordedRun& led, const RecordedRun& followed) {
  EXPECT_LE(received_by(led), promised_by(followed));
  EXPECT_LE(received_by(followed), promised_by(led));
}

// a leader that went limp, or a follower that held
class KilledProcess : public Faults, public ::testing::WithParamInterface<SideName> {
 protected:
  std::unique_ptr<SideProcess> start(SideName side, const std::string& name) {
    if (side == SideName::leader) return start_leader(name);
    return start_follower(name);
  }
};

TEST_P(KilledProcess, ComesBackToTheOtherWithoutAJolt) {
  const SideName dies = GetParam();
  const SideName stays = dies == SideName::leader ? SideName::follower : SideName::leader;
  auto survivor = start(stays, "survivor");
  auto first = start(dies, "first");
  ASSERT_TRUE(both_engaged(*survivor, *first)) << survivor->output() << first->output();
  let_it_run(2);  // for a log that is worth reading
  const auto apart = survivor->next(Engagement::holding);
  const auto again = survivor->next(Engagement::engaged);
  first->kill();
  ASSERT_TRUE(survivor->reports(apart)) << survivor->output();
  auto second = start(dies, "second");
  ASSERT_TRUE(second->reports({Engagement::engaged})) << second->output();
  ASSERT_TRUE(survivor->reports(again)) << survivor->output();
  const Ended ended = end(*survivor, *second);

  const std::string name = signals::name(stays);
  EXPECT_EQ(survivor->summary()["link"][name]["connections"], 2);
  EXPECT_EQ(ended.one.count(name + "_met_new_run"), 1U);
  check_bumpless(ended.one);
  // what was promised to the run that died is not promised again
  EXPECT_LE(received_by(ended.other), promised_by(ended.one));

  const RecordedRun killed = first->log();
  EXPECT_TRUE(killed.truncated);
  EXPECT_GT(killed.ticks.size(), 500U);
  expect_bounded(killed);
}

INSTANTIATE_TEST_SUITE_P(Of, KilledProcess, ::testing::Values(SideName::leader, SideName::follower),
                         [](const auto& test) { return signals::name(test.param); });

// a network that is there or not
class CutLink : public Faults, public ::testing::WithParamInterface<double> {
 protected:
  std::unique_ptr<test::ChildProcess> network() const {
    return std::make_unique<test::ChildProcess>(
        std::vector<std::string>{TETHER_PROGRAM, "emulate", "network", "--listen", addresses.relay,
                                 "--to", addresses.follower},
        (directory / "network.txt").string());
  }
};

TEST_P(CutLink, PartsTheSidesAndJoinsThemWithoutAJolt) {
  settings.emplace_back("link.timeout=0.3");
  auto link = network();
  auto follower = start_follower();
  auto leader = start_leader("leader", addresses.relay);
  ASSERT_TRUE(both_engaged(*leader, *follower)) << leader->output() << follower->output();
  const auto felt = leader->next(Engagement::engaged),
             led_again = follower->next(Engagement::engaged);
  link->kill();
  std::this_thread::sleep_for(std::chrono::duration<double>(GetParam()));
  link = network();
  ASSERT_TRUE(leader->reports(felt)) << leader->output();
  ASSERT_TRUE(follower->reports(led_again)) << follower->output();
  const auto [led, followed] = end(*leader, *follower);
  // the connection survives
  EXPECT_EQ(leader->summary()["link"]["leader"]["connections"], 1);
  EXPECT_EQ(follower->summary()["link"]["follower"]["connections"], 1);
  check_promises(led, followed);
  check_bumpless(led);
  check_bumpless(followed);
}

INSTANTIATE_TEST_SUITE_P(For, CutLink, ::testing::Values(0.5, 2.0, 10.0), [](const auto& test) {
  return fmt::format("{:.0f}Milliseconds", 1e3 * test.param);
});

// each side in turn
class FrozenProcess : public Faults, public ::testing::WithParamInterface<SideName> {};

TEST_P(FrozenProcess, WakesUpAndGoesOn) {
  auto follower = start_follower();
  auto leader = start_leader();
  ASSERT_TRUE(both_engaged(*leader, *follower)) << leader->output() << follower->output();
  const bool leads = GetParam() == SideName::leader;
  SideProcess& frozen = leads ? *leader : *follower;
  SideProcess& other = leads ? *follower : *leader;
  const auto apart = other.next(Engagement::holding), again = other.next(Engagement::engaged);
  const auto thawed = frozen.next(Engagement::engaged);
  frozen.freeze();
  std::this_thread::sleep_for(std::chrono::seconds(1));
  ASSERT_TRUE(other.reports(apart)) << other.output();
  frozen.thaw();
  ASSERT_TRUE(other.reports(again)) << other.output();
  ASSERT_TRUE(frozen.reports(thawed)) << frozen.output();
  const auto [led, followed] = end(*leader, *follower);
  EXPECT_EQ(leader->summary()["link"]["leader"]["connections"], 1);
  check_promises(led, followed);
  check_bumpless(led);
  check_bumpless(followed);
}

INSTANTIATE_TEST_SUITE_P(Of, FrozenProcess, ::testing::Values(SideName::leader, SideName::follower),
                         [](const auto& test) { return signals::name(test.param); });

TEST_F(Faults, AClockThreeHoursOffChangesNothing) {
  const std::vector<std::string> elsewhen{"unshare", "--time",     "--monotonic",
                                          "10800",   "--boottime", "10800"};
  const auto permitted = shell("unshare --time --monotonic 10800 --boottime 10800 true");
  if (permitted.status != 0) GTEST_SKIP() << "no time namespace: " << permitted.output;
  auto follower = start_follower("follower", elsewhen);
  auto leader = start_leader();
  ASSERT_TRUE(both_engaged(*leader, *follower)) << leader->output() << follower->output();
  const auto [led, followed] = end(*leader, *follower, 3);
  EXPECT_EQ(led.count("leader_parted"), 0U);
  // the round trip is measured by echoed stamps: it has no hours in it
  check_promises(led, followed);
}

}  // namespace
}  // namespace tether::apps
