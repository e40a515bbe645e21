#include "tether/control/trajectories/trajectory.hpp"

#include <gtest/gtest.h>

namespace tether::control {
namespace {

using spatial::Vector3;

double slope_error(const Trajectory& trajectory, double t) {
  constexpr double kStep = 1e-6;
  const Vector3 slope =
      (trajectory.at(t + kStep).position - trajectory.at(t - kStep).position) / (2 * kStep);
  return (slope - trajectory.at(t).velocity).norm();
}

TEST(MinimumJerkPath, RestsAtTheStartAndAtEveryWaypoint) {
  const Vector3 a(0.01, 0, 0), b(0, 0.02, 0.03);
  const MinimumJerkPath path(a, {{1, 2, b}, {4, 1, a}});
  for (const double t : {-1.0, 0.0, 1.0}) EXPECT_EQ(path.at(t).position, a);
  for (const double t : {3.0, 3.5, 4.0}) {
    EXPECT_EQ(path.at(t).position, b);
    EXPECT_EQ(path.at(t).velocity, Vector3::Zero());
  }
  EXPECT_EQ(path.at(9).position, a);
}

TEST(MinimumJerkPath, IsHalfWayAtHalfTimeWithTheKnownPeakSpeed) {
  const MinimumJerkPath path(Vector3::Zero(), {{0, 2, Vector3(1, 0, 0)}});
  EXPECT_NEAR(path.at(1).position.x(), 0.5, 1e-12);
  EXPECT_NEAR(path.at(1).velocity.x(), 1.875 / 2, 1e-12);  // 15/8 of the mean speed
}

TEST(MinimumJerkPath, VelocityIsTheSlopeOfPosition) {
  const MinimumJerkPath path(Vector3(0.1, 0, 0),
                             {{0.5, 1.5, Vector3(0, 0.2, 0)}, {2.5, 0.7, Vector3(0, 0, 0.3)}});
  for (int i = 1; i < 400; ++i) EXPECT_LT(slope_error(path, 0.01 * i + 0.001), 1e-8) << i;
}

TEST(MinimumJerkPath, RefusesWaypointsThatOverlap) {
  EXPECT_THROW(MinimumJerkPath(Vector3::Zero(), {{0, 2, Vector3::Zero()}, {1, 1, Vector3::Zero()}}),
               std::invalid_argument);
}

TEST(SineSequence, RunsOnePeriodAlongEachAxisInTurn) {
  const SineSequence sine({.amplitude = 0.05, .period = 5, .start = 1});
  EXPECT_EQ(sine.at(0.5).position, Vector3::Zero());
  EXPECT_LT((sine.at(1 + 1.25).position - Vector3(0.05, 0, 0)).norm(), 1e-12);
  EXPECT_LT((sine.at(6 + 3.75).position - Vector3(0, -0.05, 0)).norm(), 1e-12);
  EXPECT_LT((sine.at(11 + 1.25).position - Vector3(0, 0, 0.05)).norm(), 1e-12);
  EXPECT_EQ(sine.at(16.001).position, Vector3::Zero());
}

TEST(SineSequence, VelocityIsTheSlopeOfPosition) {
  const SineSequence sine({.amplitude = 0.05, .period = 5, .start = 1});
  for (int i = 0; i < 190; ++i) {
    const double t = 1.01 + 0.0777 * i;
    if (std::abs(t - 6) < 0.01 || std::abs(t - 11) < 0.01) continue;  // corners between axes
    EXPECT_LT(slope_error(sine, t), 1e-8) << t;
  }
}

}  // namespace
}  // namespace tether::control
