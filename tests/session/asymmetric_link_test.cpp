// Whole sessions over a link whose directions differ: every sample takes as long as its direction
// says.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "tether/scenario/scenario_file.hpp"
#include "tether/session/replay.hpp"
#include "tether/session/runner.hpp"
#include "tether/session/virtual_session.hpp"

namespace tether::session {
namespace {

constexpr int kThere = 20, kBack = 300;  // [ms]
constexpr int kSteps = 3000;             // at 1 kHz

std::vector<std::string> asymmetric(std::vector<std::string> set = {}) {
  set.insert(set.end(), {"duration=3", "expect=[]", "phases=[]", "link.to_follower.delay=0.02",
                         "link.to_leader.delay=0.3"});
  return set;
}

TEST(AsymmetricLink, DelaysEverySampleAsItsDirectionSays) {
  VirtualSession session(scenario::load_scenario("omega_lwr_wall", asymmetric()));
  int there = 0, back = 0;
  while (!session.finished()) {
    session.tick();
    for (const signals::Tick* tick : {&session.follower(), &session.leader()}) {
      if (!tick->received.fresh) continue;
      const bool follows = tick == &session.follower();
      EXPECT_EQ(tick->time - tick->received.sample.sent,
                std::chrono::milliseconds(follows ? kThere : kBack));
      ++(follows ? there : back);
    }
    session.advance();
  }
  EXPECT_EQ(there, kSteps - kThere);
  EXPECT_EQ(back, kSteps - kBack);
  // either side knows the sum of both, by its own clock alone
  for (const signals::Tick* tick : {&session.follower(), &session.leader()}) {
    EXPECT_NEAR(tick->quality.round_trip, 1e-3 * (kThere + kBack), 1e-9);
  }
}

TEST(AsymmetricLink, LosesAndHoldsUpOnlyWhereItIsSaid) {
  VirtualSession session(scenario::load_scenario(
      "omega_lwr_wall",
      asymmetric({"link.to_leader.loss=0.3", "link.to_follower.outages=[{from=0.8,to=1.1}]"})));
  double longest = 0;
  while (!session.finished()) {
    session.tick();
    if (core::seconds(session.now()) > 0.5) {
      longest = std::max(longest, session.follower().quality.silence);
    }
    session.advance();
  }
  EXPECT_NEAR(longest, 0.3, 2e-3);
  EXPECT_NEAR(session.leader().quality.loss, 0.3, 0.1);
  EXPECT_LT(session.follower().quality.loss, 0.01);
}

TEST(AsymmetricLink, IsReplayedWithoutDifference) {
  const std::string log = testing::TempDir() + "asymmetric_link.mcap";
  session::run(
      scenario::load_scenario("omega_lwr_wall", asymmetric({"link.to_leader.jitter=0.01",
                                                            "link.to_leader.distribution=normal"})),
      {.log_path = log});
  const auto same = replay(log);
  EXPECT_FALSE(same.first) << same.first->detail;
  EXPECT_EQ(same.run.ticks, std::uint64_t{kSteps});
}

}  // namespace
}  // namespace tether::session
