#include "tether/core/latest_value.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "tests/core/checked_record.hpp"

namespace tether::core {
namespace {

TEST(LatestValue, ShowsTheInitialValueAsNothingNew) {
  LatestValue<int> value(42);
  int seen = 0;
  EXPECT_FALSE(value.read(seen));
  EXPECT_EQ(seen, 42);
}

TEST(LatestValue, IsNewOnceAndStaysReadable) {
  LatestValue<int> value;
  value.write(1);
  int seen = 0;
  EXPECT_TRUE(value.read(seen));
  EXPECT_EQ(seen, 1);
  seen = 0;
  EXPECT_FALSE(value.read(seen));
  EXPECT_EQ(seen, 1);
}

TEST(LatestValue, SkipsWhatWasOverwritten) {
  LatestValue<int> value;
  for (int i = 1; i <= 5; ++i) value.write(i);
  int seen = 0;
  EXPECT_TRUE(value.read(seen));
  EXPECT_EQ(seen, 5);
}

RC_GTEST_PROP(LatestValue, BehavesLikeAVariableWithAMark, ()) {
  LatestValue<int> value(-1);
  int latest = -1;
  bool fresh = false;
  for (const bool write : *rc::gen::arbitrary<std::vector<bool>>()) {
    if (write) {
      latest = *rc::gen::arbitrary<int>();
      value.write(latest);
      fresh = true;
    } else {
      int seen = 0;
      RC_ASSERT(value.read(seen) == fresh);
      RC_ASSERT(seen == latest);
      fresh = false;
    }
  }
}

constexpr std::uint64_t kStressWrites = 500'000;

// what a reader sees of values whose sequence numbers grow
struct Reader {
  std::uint64_t torn = 0;
  std::uint64_t backwards = 0;
  std::uint64_t mismarked = 0;  // reported new when it was not, or the other way round
  std::uint64_t fresh = 0;
  CheckedRecord record = CheckedRecord::of(0);

  void read(LatestValue<CheckedRecord>& value) {
    const std::uint64_t before = record.sequence;
    const bool reported_fresh = value.read(record);
    if (!record.intact()) ++torn;
    if (record.sequence < before) ++backwards;
    if (reported_fresh != (record.sequence != before)) ++mismarked;
    if (reported_fresh) {
      ++fresh;
    } else {
      std::this_thread::yield();
    }
  }
};

void write_all(LatestValue<CheckedRecord>& value, std::atomic<std::uint64_t>& written,
               std::memory_order order) {
  CheckedRecord record;
  for (std::uint64_t i = 1; i <= kStressWrites; ++i) {
    record.fill(i);
    value.write(record);
    written.store(i, order);
    // so that the two interleave on one core, too
    if (i % 16 == 0) std::this_thread::yield();
  }
}

// `written` is relaxed: the exchange alone must order what the threads see
TEST(LatestValue, IsMonotoneAndWholeBetweenTwoThreads) {
  auto value = std::make_unique<LatestValue<CheckedRecord>>(CheckedRecord::of(0));
  std::atomic<std::uint64_t> written{0};
  std::thread writer([&] { write_all(*value, written, std::memory_order_relaxed); });
  Reader reader;
  while (written.load(std::memory_order_relaxed) < kStressWrites) reader.read(*value);
  writer.join();
  reader.read(*value);
  EXPECT_EQ(reader.record.sequence, kStressWrites);
  EXPECT_EQ(reader.torn, 0U);
  EXPECT_EQ(reader.backwards, 0U);
  EXPECT_EQ(reader.mismarked, 0U);
  EXPECT_GT(reader.fresh, 1U);
}

TEST(LatestValue, IsAtLeastAsNewAsTheLastFinishedWrite) {
  auto value = std::make_unique<LatestValue<CheckedRecord>>(CheckedRecord::of(0));
  std::atomic<std::uint64_t> written{0};
  std::thread writer([&] { write_all(*value, written, std::memory_order_release); });
  Reader reader;
  std::uint64_t stale = 0;
  for (std::uint64_t at_least = 0; at_least < kStressWrites;) {
    at_least = written.load(std::memory_order_acquire);
    reader.read(*value);
    if (reader.record.sequence < at_least) ++stale;
  }
  writer.join();
  EXPECT_EQ(stale, 0U);
}

}  // namespace
}  // namespace tether::core
