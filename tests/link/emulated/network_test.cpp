#include "tether/link/emulated/network.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace tether::link {
namespace {

core::Time at_seconds(double seconds) { return core::Time(core::duration_from_seconds(seconds)); }

// what came of n samples sent every millisecond
struct Outcome {
  std::vector<std::uint32_t> order;  // running numbers as they arrived
  std::vector<double> delay;         // [s]
};

Outcome send_all(Network& network, std::uint32_t n) {
  Outcome outcome;
  const auto take = [&](core::Time now) {
    signals::Sample sample;
    while (network.deliver(now, sample)) {
      outcome.order.push_back(sample.sequence);
      outcome.delay.push_back(core::seconds(now - sample.sent));
    }
  };
  for (std::uint32_t k = 0; k < n; ++k) {
    signals::Sample sample;
    sample.sequence = k;
    sample.sent = at_seconds(1e-3 * k);
    network.send(sample.sent, sample);
    // looked at every tenth of a millisecond
    for (int i = 0; i < 10; ++i) take(sample.sent + std::chrono::microseconds(100 * i));
  }
  for (std::uint32_t k = 10 * n; network.in_flight() > 0; ++k) take(at_seconds(1e-4 * k));
  return outcome;
}

double mean(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

double deviation(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += (v - mean(x)) * (v - mean(x));
  return std::sqrt(sum / static_cast<double>(x.size()));
}

TEST(Network, DeliversEverythingAtOnceWhenNothingIsInTheWay) {
  Network network({}, 1);
  const Outcome outcome = send_all(network, 1000);
  EXPECT_EQ(outcome.order.size(), 1000U);
  EXPECT_EQ(mean(outcome.delay), 0);
}

TEST(Network, DelaysWithTheStatedMeanAndDeviation) {
  for (const auto kind : {DelayParams::Kind::normal, DelayParams::Kind::gamma}) {
    Network network({.delay = {.kind = kind, .mean = 0.040, .deviation = 0.004}}, 7);
    const Outcome outcome = send_all(network, 20000);
    EXPECT_NEAR(mean(outcome.delay), 0.040, 0.0002);
    EXPECT_NEAR(deviation(outcome.delay), 0.004, 0.0002);
  }
}

TEST(Network, FollowsARecordedTrace) {
  Network network({.delay = {.kind = DelayParams::Kind::trace, .trace = {0.001, 0.003}}}, 1);
  const Outcome outcome = send_all(network, 1000);
  EXPECT_NEAR(mean(outcome.delay), 0.002, 1e-6);
}

TEST(Network, ReordersOnlyWhereItMay) {
  NetworkParams params{
      .delay = {.kind = DelayParams::Kind::gamma, .mean = 0.02, .deviation = 0.01}};
  Network free(params, 3);
  const Outcome mixed = send_all(free, 1000);
  EXPECT_FALSE(std::is_sorted(mixed.order.begin(), mixed.order.end()));
  params.reorder = false;
  Network strict(params, 3);
  const Outcome in_order = send_all(strict, 1000);
  EXPECT_TRUE(std::is_sorted(in_order.order.begin(), in_order.order.end()));
}

TEST(Network, LosesTheStatedShare) {
  Network network({.loss = {.probability = 0.27}}, 5);
  EXPECT_NEAR(static_cast<double>(send_all(network, 20000).order.size()), 0.73 * 20000, 250);
}

TEST(Network, LosesInBurstsOfTheStatedLength) {
  // bad states begin with 1 % and end with 20 % per sample: 5 samples long on average, a share of
  // 1/21
  Network network({.loss = {.burst_begin = 0.01, .burst_end = 0.2}}, 5);
  const Outcome outcome = send_all(network, 100000);
  int bursts = 0;
  double lost = 0;
  for (std::size_t i = 1; i < outcome.order.size(); ++i) {
    const auto gap = outcome.order[i] - outcome.order[i - 1] - 1;
    bursts += gap > 0 ? 1 : 0;
    lost += gap;
  }
  EXPECT_NEAR(lost / bursts, 5.0, 0.4);
  EXPECT_NEAR(lost / 100000, 1.0 / 21, 0.005);
}

TEST(Network, LosesEverythingInAnOutage) {
  Network network({.outages = {{0.2, 0.5}}}, 5);
  const Outcome outcome = send_all(network, 1000);
  EXPECT_EQ(outcome.order.size(), 700U);
  for (const auto sequence : outcome.order) EXPECT_TRUE(sequence < 200 || sequence >= 500);
}

TEST(Network, LosesAndCountsWhatIsMoreThanItCanHold) {
  NetworkParams params;
  params.delay.mean = 1000;
  Network network(params, 1);
  for (std::size_t i = 0; i < Network::kCapacity + 3; ++i) network.send(at_seconds(0), {});
  EXPECT_EQ(network.in_flight(), Network::kCapacity);
  EXPECT_EQ(network.counts().overflowed, 3U);
  EXPECT_EQ(network.counts().lost, 3U);
  signals::Sample sample;
  std::size_t delivered = 0;
  while (network.deliver(at_seconds(1000), sample)) ++delivered;
  EXPECT_EQ(delivered, Network::kCapacity);
}

TEST(Network, QueuesForANarrowWire) {
  // 1800 bits at 0.9 Mbit/s take 2 ms each, sent every 1 ms: the k-th waits k ms longer
  Network network({.bandwidth = 0.9e6}, 5);
  const Outcome outcome = send_all(network, 100);
  EXPECT_NEAR(outcome.delay.front(), 0.002, 1e-4);
  EXPECT_NEAR(outcome.delay.back(), 0.002 + 0.099, 2e-4);
}

RC_GTEST_PROP(Network, AccountsForEverySampleWhateverHappens, ()) {
  NetworkParams params;
  params.delay.kind = *rc::gen::element(DelayParams::Kind::constant, DelayParams::Kind::normal,
                                        DelayParams::Kind::gamma);
  params.delay.mean = 1e-3 * *rc::gen::inRange(0, 500);
  params.delay.deviation = 1e-3 * *rc::gen::inRange(0, 100);
  params.loss.probability = 0.01 * *rc::gen::inRange(0, 60);
  params.loss.burst_begin = 0.01 * *rc::gen::inRange(0, 20);
  params.loss.burst_end = 0.01 * *rc::gen::inRange(1, 100);
  params.duplication = 0.01 * *rc::gen::inRange(0, 50);
  params.reorder = *rc::gen::arbitrary<bool>();
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  Network network(params, seed);
  const Outcome outcome = send_all(network, 300);
  const NetworkCounts& counts = network.counts();
  RC_ASSERT(counts.sent == 300U);
  RC_ASSERT(counts.delivered == outcome.order.size());
  RC_ASSERT(counts.delivered + counts.lost == counts.sent + counts.duplicated);
  for (const double delay : outcome.delay) RC_ASSERT(delay >= 0);
  // the same seed, the same losses and delays
  Network again(params, seed);
  RC_ASSERT(send_all(again, 300).order == outcome.order);
}

}  // namespace
}  // namespace tether::link
