#include "tether/robot/platform.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include <Eigen/QR>
#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::robot {
namespace {

using Eigen::Vector2d;
using test::RandomDraw;

constexpr double kPi = std::numbers::pi;
const PlatformGeometry kGeometry;

PivotAngles any_pivots(RandomDraw& draw) {
  PivotAngles pivots;
  for (double& angle : pivots) angle = draw.between(-kPi, kPi);
  return pivots;
}

PlanarTwist any_twist(RandomDraw& draw) {
  return {draw.between(-1.5, 1.5), draw.between(-1.5, 1.5), draw.between(-2, 2)};
}

WheelVector any_speeds(RandomDraw& draw) {
  WheelVector speeds;
  for (double& speed : speeds) speed = draw.between(-100, 100);
  return speeds;
}

Vector2d turned(double angle, const Vector2d& v) {
  return Eigen::Rotation2Dd(angle).toRotationMatrix() * v;
}

// The whole thing as points on a floor, written down from a drawing.
struct Placement {
  Vector2d place;
  double heading = 0;
  PivotAngles pivots;

  Placement after(double time, const PlanarTwist& twist) const {
    Placement next = *this;
    next.place += time * turned(heading, twist.head<2>());
    next.heading += time * twist[2];
    next.pivots += time * pivot_rates(kGeometry, pivots, twist);
    return next;
  }
  double unit_heading(int unit) const { return heading + pivots[unit]; }
  // where the wheel on `side` (+1 left, −1 right) of a unit stands
  Vector2d contact(int unit, int side) const {
    const Vector2d from_pivot(-kGeometry.caster_offset, side * kGeometry.wheel_distance / 2);
    return place + turned(heading, kGeometry.pivots[static_cast<std::size_t>(unit)]) +
           turned(unit_heading(unit), from_pivot);
  }
};

TEST(Platform, ForwardUndoesInverse) {
  RandomDraw draw(1);
  for (int k = 0; k < 10'000 && !testing::Test::HasFailure(); ++k) {
    const PivotAngles pivots = any_pivots(draw);
    const PlanarTwist twist = any_twist(draw);
    const WheelVector speeds = wheel_speeds(kGeometry, pivots, twist);
    EXPECT_LT((platform_twist(kGeometry, pivots, speeds) - twist).norm(), 1e-12);
  }
}

TEST(Platform, WheelsThatTurnSoRollAndDoNotSlip) {
  RandomDraw draw(2);
  constexpr double kStep = 1e-6;
  for (int k = 0; k < 2000 && !testing::Test::HasFailure(); ++k) {
    const Placement now{
        {draw.between(-5, 5), draw.between(-5, 5)}, draw.between(-kPi, kPi), any_pivots(draw)};
    const PlanarTwist twist = any_twist(draw);
    const WheelVector speeds = wheel_speeds(kGeometry, now.pivots, twist);
    const Placement before = now.after(-kStep, twist);
    const Placement after = now.after(kStep, twist);
    for (int wheel = 0; wheel < kDrivenWheels; ++wheel) {
      const int unit = wheel / 2;
      const int side = wheel % 2 == 0 ? 1 : -1;
      const Vector2d moves = (after.contact(unit, side) - before.contact(unit, side)) / (2 * kStep);
      const Vector2d in_unit = turned(-now.unit_heading(unit), moves);
      EXPECT_NEAR(in_unit.x(), kGeometry.wheel_radius * speeds[wheel], 1e-5);
      EXPECT_NEAR(in_unit.y(), 0, 1e-5);
    }
  }
}

TEST(Platform, ForwardIsTheLeastSquaresSolutionOfAGeneralSolver) {
  RandomDraw draw(3);
  for (int k = 0; k < 2000 && !testing::Test::HasFailure(); ++k) {
    const PivotAngles pivots = any_pivots(draw);
    const WheelVector speeds = any_speeds(draw);
    WheelMap columns;
    for (int i = 0; i < 3; ++i) {
      columns.col(i) = wheel_speeds(kGeometry, pivots, PlanarTwist::Unit(i));
    }
    const PlanarTwist solved = columns.colPivHouseholderQr().solve(speeds);
    EXPECT_LT((platform_twist(kGeometry, pivots, speeds) - solved).norm(), 1e-11);
  }
}

TEST(Platform, WhatForwardLeavesOverIsNoMotionOfThePlatform) {
  RandomDraw draw(4);
  for (int k = 0; k < 2000 && !testing::Test::HasFailure(); ++k) {
    const PivotAngles pivots = any_pivots(draw);
    const WheelVector speeds = any_speeds(draw);
    const PlanarTwist found = platform_twist(kGeometry, pivots, speeds);
    const WheelVector left = speeds - wheel_speeds(kGeometry, pivots, found);
    const PlanarTwist along = wheel_map(kGeometry, pivots).transpose() * left;
    EXPECT_LT(along.norm(), 1e-7);
  }
}

TEST(Platform, OfEightNoisySpeedsFiveNoisesAreLeftOver) {
  RandomDraw draw(5);
  std::mt19937_64 engine(5);
  constexpr double kNoise = 0.3;  // [rad/s]
  std::normal_distribution<double> noise(0, kNoise);
  constexpr int kCases = 20'000;
  double sum = 0;
  for (int k = 0; k < kCases; ++k) {
    const PivotAngles pivots = any_pivots(draw);
    WheelVector speeds = wheel_speeds(kGeometry, pivots, any_twist(draw));
    for (double& speed : speeds) speed += noise(engine);
    const PlanarTwist found = platform_twist(kGeometry, pivots, speeds);
    sum += (speeds - wheel_speeds(kGeometry, pivots, found)).squaredNorm();
  }
  // χ² with five degrees of freedom has the variance 10: three deviations of the mean
  const double mean = sum / kCases / (kNoise * kNoise);
  EXPECT_NEAR(mean, kDrivenWheels - 3, 3 * std::sqrt(10.0 / kCases));
}

TEST(Platform, UnitsThatTrailRestAndOthersComeToTrail) {
  RandomDraw draw(6);
  for (int k = 0; k < 100 && !testing::Test::HasFailure(); ++k) {
    const PlanarTwist twist{draw.between(0.5, 1.5), draw.between(-0.5, 0.5), draw.between(-1, 1)};
    PivotAngles pivots = any_pivots(draw);
    const PivotAngles rest = trailing_angles(kGeometry, pivots, twist);
    EXPECT_LT(pivot_rates(kGeometry, rest, twist).norm(), 1e-9);
    constexpr double kStep = 1e-4;  // [s]
    for (int i = 0; i < 10'000; ++i) pivots += kStep * pivot_rates(kGeometry, pivots, twist);
    for (int unit = 0; unit < kSmartWheels; ++unit) {
      EXPECT_NEAR(wrapped(pivots[unit] - rest[unit]), 0, 1e-6);
    }
  }
}

TEST(Platform, AUnitOnItsHeadFlipsWithinAFewOfItsOffsets) {
  const PlanarTwist backwards(-1, 0, 0);
  PivotAngles pivots = PivotAngles::Constant(0.01);
  constexpr double kStep = 1e-5;
  double way = 0;
  double fastest = 0;
  while (std::cos(pivots[0]) > -0.99 && way < 1) {
    pivots += kStep * pivot_rates(kGeometry, pivots, backwards);
    way += kStep;
    fastest = std::max(fastest, wheel_speeds(kGeometry, pivots, backwards).cwiseAbs().maxCoeff());
  }
  EXPECT_LT(way, 0.1);
  // across the way, the wheels spin w / 2c times as fast as they would roll
  const double k = kGeometry.wheel_distance / (2 * kGeometry.caster_offset);
  EXPECT_NEAR(fastest, std::sqrt(1 + k * k) / kGeometry.wheel_radius, 0.01);
}

TEST(Platform, AUnitThatOnlyTurnsWithThePlatformKeepsItsAngle) {
  PlatformGeometry centred = kGeometry;
  centred.pivots[0] = {0.005, 0};  // nearer to the centre than the caster is long
  const PivotAngles pivots(0.1, 0.2, 0.3, 0.4);
  EXPECT_EQ(trailing_angles(centred, pivots, {0, 0, 1})[0], 0.1);
}

TEST(Platform, AMotionTooFastForAWheelIsTakenAsFarAsTheWheelCanTurn) {
  const PivotAngles across = PivotAngles::Constant(kPi / 2);
  EXPECT_EQ(attainable_share(kGeometry, across, {1, 0, 0}), 1);
  const PlanarTwist fast(3, 0, 0);
  const double share = attainable_share(kGeometry, across, fast);
  EXPECT_LT(share, 1);
  EXPECT_NEAR(wheel_speeds(kGeometry, across, share * fast).cwiseAbs().maxCoeff(),
              kGeometry.max_wheel_speed, 1e-9);
}

TEST(Platform, EncodersOfPivotsWrapAndKnowTheirOffsets) {
  RandomDraw draw(7);
  for (int k = 0; k < 1000 && !testing::Test::HasFailure(); ++k) {
    const int unit = draw.pick(kSmartWheels);
    const double angle = draw.between(-kPi, kPi);
    const double encoder = pivot_encoder(kGeometry, unit, angle);
    EXPECT_LE(std::abs(encoder), kPi);
    EXPECT_NEAR(wrapped(pivot_angle(kGeometry, unit, encoder) - angle), 0, 1e-12);
  }
  EXPECT_NEAR(pivot_encoder(kGeometry, 0, 0), 4.691878 - 2 * kPi, 1e-12);
  // across the seam the angle goes on by what was turned
  const double before = pivot_angle(kGeometry, 1, kPi - 0.01);
  const double after = pivot_angle(kGeometry, 1, -kPi + 0.01);
  EXPECT_NEAR(wrapped(after - before), 0.02, 1e-12);
}

TEST(Platform, FollowsArcsExactly) {
  RandomDraw draw(9);
  for (int k = 0; k < 500 && !testing::Test::HasFailure(); ++k) {
    const PlanarTwist twist = any_twist(draw);
    const PlanarPlace start(draw.between(-5, 5), draw.between(-5, 5), draw.between(-9, 9));
    // ẋ of a constant twist, integrated in closed form from the centre of the bend
    const double time = draw.between(0.01, 3);
    const Vector2d forward = turned(start[2], Vector2d(twist.head<2>()));
    const Vector2d to_centre = Vector2d(-forward.y(), forward.x()) / twist[2];
    const Vector2d centre = start.head<2>() + to_centre;
    const Vector2d end = centre - turned(twist[2] * time, to_centre);
    const PlanarPlace found = moved(start, twist, time);
    EXPECT_LT((found.head<2>() - end).norm(), 1e-9 * (1 + to_centre.norm()));
    EXPECT_NEAR(found[2], start[2] + twist[2] * time, 1e-12);
    // and no turn at all is a straight line
    const PlanarPlace straight = moved(start, {twist[0], twist[1], 0}, time);
    EXPECT_LT((straight.head<2>() - start.head<2>() - time * forward).norm(), 1e-12);
  }
}

TEST(Platform, ThePlanarChainMovesOnTheFloorWithTheWholeMass) {
  const Chain chain = planar_chain(kGeometry);
  const JointVector q = Eigen::Vector3d(2, -1, 0.7);
  ChainState state;
  forward_kinematics(chain, q, state);
  EXPECT_LT((state.tool.position - spatial::Vector3(2, -1, 0)).norm(), 1e-12);
  EXPECT_NEAR(std::atan2(state.tool.rotation(1, 0), state.tool.rotation(0, 0)), 0.7, 1e-12);
  mass_matrix(chain, q, state);
  const Eigen::Vector3d inertia(kGeometry.mass, kGeometry.mass, kGeometry.turning_inertia);
  EXPECT_LT((state.mass_matrix - Eigen::Matrix3d(inertia.asDiagonal())).norm(), 1e-12);
}

TEST(Platform, ItsRatedForceIsWithinTheWheelsHoweverTheUnitsStand) {
  const Chain chain = planar_chain(kGeometry);
  RandomDraw draw(8);
  double least_of_all = 1e9;
  for (int k = 0; k < 5000; ++k) {
    // the push of unit 0 in its own axes, from wheel torques that are at their limit
    const double angle = draw.between(-kPi, kPi);
    const double ratio = kGeometry.wheel_distance / (2 * kGeometry.caster_offset);
    const double sum = std::cos(angle) * kGeometry.wheel_radius;
    const double difference = std::sin(angle) / ratio * kGeometry.wheel_radius;
    const double torque = (std::abs(sum) + std::abs(difference)) / 2;  // of the busier wheel, per N
    least_of_all = std::min(least_of_all, kGeometry.max_wheel_torque / torque);
  }
  EXPECT_NEAR(chain.joints[0].max_effort, kSmartWheels * least_of_all,
              1e-3 * chain.joints[0].max_effort);
  EXPECT_NEAR(chain.joints[2].max_effort, kSmartWheels * kGeometry.pivots[0].norm() * least_of_all,
              1e-3 * chain.joints[2].max_effort);
}

}  // namespace
}  // namespace tether::robot
