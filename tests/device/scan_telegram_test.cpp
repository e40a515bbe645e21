#include "tether/device/drivers/sick_tim/scan_telegram.hpp"

#include <cmath>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/oracles/telegrams.hpp"

namespace tether::device {
namespace {

using test::kFiveBeams;
using test::kTelegramEnd;
using test::kTelegramStart;

struct Reading {
  ScanError error;
  ScanHeader header;
  assist::RangeScan scan;
};

Reading read(std::string_view text, const ScanLimits& limits = {}) {
  Reading reading{};
  reading.error = read_scan(text, limits, reading.header, reading.scan);
  return reading;
}

TEST(ScanTelegram, WritesEveryFieldOfATelegram) {
  const Reading r = read(kTelegramStart + kFiveBeams + kTelegramEnd);
  ASSERT_EQ(r.error, ScanError::none);
  EXPECT_FALSE(r.header.asked_for);
  EXPECT_EQ(r.header.serial, 0xF510ABU);
  EXPECT_EQ(r.header.telegram_counter, 0x5932);
  EXPECT_EQ(r.header.scan_counter, 0x5933);
  EXPECT_EQ(r.header.sent_us - r.header.scanned_us, 4681U);
  EXPECT_EQ(r.header.outputs, 0x100);
  EXPECT_DOUBLE_EQ(r.header.scan_rate, 15);
  EXPECT_DOUBLE_EQ(r.header.beam_rate, 16200);
  EXPECT_EQ(r.scan.number, 0x5933U);
  EXPECT_EQ(r.scan.count, 5);
  EXPECT_FLOAT_EQ(r.scan.ranges[0], 0.658F);
  EXPECT_FLOAT_EQ(r.scan.ranges[1], 0.656F);
}

TEST(ScanTelegram, KnowsNothingOfABeamThatIsTooNearTooFarOrDazzled) {
  const Reading r = read(kTelegramStart + kFiveBeams + kTelegramEnd);
  EXPECT_TRUE(std::isnan(r.scan.ranges[2])) << "0";
  EXPECT_TRUE(std::isnan(r.scan.ranges[3])) << "1";
  EXPECT_EQ(r.scan.ranges[4], assist::kNothing) << "10.001 m";
  const Reading near = read(kTelegramStart + "1 DIST1 3F800000 0 0 D05 3 F 31 32 " + kTelegramEnd);
  EXPECT_TRUE(std::isnan(near.scan.ranges[0]));
  EXPECT_TRUE(std::isnan(near.scan.ranges[1])) << "49 mm";
  EXPECT_FLOAT_EQ(near.scan.ranges[2], 0.05F);
}

TEST(ScanTelegram, ScansFromTheRightRearToTheLeftRearInThirdsOfADegree) {
  test::RandomDraw draw(1);
  const Reading r = read(write_scan({}, test::random_scan(draw)));
  ASSERT_EQ(r.error, ScanError::none);
  EXPECT_EQ(r.scan.count, 811);
  EXPECT_NEAR(r.scan.angle(0), -std::numbers::pi / 4, 1e-12);
  EXPECT_NEAR(r.scan.angle(810), 1.25 * std::numbers::pi, 1e-12);
}

TEST(ScanTelegram, AppliesScaleAndOffset) {
  // 2.0 and −10.0 mm
  const Reading r = read(kTelegramStart + "1 DIST1 40000000 C1200000 0 1388 1 3E8 " + kTelegramEnd);
  ASSERT_EQ(r.error, ScanError::none);
  EXPECT_FLOAT_EQ(r.scan.ranges[0], 1.99F);
  EXPECT_NEAR(r.scan.angle_step, 0.5 * std::numbers::pi / 180, 1e-12);
}

TEST(ScanTelegram, PassesOverEncodersStrengthsPositionNameCommentTimeAndEvent) {
  std::string start = kTelegramStart;
  start.replace(start.size() - 2, 2, "2 AB 1 CD 2 ");
  const Reading r = read(
      start + "2 RSSI1 3F800000 0 FFF92230 D05 3 1 2 3 DIST1 3F800000 0 FFF92230 D05 2 64 65 " +
      "1 RSSI1 3F800000 0 FFF92230 D05 3 FE FF 0 " +
      "1 0 3F800000 0 0 0 3F800000 3 1 6 dock 3 1 B hello there 1 7E4 2 1D 17 3B 3B F423F " +
      "1 FADE 1 2 -5");
  ASSERT_EQ(r.error, ScanError::none) << describe(r.error);
  EXPECT_EQ(r.header.encoders, 2);
  EXPECT_EQ(r.header.name, "dock 3");
  EXPECT_EQ(r.scan.count, 2);
  EXPECT_FLOAT_EQ(r.scan.ranges[1], 0.101F);
}

TEST(ScanTelegram, ReadsWhatItWrites) {
  test::RandomDraw draw(3);
  for (int run = 0; run < 300; ++run) {
    const auto scan = test::random_scan(draw, draw.pick(assist::kMaxBeams));
    const auto header = test::random_header(draw);
    assist::RangeScan fine = scan;
    fine.angle_step = std::numbers::pi / 720;
    const Reading r = read(write_scan(header, fine));
    ASSERT_EQ(r.error, ScanError::none) << describe(r.error);
    EXPECT_EQ(r.header.asked_for, header.asked_for);
    EXPECT_EQ(r.header.serial, header.serial);
    EXPECT_EQ(r.header.scan_counter, header.scan_counter);
    EXPECT_EQ(r.header.scanned_us, header.scanned_us);
    EXPECT_EQ(r.header.outputs, header.outputs);
    EXPECT_EQ(r.header.name, header.name);
    ASSERT_EQ(r.scan.count, scan.count);
    for (int i = 0; i < scan.count; ++i) {
      const auto beam = static_cast<std::size_t>(i);
      if (std::isnan(scan.ranges[beam])) {
        EXPECT_TRUE(std::isnan(r.scan.ranges[beam]));
      } else {
        EXPECT_FLOAT_EQ(r.scan.ranges[beam], scan.ranges[beam]);
      }
    }
  }
}

TEST(ScanTelegram, IsRefusedWhenCutAnywhere) {
  test::RandomDraw draw(5);
  ScanHeader header = test::random_header(draw);
  header.name.assign("dock 3");
  const std::string whole = write_scan(header, test::random_scan(draw, 100));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(read(std::string_view(whole).substr(0, size)).error, ScanError::none) << size;
  }
}

TEST(ScanTelegram, IsRefusedWithAnyByteThatIsNotAscii) {
  const std::string whole = kTelegramStart + kFiveBeams + kTelegramEnd;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const char c : {'\x80', '\xFF', '\0', '\n', '\t'}) {
      std::string changed = whole;
      changed[i] = c;
      EXPECT_NE(read(changed).error, ScanError::none) << i;
    }
  }
}

TEST(ScanTelegram, IsRefusedWithTheReason) {
  const auto error = [](const std::string& channels, const std::string& end = kTelegramEnd) {
    return read(kTelegramStart + channels + end).error;
  };
  EXPECT_EQ(read("sAN Run 1").error, ScanError::not_scan_data);
  EXPECT_EQ(read("sSN LMDscandatacfg 1").error, ScanError::not_scan_data);
  std::string broken = kTelegramStart;
  broken.replace(broken.find(" 0 0 "), 5, " 0 1 ");
  EXPECT_EQ(read(broken + kFiveBeams + kTelegramEnd).error, ScanError::device_error);
  EXPECT_EQ(error("0 "), ScanError::no_distances);
  EXPECT_EQ(error("1 RSSI1 3F800000 0 0 D05 1 5 "), ScanError::no_distances);
  EXPECT_EQ(error("2 DIST1 3F800000 0 0 D05 1 50 DIST1 3F800000 0 0 D05 1 50 "),
            ScanError::no_distances);
  EXPECT_EQ(error("9 DIST1 3F800000 0 0 D05 1 50 "), ScanError::too_many_channels);
  EXPECT_EQ(error("1 dist1 3F800000 0 0 D05 1 50 "), ScanError::bad_channel_name);
  EXPECT_EQ(error("1 DIST1 3F800000 0 0 1 401 "), ScanError::too_many_values);
  EXPECT_EQ(error("1 DIST1 3F800000 0 0 1 10000 "), ScanError::number_too_large);
  for (const char* scale : {"0 0", "BF800000 0", "7F800000 0", "7FC00000 0", "447A2000 0",
                            "3F800000 7FC00000", "3F800000 FF800000"}) {
    EXPECT_EQ(error(fmt::format("1 DIST1 {} 0 D05 1 50 ", scale)), ScanError::bad_scale) << scale;
  }
  EXPECT_EQ(error("1 DIST1 3F800000 0 0 0 1 50 "), ScanError::bad_angles);
  EXPECT_EQ(error("1 DIST1 3F800000 0 -3600001 D05 1 50 "), ScanError::bad_angles);
  EXPECT_EQ(error("1 DIST1 3F800000 0 0 FFFF 40 50 "), ScanError::bad_angles);
  EXPECT_EQ(error(kFiveBeams, "0 2 0 0 0 0"), ScanError::bad_flag);
  EXPECT_EQ(error(kFiveBeams, "0 0 1 11 abcdefghijklmnopq 0 0 0"), ScanError::bad_text);
  EXPECT_EQ(error(kFiveBeams, "0 0 0 0 1 7E4 D 1D 17 3B 3B 0 0"), ScanError::bad_date);
  EXPECT_EQ(error(kFiveBeams, kTelegramEnd + " 0"), ScanError::too_much);
}

TEST(ScanTelegram, IsRefusedWhenItHoldsFewerOrMoreValuesThanItSays) {
  for (const char* count : {"0", "4", "6", "B", "3FF"}) {
    std::string channel = kFiveBeams;
    channel.replace(channel.find(" 5 "), 3, fmt::format(" {} ", count));
    EXPECT_NE(read(kTelegramStart + channel + kTelegramEnd).error, ScanError::none) << count;
  }
}

TEST(ScanTelegram, HasAReasonInWordsForEveryError) {
  std::set<std::string> words;
  for (std::size_t i = 0; i < kScanErrors; ++i) words.insert(describe(static_cast<ScanError>(i)));
  EXPECT_EQ(words.size(), kScanErrors);
  EXPECT_EQ(words.count("?"), 0U);
}

}  // namespace
}  // namespace tether::device
