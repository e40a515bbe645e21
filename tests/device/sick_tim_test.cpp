// The driver against the emulator, over real sockets.
#include "tether/device/drivers/sick_tim/sick_tim.hpp"

#include <gtest/gtest.h>

#include "tests/support/allocation_counter.hpp"
#include "tests/support/lock_counter.hpp"
#include "tests/support/processes/patience.hpp"
#include "tether/core/error.hpp"
#include "tether/device/drivers/sick_tim/tim561_emulator.hpp"

namespace tether::device {
namespace {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;
using test::eventually;

core::Time wall() { return core::Time(Steady::now().time_since_epoch()); }

// a room with a wall 2 m away all around
assist::RangeScan round_room(core::Time) {
  assist::RangeScan scan;
  scan.count = assist::kTim561Beams;
  scan.ranges.fill(2.0F);
  return scan;
}

Tim561EmulatorParams emulated(std::uint16_t port = 0) {
  return {.port = port, .scene = round_room};
}

// a driver that waits for a machine that is busy with something else
constexpr core::Duration kPatient = 30s;

struct Pair {
  explicit Pair(core::Duration stall = SickTimParams{}.stall)
      : driver({.host = "127.0.0.1", .port = emulator.port(), .stall = stall}, wall) {}

  Tim561Emulator emulator{emulated()};
  SickTim driver;
  assist::RangeScan scan;

  bool sees() { return driver.read({}, scan); }
  // true once `count` more scans have been read
  bool sees(int count) {
    for (int i = 0; i < count; ++i) {
      if (!eventually([&] { return sees(); })) return false;
    }
    return true;
  }
  // until a scan comes again after it has failed once more [s]
  double recovery(std::uint64_t reconnects_before) {
    const auto began = Steady::now();
    EXPECT_TRUE(eventually([&] { return driver.status().reconnects > reconnects_before; }));
    sees();
    EXPECT_TRUE(eventually([&] { return sees(); }));
    return std::chrono::duration<double>(Steady::now() - began).count();
  }
};

TEST(SickTim, StartsTheDeviceInOrderAndSeesItsScans) {
  Pair pair(kPatient);
  ASSERT_TRUE(pair.sees(3));
  EXPECT_EQ(pair.scan.count, 811);
  EXPECT_FLOAT_EQ(pair.scan.ranges[405], 2.0F);
  const auto commands = pair.emulator.commands();
  ASSERT_EQ(commands.size(), kStartUp.size());
  for (std::size_t i = 0; i < commands.size(); ++i) EXPECT_EQ(commands[i], kStartUp[i].text);
  EXPECT_EQ(pair.emulator.counts().refused, 0U);
  const ScannerStatus status = pair.driver.status();
  EXPECT_EQ(status.state, ScannerState::streaming);
  EXPECT_GE(status.scans, 3U);
  EXPECT_EQ(status.bad_telegrams(), 0U);
  EXPECT_EQ(status.reconnects, 0U);
  EXPECT_TRUE(status.last_error.empty()) << status.last_error.view();
}

TEST(SickTim, DeliversEveryScanOnceWithGrowingNumbersAndTimes) {
  Pair pair(kPatient);
  ASSERT_TRUE(pair.sees(1));
  for (int i = 0; i < 10; ++i) {
    const auto number = pair.scan.number;
    const auto time = pair.scan.time;
    ASSERT_TRUE(pair.sees(1));
    EXPECT_GT(pair.scan.number, number);
    EXPECT_GT(pair.scan.time, time);
    EXPECT_LT(pair.scan.time, wall());
  }
  EXPECT_EQ(pair.emulator.counts().clients, 1);
}

TEST(SickTim, RecoversWithinTwoSecondsWhenTheConnectionBreaksWithinATelegram) {
  Pair pair;
  ASSERT_TRUE(pair.sees(3));
  pair.emulator.inject(ScannerFault::drop);
  const double recovery = pair.recovery(0);
  RecordProperty("recovery_s", std::to_string(recovery));
  EXPECT_LT(recovery, 2.0);
  const ScannerStatus status = pair.driver.status();
  EXPECT_GE(status.frames.unfinished, 1U);
}

TEST(SickTim, RecoversWhenTheDeviceIsAwayForAWhile) {
  Pair pair;
  ASSERT_TRUE(pair.sees(3));
  pair.emulator.inject(ScannerFault::refuse, 300ms);
  EXPECT_LT(pair.recovery(0), 2.0);
}

TEST(SickTim, RecoversFromAStallWhileReadingNeverWaits) {
  Pair pair;
  ASSERT_TRUE(pair.sees(3));
  pair.emulator.inject(ScannerFault::stall, 700ms);
  // reads go on through the stall; none of them may take a lock or memory
  const test::AllocationCounter memory;
  const test::LockCounter locks;
  int reads = 0;
  const auto end = Steady::now() + 500ms;
  while (Steady::now() < end) {
    pair.driver.read({}, pair.scan);
    pair.driver.status();
    ++reads;
  }
  const auto allocations = memory.allocations(), taken = locks.locks();
  EXPECT_GT(reads, 0);
  EXPECT_EQ(allocations, 0);
  EXPECT_EQ(taken, 0);
  EXPECT_TRUE(eventually([&] { return pair.driver.status().reconnects > 0; }));
  const auto before = pair.driver.status().scans;
  EXPECT_TRUE(eventually([&] { return pair.driver.status().scans > before; }));
}

TEST(SickTim, RecoversFromGarbage) {
  Pair pair;
  ASSERT_TRUE(pair.sees(3));
  pair.emulator.inject(ScannerFault::garbage, 600ms);
  EXPECT_LT(pair.recovery(0), 2.0);
  const ScannerStatus status = pair.driver.status();
  EXPECT_GT(status.frames.strays + status.frames.unfinished + status.frames.too_long, 0U);
}

TEST(SickTim, PutsTelegramsTogetherThatComeInPieces) {
  Pair pair(kPatient);
  pair.emulator.inject(ScannerFault::split, 1h);
  ASSERT_TRUE(pair.sees(10));
  EXPECT_EQ(pair.driver.status().bad_telegrams(), 0U);
}

TEST(SickTim, ServesSeveralAtOnce) {
  Pair pair(kPatient);
  SickTim other({.host = "127.0.0.1", .port = pair.emulator.port()}, wall);
  assist::RangeScan scan;
  ASSERT_TRUE(pair.sees(3));
  ASSERT_TRUE(eventually([&] { return other.read({}, scan); }));
  EXPECT_TRUE(eventually([&] { return pair.emulator.counts().clients == 2; }));
}

TEST(SickTim, WaitsForADeviceThatIsNotThereYet) {
  std::uint16_t port = 0;
  {
    const Tim561Emulator passing(emulated());
    port = passing.port();
  }
  SickTim driver({.host = "127.0.0.1", .port = port}, wall);
  EXPECT_TRUE(eventually([&] { return driver.status().reconnects >= 2; }));
  EXPECT_EQ(driver.status().last_error, "cannot connect: Connection refused");
  const Tim561Emulator emulator(emulated(port));
  assist::RangeScan scan;
  EXPECT_TRUE(eventually([&] { return driver.read({}, scan); }));
}

TEST(SickTim, SaysWhyADeviceDoesNotAnswer) {
  Tim561Emulator emulator(emulated());
  emulator.inject(ScannerFault::stall, 1h);
  SickTim driver({.host = "127.0.0.1", .port = emulator.port(), .answer_timeout = 20ms}, wall);
  EXPECT_TRUE(eventually([&] { return !driver.status().last_error.empty(); }));
  EXPECT_EQ(driver.status().last_error, "maintenance access: no answer");
}

TEST(SickTim, RefusesAHostThatDoesNotExist) {
  EXPECT_THROW(SickTim({.host = "no such host"}, wall), core::InputError);
}

TEST(SickTim, SaysGoodbyeWhenItEnds) {
  Pair pair(kPatient);
  ASSERT_TRUE(pair.sees(2));
  {
    SickTim passing({.host = "127.0.0.1", .port = pair.emulator.port()}, wall);
    assist::RangeScan scan;
    ASSERT_TRUE(eventually([&] { return passing.read({}, scan); }));
  }
  EXPECT_TRUE(eventually([&] { return pair.emulator.commands().back() == kStopScanData; }));
}

}  // namespace
}  // namespace tether::device
