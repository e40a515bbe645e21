// Ten thousand random links: whatever they do to samples, energy is never made.
#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/random/random_link.hpp"
#include "tether/passivity/energy_tank.hpp"

namespace tether::link {
namespace {

constexpr int kHistoriesPerTest = 2500;  // of each of the four tests
constexpr int kTicks = 400;

struct History {
  double delivered = 0, sent = 0;  // both ways together [J]
  bool ok = true;
};

// both sides promise at random and add up what they receive; false where more came than was sent
History play(std::uint64_t seed) {
  test::RandomDraw draw(seed);
  EmulatedLink link(test::random_link(draw, 1e-3 * kTicks), seed);
  passivity::EnergyTank leader, follower;
  History history;
  const auto tick = [&](core::Time now, Endpoint& endpoint, passivity::EnergyTank& ours,
                        const passivity::EnergyTank& theirs) {
    const signals::Received received = endpoint.receive(now);
    const double before = ours.received();
    if (received.valid) ours.receive(received.sample.energy);
    // never back, and never more than was promised by then
    history.ok = history.ok && ours.received() >= before && ours.received() <= theirs.sent();
    ours.send(0.01 * draw.unit());
    signals::Sample sample;
    sample.sent = now;
    sample.energy = ours.sent();
    endpoint.send(now, sample);
  };
  for (int k = 0; k < kTicks; ++k) {
    const core::Time now{std::chrono::milliseconds(k)};
    tick(now, link.leader(), leader, follower);
    tick(now, link.follower(), follower, leader);
  }
  history.delivered = leader.received() + follower.received();
  history.sent = leader.sent() + follower.sent();
  return history;
}

class RandomHistory : public testing::TestWithParam<int> {};

TEST_P(RandomHistory, NeverDeliversMoreEnergyThanWasSent) {
  double share = 0;
  for (int i = 0; i < kHistoriesPerTest; ++i) {
    const auto seed = static_cast<std::uint64_t>(GetParam() * kHistoriesPerTest + i);
    const History history = play(seed);
    ASSERT_TRUE(history.ok) << "seed " << seed;
    ASSERT_LE(history.delivered, history.sent) << "seed " << seed;
    share += history.delivered / history.sent / kHistoriesPerTest;
  }
  // and the links do carry something
  EXPECT_GT(share, 0.5);
}

INSTANTIATE_TEST_SUITE_P(Quarter, RandomHistory, testing::Range(0, 4));

}  // namespace
}  // namespace tether::link
