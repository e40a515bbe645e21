#include "tether/link/emulated/emulated_link.hpp"

#include <gtest/gtest.h>

#include "tests/link/moments.hpp"
#include "tether/link/emulated/presets.hpp"

namespace tether::link {
namespace {

signals::Sample sent_at(int k) {
  signals::Sample sample;
  sample.sent = at_ms(k);
  return sample;
}

TEST(EmulatedLink, DeliversTheLatestOnceAsFreshAndThenAsOld) {
  EmulatedLink link({}, 1);
  link.leader().send(at_ms(0), sent_at(0));
  EXPECT_TRUE(link.follower().receive(at_ms(0)).fresh);
  const auto again = link.follower().receive(at_ms(1));
  EXPECT_TRUE(again.valid);
  EXPECT_FALSE(again.fresh);
}

TEST(EmulatedLink, NeverGoesBackToAnOlderSample) {
  EmulatedLinkParams params;
  params.to_follower.delay = {.kind = DelayParams::Kind::gamma, .mean = 0.02, .deviation = 0.01};
  params.to_follower.duplication = 0.3;
  EmulatedLink link(params, 9);
  std::uint32_t last = 0;
  bool any = false;
  for (int k = 0; k < 5000; ++k) {
    link.leader().send(at_ms(k), sent_at(k));
    const auto received = link.follower().receive(at_ms(k));
    if (!received.valid) continue;
    // fresh exactly when it is newer than what was there
    EXPECT_EQ(received.fresh, !any || received.sample.sequence > last) << k;
    EXPECT_GE(received.sample.sequence, last);
    any = true;
    last = received.sample.sequence;
  }
  EXPECT_GT(last, 4900U);
}

TEST(EmulatedLink, SendsAtItsOwnRate) {
  EmulatedLink link({.to_follower = {}, .to_leader = {}, .rate = 250}, 1);
  for (int k = 0; k < 1000; ++k) link.leader().send(at_ms(k), sent_at(k));
  EXPECT_EQ(link.to_follower().counts().sent, 250U);
  EXPECT_EQ(link.to_leader().counts().sent, 0U);
}

TEST(Presets, HaveTheDocumentsFigures) {
  for (const LinkPreset& preset : presets()) {
    const auto params = params_of(preset);
    EXPECT_EQ(params.to_follower.delay.mean, preset.delay);
    EXPECT_EQ(params.to_leader.loss.probability, preset.loss);
    // every sample counts here, also those that others overtake
    Network network(params.to_follower, 4);
    double sum = 0;
    int received = 0;
    for (int k = 0; k < 20000; ++k) {
      network.send(at_ms(k), sent_at(k));
      signals::Sample sample;
      while (network.deliver(at_ms(k), sample)) {
        sum += core::seconds(at_ms(k) - sample.sent);
        ++received;
      }
    }
    ASSERT_GT(received, 0) << preset.name;
    // looked at once per millisecond, a sample is seen up to a millisecond after it came
    EXPECT_NEAR(sum / received, preset.delay, 1.1e-3) << preset.name;
    EXPECT_NEAR(static_cast<double>(network.counts().lost) / 20000, preset.loss, 0.01);
  }
}

}  // namespace
}  // namespace tether::link
