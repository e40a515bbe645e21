#include "tether/link/emulated/thread_link.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "tests/link/moments.hpp"
#include "tests/link/promising.hpp"

namespace tether::link {
namespace {

TEST(ThreadLink, DeliversAfterTheDelayOfItsNetwork) {
  EmulatedLinkParams params;
  params.to_follower.delay.mean = 0.040;
  ThreadLink link(params, 1);
  link.leader().send(at_ms(0), promising(1));
  EXPECT_FALSE(link.follower().receive(at_ms(39)).valid);
  EXPECT_TRUE(link.follower().receive(at_ms(40)).fresh);
  // the way back has none
  link.follower().send(at_ms(41), promising(2));
  EXPECT_EQ(link.leader().receive(at_ms(41)).sample.energy, 2);
}

TEST(ThreadLink, IsImpairedWhileItIsInUse) {
  ThreadLink link({}, 1);
  link.leader().send(at_ms(0), promising(1));
  EXPECT_TRUE(link.follower().receive(at_ms(0)).fresh);
  const Impairment late{.delay = 0.1, .jitter = 0, .loss = 0};
  link.impair({.to_follower = late, .to_leader = late});
  link.leader().send(at_ms(10), promising(2));
  EXPECT_FALSE(link.follower().receive(at_ms(109)).fresh);
  EXPECT_TRUE(link.follower().receive(at_ms(110)).fresh);
  link.impair({.to_follower = {.loss = 1}, .to_leader = {}});
  link.leader().send(at_ms(120), promising(3));
  EXPECT_FALSE(link.follower().receive(at_ms(5000)).fresh);
  // the way back is its own
  link.follower().send(at_ms(5000), promising(4));
  EXPECT_EQ(link.leader().receive(at_ms(5000)).sample.energy, 4);
}

TEST(ThreadLink, SendsAtItsRate) {
  EmulatedLinkParams params;
  params.rate = 250;
  ThreadLink link(params, 1);
  std::uint32_t arrived = 0;
  for (int t = 0; t < 1000; ++t) {
    link.leader().send(at_ms(t), {});
    arrived += link.follower().receive(at_ms(t)).arrived;
  }
  EXPECT_EQ(arrived, 250);
}

// two threads at their own speed: counters only rise, and none is above what was sent
TEST(ThreadLink, KeepsCountersRightBetweenTwoThreads) {
  constexpr int kSamples = 100'000;
  ThreadLink link({}, 1);
  std::atomic<int> sent{0};
  std::thread leader([&] {
    for (int i = 1; i <= kSamples; ++i) {
      sent.store(i, std::memory_order_release);
      link.leader().send(at_ms(i), promising(i));
    }
  });
  double received_energy = 0;
  while (sent.load(std::memory_order_acquire) < kSamples) {
    const signals::Received received = link.follower().receive(at_ms(kSamples));
    if (!received.valid) continue;
    EXPECT_GE(received.sample.energy, received_energy);
    received_energy = received.sample.energy;
    EXPECT_LE(received_energy, sent.load(std::memory_order_acquire));
  }
  leader.join();
  received_energy =
      std::max(received_energy, link.follower().receive(at_ms(kSamples)).sample.energy);
  EXPECT_GT(received_energy, 0);
  EXPECT_LE(received_energy, kSamples);
}

}  // namespace
}  // namespace tether::link
