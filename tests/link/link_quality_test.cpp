#include "tether/link/link_quality.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/link/moments.hpp"
#include "tether/link/emulated/emulated_link.hpp"

namespace tether::link {
namespace {

// Two sides that tick every millisecond and stamp by clocks of their own; what the leader makes of
// the link after n ticks.
signals::LinkQuality seen_by_leader(const EmulatedLinkParams& params, int n, core::Duration offset,
                                    std::uint64_t seed = 7) {
  EmulatedLink link(params, seed);
  LinkQualityEstimator estimator;
  signals::LinkQuality quality;
  for (int k = 0; k < n; ++k) {
    const core::Time now = at_ms(k);
    quality = estimator.update(now, link.leader().receive(now));
    signals::Sample ours;
    ours.sent = now;
    link.leader().send(now, ours);
    link.follower().receive(now);
    signals::Sample theirs;
    theirs.sent = now + offset;
    link.follower().send(now, theirs);
  }
  return quality;
}

EmulatedLinkParams constant_delay(double there, double back) {
  EmulatedLinkParams params;
  params.to_follower.delay.mean = there;
  params.to_leader.delay.mean = back;
  return params;
}

TEST(LinkQuality, KnowsTheRoundTripWithinATickWhateverTheOtherSidesClockSays) {
  for (const double offset : {0.0, 1234.5678, -98.7, 3e8}) {
    const auto q =
        seen_by_leader(constant_delay(0.0123, 0.0361), 500, core::duration_from_seconds(offset));
    ASSERT_TRUE(q.known) << offset;
    // a sample is seen at the first tick after it came: 13 and 37 ms
    EXPECT_NEAR(q.latest, 0.050, 1e-9) << offset;
    EXPECT_NEAR(q.round_trip, q.latest, 1e-6) << offset;
    EXPECT_NEAR(q.jitter, 0, 1e-6) << offset;
  }
}

TEST(LinkQuality, DoesNotCountHowLongASampleWasHeldBeforeItsEcho) {
  // a slow sender holds what it echoes for up to 40 ms
  auto params = constant_delay(0.010, 0.020);
  params.rate = 25;
  const auto q = seen_by_leader(params, 2000, core::duration_from_seconds(55));
  EXPECT_NEAR(q.latest, 0.030, 2e-3);
  EXPECT_NEAR(q.round_trip, 0.030, 2e-3);
}

TEST(LinkQuality, KnowsNothingBeforeAnEchoHasCome) {
  const auto q = seen_by_leader(constant_delay(0.1, 0.1), 150, core::Duration{0});
  EXPECT_FALSE(q.known);
  EXPECT_TRUE(seen_by_leader(constant_delay(0.1, 0.1), 250, core::Duration{0}).known);
}

TEST(LinkQuality, ConvergesToTheShareThatIsLost) {
  for (const double share : {0.0, 0.05, 0.27, 0.6}) {
    EmulatedLinkParams params;
    params.to_leader.loss.probability = share;
    // the mean over many sessions, as one estimate looks back only about a hundred samples
    double sum = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      sum += seen_by_leader(params, 1500, core::Duration{0}, seed).loss;
    }
    EXPECT_NEAR(sum / 100, share, 0.02) << share;
  }
}

TEST(LinkQuality, TakesJitterForTheMeanDeviationOfTheRoundTrip) {
  EmulatedLinkParams params;
  params.to_leader.delay = {.kind = DelayParams::Kind::normal, .mean = 0.1, .deviation = 0.01};
  params.to_leader.reorder = false;
  double wide = 0, narrow = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    wide += seen_by_leader(params, 2000, core::Duration{0}, seed).jitter / 20;
  }
  params.to_leader.delay.deviation = 0.001;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    narrow += seen_by_leader(params, 2000, core::Duration{0}, seed).jitter / 20;
  }
  EXPECT_GT(wide, 2 * narrow);
  EXPECT_LT(wide, 0.01);
  EXPECT_GT(narrow, 0);
}

TEST(LinkQuality, SmoothsAsTcpDoes) {
  LinkQualityEstimator estimator;
  const auto echo = [&](int now, int rtt, std::uint32_t sequence) {
    signals::Received r{.valid = true, .fresh = true};
    r.sample.sequence = sequence;
    r.sample.echoes = true;
    r.sample.echo = at_ms(now - rtt - 5);
    r.sample.held = std::chrono::milliseconds(5);
    return estimator.update(at_ms(now), r);
  };
  EXPECT_DOUBLE_EQ(echo(200, 100, 0).round_trip, 0.1);
  const auto q = echo(400, 180, 1);
  EXPECT_NEAR(q.round_trip, 0.1 + 0.08 / 8, 1e-12);
  EXPECT_NEAR(q.jitter, 0.08 / 4, 1e-12);
  EXPECT_NEAR(q.latest, 0.18, 1e-12);
}

TEST(LinkQuality, CountsTheTimeSinceASampleCame) {
  EmulatedLinkParams params;
  params.to_leader.outages = {{0.3, 10}};
  EXPECT_NEAR(seen_by_leader(params, 300, core::Duration{0}).silence, 0.0, 2e-3);
  EXPECT_NEAR(seen_by_leader(params, 1000, core::Duration{0}).silence, 0.7, 2e-3);
}

}  // namespace
}  // namespace tether::link
