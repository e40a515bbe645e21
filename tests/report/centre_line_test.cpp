#include "report/metrics/centre_line.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace tether::report {
namespace {

// three metres ahead, then two to the left
const std::vector<Eigen::Vector2d> kBend{{0, 0}, {3, 0}, {3, 2}};

TEST(CentreLine, HasTheLengthOfItsPieces) {
  EXPECT_DOUBLE_EQ(length(kBend), 5);
  EXPECT_DOUBLE_EQ(length(std::vector<Eigen::Vector2d>{}), 0);
}

TEST(CentreLine, FindsAPointBesideTheNearestPiece) {
  const OnLine first = find_on_line(kBend, {1, -0.5});
  EXPECT_DOUBLE_EQ(first.along, 1);
  EXPECT_DOUBLE_EQ(first.beside, 0.5);
  const OnLine second = find_on_line(kBend, {3.25, 1.5});
  EXPECT_DOUBLE_EQ(second.along, 4.5);
  EXPECT_DOUBLE_EQ(second.beside, 0.25);
}

TEST(CentreLine, RoundsItsCornersByTheCornerItself) {
  const OnLine at = find_on_line(kBend, {3.3, -0.4});
  EXPECT_DOUBLE_EQ(at.along, 3);
  EXPECT_DOUBLE_EQ(at.beside, 0.5);
}

TEST(CentreLine, GoesOnBeyondBothEnds) {
  const OnLine before = find_on_line(kBend, {-1, 0.25});
  EXPECT_DOUBLE_EQ(before.along, -1);
  EXPECT_DOUBLE_EQ(before.beside, 0.25);
  const OnLine after = find_on_line(kBend, {2.75, 2.5});
  EXPECT_DOUBLE_EQ(after.along, 5.5);
  EXPECT_DOUBLE_EQ(after.beside, 0.25);
}

TEST(CentreLine, DoesNotMindAPointThatIsThereTwice) {
  const std::vector<Eigen::Vector2d> line{{0, 0}, {0, 0}, {2, 0}, {2, 0}};
  const OnLine at = find_on_line(line, {1.5, 0.5});
  EXPECT_DOUBLE_EQ(at.along, 1.5);
  EXPECT_DOUBLE_EQ(at.beside, 0.5);
}

}  // namespace
}  // namespace tether::report
