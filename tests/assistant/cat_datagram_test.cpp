#include "tether/assistant/protocol/cat_datagram.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"

namespace tether::assistant {
namespace {

const ToolPose kPose{{spatial::exp_rotation({0.3, -0.2, 1.1}), {0.4, -0.5, 0.6}},
                     {spatial::exp_rotation({0, 0.7, 0}), {0, 0, 0.12}}};

TEST(CatPose, ComesOutOfItsMatrixToTheLastBit) {
  double matrix[16];
  matrix_of_pose(kPose.last_frame, matrix);
  EXPECT_EQ(matrix[3], 0.4) << "row-major: the place stands in the last column";
  EXPECT_EQ(matrix[1], kPose.last_frame.rotation(0, 1));
  const auto pose = pose_of_matrix(matrix);
  ASSERT_TRUE(pose);
  EXPECT_EQ(pose->rotation, kPose.last_frame.rotation);
  EXPECT_EQ(pose->position, kPose.last_frame.position);
}

TEST(CatPose, IsTurnedIntoARotationWhenItNearlyIsOne) {
  double matrix[16];
  matrix_of_pose(kPose.last_frame, matrix);
  for (double& x : matrix) x = static_cast<float>(x);
  const auto pose = pose_of_matrix(matrix);
  ASSERT_TRUE(pose);
  const spatial::Matrix3 error =
      pose->rotation.transpose() * pose->rotation - spatial::Matrix3::Identity();
  EXPECT_LT(error.cwiseAbs().maxCoeff(), 1e-15);
}

TEST(CatPose, IsRefusedWhenItIsNone) {
  double good[16];
  matrix_of_pose(kPose.last_frame, good);
  const auto refused = [&](int index, double value) {
    double matrix[16];
    std::copy_n(good, 16, matrix);
    matrix[index] = value;
    return !pose_of_matrix(matrix);
  };
  for (int i = 0; i < 16; ++i) {
    EXPECT_TRUE(refused(i, std::numeric_limits<double>::quiet_NaN())) << i;
    EXPECT_TRUE(refused(i, std::numeric_limits<double>::infinity())) << i;
    EXPECT_TRUE(refused(i, 1e300)) << i;
  }
  EXPECT_TRUE(refused(0, good[0] + 0.1)) << "stretched";
  EXPECT_TRUE(refused(15, 0));
  EXPECT_TRUE(refused(3, 1001)) << "too far";
  double mirrored[16];
  matrix_of_pose({-spatial::Matrix3::Identity(), {0, 0, 0}}, mirrored);
  EXPECT_FALSE(pose_of_matrix(mirrored));
  const double zero[16] = {};
  EXPECT_FALSE(pose_of_matrix(zero));
}

TEST(CatDatagram, CarriesAPoseToTheLastBit) {
  const auto datagram = encode(CatPoseDatagram{{7, 12345}, kPose});
  EXPECT_EQ(datagram.size(), 272U);
  const auto read = decode_cat_pose(datagram);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->number.run, 7U);
  EXPECT_EQ(read->number.sequence, 12345U);
  EXPECT_EQ(read->pose.last_frame.rotation, kPose.last_frame.rotation);
  EXPECT_EQ(read->pose.tool_offset.position, kPose.tool_offset.position);
}

// the layout, written out by hand, so that others can rely on it
TEST(CatDatagram, CarriesAForceAsDescribed) {
  const auto datagram = encode(CatForceDatagram{{0x0201, 0x06050403}, {{4, 5, 6}, {1, 2, 3}}});
  ASSERT_EQ(datagram.size(), 64U);
  EXPECT_EQ(std::string(datagram.begin(), datagram.begin() + 4), "TCAT");
  for (std::uint8_t i = 1; i <= 6; ++i) EXPECT_EQ(datagram[5U + i], i);
  EXPECT_EQ(datagram[4], 1);
  EXPECT_EQ(datagram[5], 2);
  // python: zlib.crc32(b'TCAT\1\2\1\2\3\4\5\6' + bytes(4) + struct.pack('<6d', 1,2,3,4,5,6))
  EXPECT_EQ(link::ByteReader(datagram.data() + 12).take<std::uint32_t>(), 0xfc3a6e45U);
  link::ByteReader numbers(datagram.data() + 16);
  for (int i = 1; i <= 6; ++i) EXPECT_EQ(numbers.take<double>(), i);
}

TEST(CatDatagram, IsRefusedWithAnyBitOrLengthChanged) {
  const auto pose = encode(CatPoseDatagram{{7, 1}, kPose});
  const auto force = encode(CatForceDatagram{{7, 1}, {{1, 2, 3}, {4, 5, 6}}});
  for (std::size_t bit = 0; bit < 8 * pose.size(); ++bit) {
    auto changed = pose;
    changed[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    EXPECT_FALSE(decode_cat_pose(changed)) << bit;
  }
  for (std::size_t size = 0; size < pose.size(); ++size) {
    EXPECT_FALSE(decode_cat_pose({pose.data(), size}));
    EXPECT_FALSE(decode_cat_force({pose.data(), size}));
  }
  EXPECT_FALSE(decode_cat_pose(force)) << "a force is no pose";
  EXPECT_FALSE(decode_cat_force(pose));
  EXPECT_TRUE(decode_cat_force(force));
}

TEST(CatOrder, TakesNewerOnesAndAnyOfANewRun) {
  CatOrder order;
  EXPECT_TRUE(order.newer({1, 10}));
  EXPECT_FALSE(order.newer({1, 10})) << "twice";
  EXPECT_FALSE(order.newer({1, 9})) << "late";
  EXPECT_TRUE(order.newer({1, 0x7fffffff}));
  EXPECT_TRUE(order.newer({1, 0xfffffff0}));
  EXPECT_TRUE(order.newer({1, 5})) << "counted past the largest number";
  EXPECT_TRUE(order.newer({2, 0})) << "restarted";
}

}  // namespace
}  // namespace tether::assistant
