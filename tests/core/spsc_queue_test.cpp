#include "tether/core/spsc_queue.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <rapidcheck/state.h>

#include "tests/core/checked_record.hpp"

namespace tether::core {
namespace {

TEST(SpscQueue, GivesBackInTheOrderOfArrival) {
  SpscQueue<int, 4> queue;
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(queue.push(i));
  for (int i = 0; i < 4; ++i) {
    int value = -1;
    EXPECT_TRUE(queue.pop(value));
    EXPECT_EQ(value, i);
  }
}

TEST(SpscQueue, RefusesWhenFullAndKeepsWhatItHas) {
  SpscQueue<int, 2> queue;
  EXPECT_TRUE(queue.push(1));
  EXPECT_TRUE(queue.push(2));
  EXPECT_FALSE(queue.push(3));
  EXPECT_EQ(queue.claim(), nullptr);
  int value = 0;
  EXPECT_TRUE(queue.pop(value));
  EXPECT_EQ(value, 1);
  EXPECT_TRUE(queue.push(4));
  EXPECT_TRUE(queue.pop(value));
  EXPECT_EQ(value, 2);
  EXPECT_TRUE(queue.pop(value));
  EXPECT_EQ(value, 4);
}

TEST(SpscQueue, LeavesTheValueAloneWhenEmpty) {
  SpscQueue<int, 2> queue;
  int value = 7;
  EXPECT_FALSE(queue.pop(value));
  EXPECT_EQ(queue.front(), nullptr);
  EXPECT_EQ(value, 7);
}

TEST(SpscQueue, ShowsNothingOfAClaimedSlotBeforeItIsCommitted) {
  SpscQueue<int, 2> queue;
  int* const slot = queue.claim();
  ASSERT_NE(slot, nullptr);
  *slot = 5;
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.front(), nullptr);
  queue.commit();
  ASSERT_NE(queue.front(), nullptr);
  EXPECT_EQ(*queue.front(), 5);
  EXPECT_EQ(queue.size(), 1U);
  queue.release();
  EXPECT_TRUE(queue.empty());
}

// The queue against std::deque, under random sequences of calls.
constexpr std::size_t kModelCapacity = 5;
using ModelQueue = SpscQueue<int, kModelCapacity>;
using Model = std::deque<int>;
using Command = rc::state::Command<Model, ModelQueue>;

void check_size(const Model& after, const ModelQueue& queue) {
  RC_ASSERT(queue.size() == after.size());
  RC_ASSERT(queue.empty() == after.empty());
}

struct Push : Command {
  int value = *rc::gen::arbitrary<int>();

  void apply(Model& model) const override {
    if (model.size() < kModelCapacity) model.push_back(value);
  }
  void run(const Model& before, ModelQueue& queue) const override {
    RC_ASSERT(queue.push(value) == (before.size() < kModelCapacity));
    check_size(nextState(before), queue);
  }
  void show(std::ostream& os) const override { os << "push(" << value << ")"; }
};

struct Pop : Command {
  void apply(Model& model) const override {
    if (!model.empty()) model.pop_front();
  }
  void run(const Model& before, ModelQueue& queue) const override {
    int value = 0;
    RC_ASSERT(queue.pop(value) == !before.empty());
    if (!before.empty()) RC_ASSERT(value == before.front());
    check_size(nextState(before), queue);
  }
  void show(std::ostream& os) const override { os << "pop"; }
};

struct Peek : Command {
  void run(const Model& before, ModelQueue& queue) const override {
    const int* const oldest = queue.front();
    RC_ASSERT((oldest == nullptr) == before.empty());
    if (oldest != nullptr) RC_ASSERT(*oldest == before.front());
    check_size(before, queue);
  }
  void show(std::ostream& os) const override { os << "front"; }
};

RC_GTEST_PROP(SpscQueue, BehavesLikeABoundedDeque, ()) {
  ModelQueue queue;
  // pushes weigh more, so that the queue is often full
  const auto commands = rc::state::gen::execOneOfWithArgs<Push, Push, Pop, Peek>();
  rc::state::check(Model{}, queue, commands);
}

// Two threads. A capacity that is no power of two, and small, so that both ends block often.
constexpr std::uint64_t kStressElements = 300'000;

TEST(SpscQueue, LosesRepeatsAndTearsNothingBetweenTwoThreads) {
  auto queue = std::make_unique<SpscQueue<CheckedRecord, 7>>();
  std::thread producer([&queue] {
    for (std::uint64_t i = 0; i < kStressElements; ++i) {
      while (!queue->push(CheckedRecord::of(i))) std::this_thread::yield();
    }
  });
  std::uint64_t out_of_order = 0;
  std::uint64_t torn = 0;
  for (std::uint64_t i = 0; i < kStressElements; ++i) {
    CheckedRecord record;
    while (!queue->pop(record)) std::this_thread::yield();
    if (record.sequence != i) ++out_of_order;
    if (!record.intact()) ++torn;
  }
  producer.join();
  EXPECT_EQ(out_of_order, 0U);
  EXPECT_EQ(torn, 0U);
  EXPECT_TRUE(queue->empty());
}

TEST(SpscQueue, HandsOverSlotsInPlaceBetweenTwoThreads) {
  auto queue = std::make_unique<SpscQueue<CheckedRecord, 16>>();
  std::thread producer([&queue] {
    for (std::uint64_t i = 0; i < kStressElements; ++i) {
      CheckedRecord* slot = queue->claim();
      for (; slot == nullptr; slot = queue->claim()) std::this_thread::yield();
      slot->fill(i);
      queue->commit();
    }
  });
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < kStressElements; ++i) {
    const CheckedRecord* record = queue->front();
    for (; record == nullptr; record = queue->front()) std::this_thread::yield();
    if (!(record->intact() && record->sequence == i)) ++wrong;
    queue->release();
  }
  producer.join();
  EXPECT_EQ(wrong, 0U);
}

TEST(SpscQueue, AccountsForEveryRefusalWhenTheConsumerIsSlow) {
  auto queue = std::make_unique<SpscQueue<CheckedRecord, 7>>();
  std::atomic<bool> done{false};
  std::uint64_t refused = 0;
  std::thread producer([&] {
    for (std::uint64_t i = 0; i < kStressElements; ++i) {
      if (!queue->push(CheckedRecord::of(i))) ++refused;
      // so that the two interleave on one core, too
      if (i % 16 == 0) std::this_thread::yield();
    }
    done.store(true, std::memory_order_release);
  });
  std::uint64_t received = 0;
  std::uint64_t wrong = 0;
  std::uint64_t next = 0;
  CheckedRecord record;
  for (bool last = false; !last;) {
    last = done.load(std::memory_order_acquire);
    while (queue->pop(record)) {
      ++received;
      if (!(record.intact() && record.sequence >= next)) ++wrong;
      next = record.sequence + 1;
    }
    EXPECT_LE(queue->size(), queue->capacity());
    std::this_thread::yield();
  }
  producer.join();
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(received + refused, kStressElements);
  EXPECT_GT(received, 0U);
}

}  // namespace
}  // namespace tether::core
