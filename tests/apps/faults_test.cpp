// Sides that die, freeze and lose each other, as processes.
#include "tests/apps/faults.hpp"

namespace tether::apps {
namespace {

// energy that a side took from the link, in all runs of the other side that it met
double heard_by(const RecordedRun& run) { return run.ticks.back().energy.received; }
double promised_by(const RecordedRun& run) { return run.ticks.back().energy.sent; }

TEST_F(Faults, AKilledFollowerComesBackToALeaderThatWentLimp) {
  auto leader = start_leader();
  auto first = start_follower("first");
  ASSERT_TRUE(both_engaged(*leader, *first)) << leader->output() << first->output();
  let_it_run(2);  // for a log that is worth reading
  const auto limp = leader->next(Engagement::holding), felt = leader->next(Engagement::engaged);
  first->kill();
  ASSERT_TRUE(leader->tells(limp)) << leader->output();
  auto second = start_follower("second");
  ASSERT_TRUE(second->tells({Engagement::engaged})) << second->output();
  ASSERT_TRUE(leader->tells(felt)) << leader->output();
  let_it_run();
  EXPECT_EQ(leader->end(), kInterrupted);
  EXPECT_EQ(second->end(), kInterrupted);

  const RecordedRun led = leader->log(), killed = first->log(), followed = second->log();
  check_side(*leader, led);
  check_side(*second, followed);
  EXPECT_EQ(leader->summary()["link"]["leader"]["connections"], 2);
  EXPECT_EQ(led.count("leader_met_new_run"), 1U);
  check_bumpless(led);

  EXPECT_TRUE(killed.truncated);
  EXPECT_GT(killed.ticks.size(), 500U);
  expect_bounded(killed);
  // what was promised to the run that died is not promised again
  EXPECT_LE(heard_by(followed), promised_by(led));
}

TEST_F(Faults, AKilledLeaderComesBackToAFollowerThatHeld) {
  auto follower = start_follower();
  auto first = start_leader("first");
  ASSERT_TRUE(both_engaged(*first, *follower)) << first->output() << follower->output();
  let_it_run(2);
  const auto held = follower->next(Engagement::holding);
  const auto led_again = follower->next(Engagement::engaged);
  first->kill();
  ASSERT_TRUE(follower->tells(held)) << follower->output();
  auto second = start_leader("second");
  ASSERT_TRUE(second->tells({Engagement::engaged})) << second->output();
  ASSERT_TRUE(follower->tells(led_again)) << follower->output();
  let_it_run();
  EXPECT_EQ(second->end(), kInterrupted);
  EXPECT_EQ(follower->end(), kInterrupted);

  const RecordedRun followed = follower->log(), killed = first->log(), led = second->log();
  check_side(*follower, followed);
  check_side(*second, led);
  EXPECT_EQ(follower->summary()["link"]["follower"]["connections"], 2);
  EXPECT_EQ(followed.count("follower_met_new_run"), 1U);
  check_bumpless(followed);

  EXPECT_TRUE(killed.truncated);
  EXPECT_GT(killed.ticks.size(), 500U);
  expect_bounded(killed);
  EXPECT_LE(heard_by(led), promised_by(followed));
}

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
  ASSERT_TRUE(leader->tells(felt)) << leader->output();
  ASSERT_TRUE(follower->tells(led_again)) << follower->output();
  let_it_run();
  EXPECT_EQ(leader->end(), kInterrupted);
  EXPECT_EQ(follower->end(), kInterrupted);

  const RecordedRun led = leader->log(), followed = follower->log();
  check_side(*leader, led);
  check_side(*follower, followed);
  // the connection survives
  EXPECT_EQ(leader->summary()["link"]["leader"]["connections"], 1);
  EXPECT_EQ(follower->summary()["link"]["follower"]["connections"], 1);
  EXPECT_LE(heard_by(led), promised_by(followed));
  EXPECT_LE(heard_by(followed), promised_by(led));
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
  ASSERT_TRUE(other.tells(apart)) << other.output();
  frozen.thaw();
  ASSERT_TRUE(other.tells(again)) << other.output();
  ASSERT_TRUE(frozen.tells(thawed)) << frozen.output();
  let_it_run();
  EXPECT_EQ(leader->end(), kInterrupted);
  EXPECT_EQ(follower->end(), kInterrupted);

  const RecordedRun led = leader->log(), followed = follower->log();
  check_side(*leader, led);
  check_side(*follower, followed);
  EXPECT_EQ(leader->summary()["link"]["leader"]["connections"], 1);
  EXPECT_LE(heard_by(led), promised_by(followed));
  EXPECT_LE(heard_by(followed), promised_by(led));
  check_bumpless(led);
  check_bumpless(followed);
}

INSTANTIATE_TEST_SUITE_P(Of, FrozenProcess, ::testing::Values(SideName::leader, SideName::follower),
                         [](const auto& test) { return session::name(test.param); });

TEST_F(Faults, AClockThreeHoursOffChangesNothing) {
  const std::vector<std::string> elsewhen{"unshare", "--time",     "--monotonic",
                                          "10800",   "--boottime", "10800"};
  const auto permitted = shell("unshare --time --monotonic 10800 --boottime 10800 true");
  if (permitted.status != 0) GTEST_SKIP() << "no time namespace: " << permitted.output;
  auto follower = start_follower("follower", elsewhen);
  auto leader = start_leader();
  ASSERT_TRUE(both_engaged(*leader, *follower)) << leader->output() << follower->output();
  let_it_run(3);
  EXPECT_EQ(leader->end(), kInterrupted);
  EXPECT_EQ(follower->end(), kInterrupted);

  const RecordedRun led = leader->log(), followed = follower->log();
  check_side(*leader, led);
  check_side(*follower, followed);
  EXPECT_EQ(led.count("leader_parted"), 0U);
  // the round trip is told by echoed stamps: it has no hours in it
  EXPECT_LE(heard_by(led), promised_by(followed));
  EXPECT_LE(heard_by(followed), promised_by(led));
}

}  // namespace
}  // namespace tether::apps
