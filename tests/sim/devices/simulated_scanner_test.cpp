#include "tether/sim/devices/simulated_scanner.hpp"

#include <gtest/gtest.h>

#include "tests/sim/steps.hpp"
#include "tether/core/data_path.hpp"

namespace tether::sim {
namespace {

SimulatedScannerParams in_corridor() {
  SimulatedScannerParams params;
  params.scanner.world = core::data_path("worlds/corridor.xml").string();
  params.scanner.deviation = params.scanner.loss = params.scanner.darkest = 0;
  return params;
}

TEST(SimulatedScanner, MakesFifteenScansASecondWhereThePlatformIs) {
  spatial::Pose pose;
  SimulatedScanner scanner(in_corridor(), [&] { return pose; });
  assist::RangeScan scan;
  std::uint32_t scans = 0;
  for (core::Time now; now <= core::Time{std::chrono::seconds(2)}; now += kTick) {
    pose.position.x() = core::seconds(now);
    if (!scanner.read(now, scan)) continue;
    EXPECT_EQ(scan.number, ++scans);
    EXPECT_EQ(scan.time, now);
    EXPECT_NEAR(core::seconds(now), scans / 15.0, 1.1e-3);
    EXPECT_NEAR(scan.ranges[405], 8 - 0.28 - core::seconds(now), 1e-3);
    EXPECT_FALSE(scanner.read(now, scan));
  }
  EXPECT_EQ(scans, 30U);
}

TEST(SimulatedScanner, MissesTheScansOfItsSilentIntervals) {
  SimulatedScannerParams params = in_corridor();
  params.silences = {
      {core::Time{std::chrono::milliseconds(500)}, core::Time{std::chrono::milliseconds(810)}},
      {core::Time{std::chrono::milliseconds(1190)}, core::Time{std::chrono::milliseconds(1300)}}};
  SimulatedScanner scanner(params, [] { return spatial::Pose{}; });
  assist::RangeScan scan;
  std::uint32_t scans = 0;
  for (core::Time now; now <= core::Time{std::chrono::seconds(2)}; now += kTick) {
    if (!scanner.read(now, scan)) continue;
    ++scans;
    for (const Silence& silence : params.silences) {
      EXPECT_FALSE(silence.from <= now && now < silence.to);
    }
  }
  // five turns ended in the first interval (8 … 12), two in the second (18 and 19)
  EXPECT_EQ(scans, 30U - 5U - 2U);
  EXPECT_EQ(scan.number, 30U);
}

TEST(SimulatedScanner, DeliversOnlyTheNewestWhenItWasNotAskedForLong) {
  SimulatedScanner scanner(in_corridor(), [] { return spatial::Pose{}; });
  assist::RangeScan scan;
  EXPECT_TRUE(scanner.read(core::Time{std::chrono::milliseconds(350)}, scan));
  EXPECT_EQ(scan.number, 5U);
  EXPECT_FALSE(scanner.read(core::Time{std::chrono::milliseconds(360)}, scan));
}

}  // namespace
}  // namespace tether::sim
