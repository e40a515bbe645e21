#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/ros2/cdr.hpp"
#include "tests/record/moments.hpp"
#include "tether/core/error.hpp"
#include "tether/record/ros2/message_difference.hpp"
#include "tether/record/ros2/ros2_encoders.hpp"
#include "tether/record/ros2/ros2_messages.hpp"

namespace tether::record::ros2 {
namespace {

using ::testing::HasSubstr;

assist::RangeScan scan_of(int count) {
  assist::RangeScan scan{.number = 7, .count = count};
  for (int i = 0; i < count; ++i) {
    scan.ranges[static_cast<std::size_t>(i)] = 0.1F + 0.01F * static_cast<float>(i);
  }
  return scan;
}

DriveState any_state() {
  return {.obstruction = {0.1, 0.2, 0.3, 0.4},
          .felt = {.force = {1, 2, 3}, .push = 4, .steer = 5, .potential = 6, .store = 7},
          .forward = 8,
          .turn = 9,
          .scan_age = 10,
          .braking = 1};
}

TEST(LaserScanEncoder, CountsAnglesFromStraightAheadAsRosDoes) {
  Encoder<LaserScan> encoder("scanner", to_message(scan_of(assist::kMaxBeams)));
  const auto bytes = encoder.encode(at(3'000'000'007), to_message(scan_of(assist::kTim561Beams)));
  CdrReader reader(bytes);
  EXPECT_EQ(reader.get<std::int32_t>(), 3);
  EXPECT_EQ(reader.get<std::uint32_t>(), 7U);
  EXPECT_EQ(reader.get_string(), "scanner");
  std::array<float, 7> settings{};
  reader.get_array(std::span<float>(settings));
  // 270 degrees, the middle one ahead, in steps of a third
  EXPECT_FLOAT_EQ(settings[0], -2.3561945F);
  EXPECT_FLOAT_EQ(settings[1], 2.3561945F);
  EXPECT_FLOAT_EQ(settings[2], 0.0058177642F);
  EXPECT_EQ(settings[3], 0);
  EXPECT_EQ(settings[4], 0);
  EXPECT_EQ(settings[5], 0.05F);
  EXPECT_EQ(settings[6], 10.0F);
  EXPECT_EQ(reader.get_sequence<float>().size(), 811U);
  EXPECT_TRUE(reader.get_sequence<float>().empty());
  EXPECT_EQ(reader.position(), bytes.size());
}

TEST(LaserScanEncoder, KeepsEveryRangeWhateverTheNumberOfBeams) {
  Encoder<LaserScan> encoder("scanner", to_message(scan_of(assist::kMaxBeams)));
  // longer and shorter ones over each other
  for (const int count : {3, assist::kMaxBeams, 0, assist::kTim561Beams, 1}) {
    assist::RangeScan scan = scan_of(count);
    if (count > 2) {
      scan.ranges[1] = assist::kNothing;
      scan.ranges[2] = assist::kNoAnswer;
    }
    const auto back = decode<LaserScan>(encoder.encode(at(5), to_message(scan)));
    const assist::RangeScan got = from_message(back);
    EXPECT_EQ(back.stamp, at(5));
    EXPECT_EQ(back.frame_id, "scanner");
    EXPECT_EQ(got.time, at(5));
    ASSERT_EQ(got.count, count);
    EXPECT_EQ(std::memcmp(got.ranges.data(), scan.ranges.data(), sizeof scan.ranges), 0);
    EXPECT_NEAR(got.first_angle, scan.first_angle, 2e-7);
    EXPECT_NEAR(got.angle_step, scan.angle_step, 1e-9);
  }
}

TEST(LaserScanEncoder, HasNoBeamsWhereTheirNumberIsOneThatNoScanHas) {
  for (const int count : {-1, assist::kMaxBeams + 1}) {
    assist::RangeScan scan;
    scan.count = count;
    EXPECT_EQ(to_message(scan).ranges.count, 0U) << count;
  }
}

TEST(LaserScanEncoder, GivesNothingForMoreBeamsThanItHasRoomFor) {
  Encoder<LaserScan> encoder("scanner", to_message(scan_of(3)));
  EXPECT_FALSE(encoder.encode(at(0), to_message(scan_of(3))).empty());
  EXPECT_TRUE(encoder.encode(at(0), to_message(scan_of(300))).empty());
}

TEST(DecodedLaserScan, IsRefusedWithMoreBeamsThanAScanHas) {
  std::vector<std::byte> bytes(8192);
  CdrWriter writer(bytes);
  writer.put(std::uint64_t{0});
  writer.put("");
  const std::array<float, 7> settings{};
  writer.put_array(std::span<const float>(settings));
  const std::vector<float> ranges(assist::kMaxBeams + 1);
  writer.put_sequence(std::span<const float>(ranges));
  writer.put(std::uint32_t{0});
  ASSERT_TRUE(writer.ok());
  EXPECT_THROW(decode<LaserScan>(writer.bytes()), core::InputError);
}

TEST(DriveEncoder, ComesBackAsItWent) {
  Encoder<DriveState> encoder("leader_base");
  const DriveState put = any_state();
  const Stamped<DriveState> back = decode<DriveState>(encoder.encode(at(42), put));
  EXPECT_EQ(back.stamp, at(42));
  EXPECT_EQ(back.frame_id, "leader_base");
  EXPECT_EQ(back.body.obstruction, put.obstruction);
  EXPECT_EQ(back.body.felt.force, put.felt.force);
  EXPECT_EQ(back.body.felt.push, put.felt.push);
  EXPECT_EQ(back.body.felt.steer, put.felt.steer);
  EXPECT_EQ(back.body.felt.potential, put.felt.potential);
  EXPECT_EQ(back.body.felt.store, put.felt.store);
  EXPECT_EQ(back.body.forward, put.forward);
  EXPECT_EQ(back.body.turn, put.turn);
  EXPECT_EQ(back.body.scan_age, put.scan_age);
  EXPECT_EQ(back.body.braking, put.braking);
}

TEST(DriveMessages, AreRefusedWhereTheyAreCutShort) {
  Encoder<LaserScan> scans("base", to_message(scan_of(5)));
  Encoder<DriveState> drives("base");
  const auto scan = scans.encode(at(1), to_message(scan_of(5)));
  const auto drive = drives.encode(at(1), any_state());
  EXPECT_NO_THROW(decode<LaserScan>(scan));
  EXPECT_NO_THROW(decode<DriveState>(drive));
  for (std::size_t size = 0; size < scan.size(); ++size) {
    EXPECT_THROW(decode<LaserScan>(scan.first(size)), core::InputError) << size;
  }
  for (std::size_t size = 0; size < drive.size(); ++size) {
    EXPECT_THROW(decode<DriveState>(drive.first(size)), core::InputError) << size;
  }
}

TEST(DriveMessages, AreDefinedAndNamed) {
  EXPECT_EQ(name(MessageType::laser_scan), "sensor_msgs/msg/LaserScan");
  EXPECT_EQ(name(MessageType::drive), "tether_msgs/msg/Drive");
  EXPECT_THAT(definition(MessageType::laser_scan), HasSubstr("MSG: std_msgs/Header"));
  EXPECT_THAT(definition(MessageType::drive), HasSubstr("MSG: geometry_msgs/Vector3"));
}

TEST(DriveMessages, ShowWhereTwoOfThemDiffer) {
  Encoder<LaserScan> scans("base", to_message(scan_of(5)));
  Encoder<LaserScan> other_scans("base", to_message(scan_of(5)));
  assist::RangeScan changed = scan_of(5);
  changed.ranges[3] = 2;
  EXPECT_THAT(first_difference(MessageType::laser_scan, scans.encode(at(1), to_message(scan_of(5))),
                               other_scans.encode(at(1), to_message(changed))),
              HasSubstr("ranges[3]"));
  Encoder<DriveState> drives("base"), other_drives("base");
  DriveState later = any_state();
  later.scan_age = 11;
  EXPECT_EQ(first_difference(MessageType::drive, drives.encode(at(1), any_state()),
                             other_drives.encode(at(1), later)),
            "scan_age: recorded 10, replayed 11");
}

}  // namespace
}  // namespace tether::record::ros2
