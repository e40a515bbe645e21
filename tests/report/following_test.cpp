// Whether reach, lag and delayed error say what the follower did, with motions known by formula.
#include "tether/report/metrics/following.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/report/named_metric.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/runner.hpp"

namespace tether::report {
namespace {

constexpr double kRate = 1000;  // [Hz]

spatial::Vector3 swing(double t) {
  return {0.05 * std::sin(2 * std::numbers::pi * 0.4 * t), 0.03 * std::cos(1.7 * t), 0};
}

// a follower that shows `share` of what the leader did `lag` ago, over a link of `delay`
struct Motion {
  double share = 1;
  double lag = 0;    // [s]
  double delay = 0;  // [s]
  spatial::Vector3 offset = spatial::Vector3::Zero();

  double led = 0, followed = 0, worst = 0;
  std::optional<double> found;

  void run(double duration) {
    Following following(scenario::load_scenario("omega_lwr_wall"));
    for (int k = 0; k < duration * kRate; ++k) {
      const double t = k / kRate;
      signals::Tick leader, follower;
      leader.time = follower.time = core::Time(std::chrono::milliseconds(k));
      leader.engagement = follower.engagement = control::Engagement::engaged;
      leader.coupling.send.pose.position = swing(t);
      follower.coupling.send.pose.position = share * swing(std::max(t - lag, 0.0)) + offset;
      follower.received.fresh = true;
      follower.received.sample.sent =
          follower.time - core::duration_from_seconds(std::min(delay, t));
      const Following::Step step = following.update(leader, follower);
      led += step.led;
      followed += step.followed;
      if (t > 5) worst = std::max(worst, step.error);
    }
    found = following.lag(5, duration);
  }
  double reach() const { return *Following::reach(led, followed); }
};

TEST(Following, FindsTheLagToTheMillisecond) {
  for (const double lag : {0.0, 0.003, 0.05, 0.351, 1.0, 2.4}) {
    Motion motion{.lag = lag, .delay = lag};
    motion.run(20);
    ASSERT_TRUE(motion.found) << lag;
    EXPECT_NEAR(*motion.found, lag, 1e-3);
  }
}

TEST(Following, FindsALagDespiteAConstantOffset) {
  Motion motion{.lag = 0.4, .offset = {0.02, -0.01, 0.03}};
  motion.run(20);
  ASSERT_TRUE(motion.found);
  EXPECT_NEAR(*motion.found, 0.4, 1e-3);
}

TEST(Following, HasNoLagOfAFollowerThatStandsStill) {
  Motion motion{.share = 0.02, .lag = 0.3};
  motion.run(20);
  EXPECT_FALSE(motion.found);
  EXPECT_NEAR(motion.reach(), 0.02, 1e-3);
}

TEST(Following, ReachesAsFarAsTheLeaderWhateverTheDelay) {
  for (const double delay : {0.0, 0.2, 1.0}) {
    Motion motion{.lag = delay, .delay = delay};
    motion.run(20);
    EXPECT_NEAR(motion.reach(), 1, 0.03) << delay;
  }
  Motion half{.share = 0.5};
  half.run(20);
  EXPECT_NEAR(half.reach(), 0.5, 0.01);
}

TEST(Following, HoldsAgainstTheLeaderAsItWasOneTransportDelayAgo) {
  Motion exact{.lag = 0.25, .delay = 0.25};
  exact.run(12);
  EXPECT_LT(exact.worst, 1e-9);
  Motion late{.lag = 0.35, .delay = 0.25};
  late.run(12);
  // 0.1 s late at up to 0.135 m/s
  EXPECT_GT(late.worst, 0.01);
  EXPECT_LT(late.worst, 0.016);
}

// figures of a whole session over a link that is slow in one direction
std::vector<double> figures_over(const std::string& direction) {
  const auto scenario = scenario::load_scenario(
      "omega_lwr_wall", {"duration=8", "expect=[]", "phases=[]", "passivity.kind=none",
                         "link." + direction + ".delay=0.3"});
  MetricsCollector metrics(scenario);
  session::run(scenario, {.observers = {&metrics}});
  std::vector<double> figures;
  for (const char* name :
       {"follower_lag_s", "tracking_error_delayed_mean", "tracking_error_mean"}) {
    figures.push_back(metric(metrics.overall(), name));
  }
  return figures;
}

TEST(Following, CountsTheDelayToTheFollowerAloneWhereTheWaysDiffer) {
  const auto there = figures_over("to_follower"), back = figures_over("to_leader");
  // what the arm adds to the link is the same both times
  EXPECT_NEAR(there[0] - back[0], 0.3, 0.02);
  EXPECT_NEAR(there[1], back[1], 0.2 * back[1]);
  EXPECT_GT(there[2], 1.2 * back[2]);  // the error at the same moment does not know
}

TEST(Following, SaysNothingWhereNoPlaceIsFollowed) {
  EXPECT_FALSE(Following(scenario::load_scenario("falcon_ropod_corridor")).applies());
  EXPECT_FALSE(Following(scenario::load_scenario("panda_pendulum")).applies());
  EXPECT_FALSE(Following::reach(0.004, 0.1));
}

TEST(Following, CountsNoWayWhileTheSidesAreApart) {
  Following following(scenario::load_scenario("omega_lwr_wall"));
  double led = 0;
  for (int k = 0; k < 1000; ++k) {
    signals::Tick leader, follower;
    leader.time = follower.time = core::Time(std::chrono::milliseconds(k));
    leader.engagement = control::Engagement::clutched;
    leader.coupling.send.pose.position = swing(k / kRate);
    led += following.update(leader, follower).led;
  }
  EXPECT_EQ(led, 0);
}

}  // namespace
}  // namespace tether::report
