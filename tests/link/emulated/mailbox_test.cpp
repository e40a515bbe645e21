#include "tether/link/udp/mailbox.hpp"

#include <chrono>
#include <limits>
#include <semaphore>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/processes/patience.hpp"

namespace tether::link {
namespace {

AddressedSample numbered(std::uint32_t number) {
  AddressedSample addressed;
  addressed.sample.sequence = number;
  return addressed;
}

TEST(Outbox, DeliversTheNewestAndNeverAnOlderOneAfterIt) {
  std::vector<std::uint32_t> delivered;
  {
    Outbox outbox(
        [&](const AddressedSample& addressed) { delivered.push_back(addressed.sample.sequence); });
    for (std::uint32_t i = 1; i <= 10'000; ++i) outbox.post(numbered(i));
  }
  ASSERT_FALSE(delivered.empty());
  EXPECT_EQ(delivered.back(), 10'000U);
  for (std::size_t i = 1; i < delivered.size(); ++i) EXPECT_LT(delivered[i - 1], delivered[i]);
}

TEST(Outbox, DeliversWhatWasPostedLastWhenTheEndComesDuringADelivery) {
  std::vector<std::uint32_t> delivered;
  std::binary_semaphore delivering(0), posted(0);
  {
    Outbox outbox([&](const AddressedSample& addressed) {
      delivered.push_back(addressed.sample.sequence);
      if (delivered.size() > 1) return;
      delivering.release();
      posted.acquire();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the end begins meanwhile
    });
    outbox.post(numbered(1));
    delivering.acquire();
    outbox.post(numbered(2));
    posted.release();
  }
  EXPECT_EQ(delivered, (std::vector<std::uint32_t>{1, 2}));
}

TEST(Inbox, KeepsSamplesInOrder) {
  Inbox inbox;
  for (std::uint32_t i = 0; i < 10; ++i) inbox.put(numbered(i));
  AddressedSample addressed;
  for (std::uint32_t i = 0; i < 10; ++i) {
    ASSERT_TRUE(inbox.take(addressed));
    EXPECT_EQ(addressed.sample.sequence, i);
  }
  EXPECT_FALSE(inbox.take(addressed));
}

TEST(Inbox, DropsAndCountsWhatIsImplausibleOrTooMuch) {
  Inbox inbox;
  AddressedSample bad;
  bad.sample.energy = std::numeric_limits<double>::infinity();
  inbox.put(bad);
  AddressedSample addressed;
  EXPECT_FALSE(inbox.take(addressed));
  for (std::uint32_t i = 0; i < 100; ++i) inbox.put(numbered(i));
  const InboxCounts counts = inbox.counts();
  EXPECT_EQ(counts.arrived, 101U);
  EXPECT_EQ(counts.implausible, 1U);
  EXPECT_EQ(counts.overflowed, 36U);
}

TEST(Inbox, WakesWhoeverWaitsForEverySampleOfManyThreads) {
  constexpr std::uint32_t kThreads = 3;
  constexpr std::uint32_t kEach = 2000;
  Inbox inbox;
  std::vector<std::thread> threads;
  std::atomic<std::uint32_t> taken = 0;
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (std::uint32_t i = 0; i < kEach; ++i) {
        inbox.put(numbered(i));
        // never more than the inbox holds
        while (inbox.counts().arrived - taken > 32) std::this_thread::yield();
      }
    });
  }
  AddressedSample addressed;
  while (taken < kThreads * kEach && inbox.wait(test::kPatience)) {
    while (inbox.take(addressed)) ++taken;
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(taken, kThreads * kEach);
  EXPECT_EQ(inbox.counts().overflowed, 0U);
  EXPECT_FALSE(inbox.wait(core::Duration(1)));
}

}  // namespace
}  // namespace tether::link
