#include "tether/station/page/state_frame.hpp"

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>

#include "station/page/scan_frame.hpp"
#include "tests/station/fixed_snapshot.hpp"

namespace tether::station {
namespace {

constexpr std::size_t kHead = 40;       // bytes before the sides
constexpr std::size_t kSideHead = 8;    // before a side's coordinates
constexpr std::size_t kSideRest = 176;  // after them, without contacts
constexpr std::size_t kContact = 24;

template <class T>
T at(const std::string& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::string whole(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(StateFrame, IsByteForByteTheOneThatThePageReads) {
  std::string frame;
  encode_state(fixed_snapshot(), kFixedCount, kFixedFlags, frame);
  const std::string golden = whole(TETHER_SOURCE_DIR "/tests/data/state_frame.bin");
  if (frame != golden) {
    std::ofstream(testing::TempDir() + "/state_frame.bin", std::ios::binary) << frame;
  }
  EXPECT_TRUE(frame == golden) << "what is made now: " << testing::TempDir() << "/state_frame.bin";
}

TEST(StateFrame, HasTheSizeThatItsCountsSay) {
  std::string frame = "what was there before";
  encode_state(fixed_snapshot(), 1, {}, frame);
  EXPECT_EQ(frame.size(),
            kHead + 2 * (kSideHead + kSideRest) + (3 + 9) * sizeof(float) + 2 * kContact);
}

TEST(StateFrame, CarriesJointsOfADeviceWithoutASimulatedWorld) {
  Snapshot s;
  s.leader.measured.position = Eigen::Vector2d(0.5, -0.25);
  std::string frame;
  encode_state(s, 1, {}, frame);
  EXPECT_EQ(at<std::uint8_t>(frame, kHead + 2), 2);
  EXPECT_EQ(at<float>(frame, kHead + kSideHead), 0.5F);
  EXPECT_EQ(at<float>(frame, kHead + kSideHead + 4), -0.25F);
}

TEST(StateFrame, SaysWhenASideRests) {
  Snapshot s;
  std::string frame;
  for (const bool rests : {false, true}) {
    s.follower.resting = rests;
    encode_state(s, 1, {}, frame);
    EXPECT_EQ((at<std::uint32_t>(frame, 16) & 32U) != 0, rests);
  }
}

TEST(StateFrame, NeverCarriesANumberThatIsNotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Snapshot s = fixed_snapshot();
  s.leader.tool.rotation.setConstant(nan);
  s.leader.coupling.wrench.force.setConstant(std::numeric_limits<double>::infinity());
  s.leader.kinetic = 1e300;
  s.follower_scene.q[4] = static_cast<float>(nan);
  s.follower_scene.contact[1].force[2] = static_cast<float>(nan);
  std::string frame;
  encode_state(s, 1, {}, frame);
  const auto finite = [&](std::size_t from, std::size_t bytes) {
    for (std::size_t i = from; i < from + bytes; i += 4) {
      EXPECT_TRUE(std::isfinite(at<float>(frame, i))) << "at " << i;
    }
  };
  const std::size_t leader = kSideHead + std::size_t{3} * 4 + kSideRest;
  finite(kHead + kSideHead, leader - kSideHead);
  finite(kHead + leader + kSideHead, std::size_t{9} * 4 + kSideRest + 2 * kContact);
}

TEST(StateFrame, SaysWhatTheFollowerKnowsOfTheLinkWhenTheLeaderKnowsNothing) {
  Snapshot s;
  s.follower.quality = {.known = true, .round_trip = 0.5};
  std::string frame;
  encode_state(s, 1, {}, frame);
  EXPECT_EQ(at<float>(frame, 28), 0.5F);
}

TEST(ScanFrame, HoldsEveryBeamAsItIs) {
  assist::RangeScan scan;
  scan.time = core::Time(core::Duration(1'500'000'000));
  scan.count = 3;
  scan.ranges[0] = 1.5F;
  scan.ranges[1] = assist::kNothing;
  scan.ranges[2] = assist::kNoAnswer;
  std::string frame;
  encode_scan(scan, frame);
  ASSERT_EQ(frame.size(), 28 + 3 * sizeof(float));
  EXPECT_EQ(frame.substr(0, 4), "TTS1");
  EXPECT_EQ(at<std::uint32_t>(frame, 4), 3U);
  EXPECT_EQ(at<double>(frame, 8), 1.5);
  EXPECT_EQ(at<float>(frame, 16), static_cast<float>(scan.first_angle));
  EXPECT_EQ(at<float>(frame, 24), 10.0F);
  EXPECT_EQ(at<float>(frame, 28), 1.5F);
  EXPECT_TRUE(std::isinf(at<float>(frame, 32)));
  EXPECT_TRUE(std::isnan(at<float>(frame, 36)));
}

TEST(ScanFrame, TakesNoMoreBeamsThanAScanCanHave) {
  assist::RangeScan scan;
  scan.count = 100'000;
  std::string frame;
  encode_scan(scan, frame);
  EXPECT_EQ(at<std::uint32_t>(frame, 4), static_cast<std::uint32_t>(assist::kMaxBeams));
  scan.count = -5;
  encode_scan(scan, frame);
  EXPECT_EQ(frame.size(), 28U);
}

}  // namespace
}  // namespace tether::station
