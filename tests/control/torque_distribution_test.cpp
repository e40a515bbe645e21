#include "tether/control/platform/torque_distribution.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <Eigen/QR>
#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"

namespace tether::control {
namespace {

using robot::PivotAngles;
using robot::PlanarTwist;
using robot::PlanarWrench;
using robot::WheelMap;
using robot::WheelVector;
using test::RandomDraw;

const robot::PlatformGeometry kGeometry;

PivotAngles any_pivots(RandomDraw& draw) {
  PivotAngles pivots;
  for (double& angle : pivots) angle = draw.between(-std::numbers::pi, std::numbers::pi);
  return pivots;
}

PlanarWrench any_wrench(RandomDraw& draw, double size) {
  return size * PlanarWrench(draw.between(-1, 1), draw.between(-1, 1), draw.between(-0.2, 0.2));
}

TEST(TorqueDistribution, WheelsDoTheWorkThatTheWrenchDoes) {
  RandomDraw draw(1);
  for (int k = 0; k < 5000 && !testing::Test::HasFailure(); ++k) {
    const PivotAngles pivots = any_pivots(draw);
    const PlanarWrench wrench = any_wrench(draw, 50);
    const DistributedTorques out = distribute(kGeometry, pivots, wrench);
    ASSERT_EQ(out.share, 1);
    for (int i = 0; i < 3; ++i) {
      const WheelVector turn = robot::wheel_speeds(kGeometry, pivots, PlanarTwist::Unit(i));
      EXPECT_NEAR(out.torques.dot(turn), wrench[i], 1e-10);
    }
    EXPECT_LT((wrench_of(kGeometry, pivots, out.torques) - wrench).norm(), 1e-10);
  }
}

TEST(TorqueDistribution, HasTheLeastNormAsThePseudoInverseHas) {
  RandomDraw draw(2);
  for (int k = 0; k < 2000 && !testing::Test::HasFailure(); ++k) {
    const PivotAngles pivots = any_pivots(draw);
    const PlanarWrench wrench = any_wrench(draw, 50);
    WheelVector weights;
    for (double& weight : weights) weight = draw.between(0.2, 5);
    Eigen::MatrixXd to_wrench(3, 8);
    for (int i = 0; i < 3; ++i) {
      to_wrench.row(i) = robot::wheel_speeds(kGeometry, pivots, PlanarTwist::Unit(i)).transpose();
    }
    const WheelVector plain =
        to_wrench.completeOrthogonalDecomposition().solve(Eigen::VectorXd(wrench));
    EXPECT_LT((distribute(kGeometry, pivots, wrench).torques - plain).norm(), 1e-11);

    // in units of their weights the torques are of least norm again
    const Eigen::MatrixXd weighed = to_wrench * weights.cwiseInverse().asDiagonal();
    const WheelVector scaled =
        weighed.completeOrthogonalDecomposition().solve(Eigen::VectorXd(wrench));
    const DistributedTorques out = distribute(kGeometry, pivots, wrench, weights);
    EXPECT_LT((out.torques / out.share - scaled.cwiseQuotient(weights)).norm(), 1e-10);
  }
}

TEST(TorqueDistribution, AWheelThatCostsMuchGivesLittle) {
  WheelVector weights = WheelVector::Ones();
  weights[3] = 1e3;
  const DistributedTorques out =
      distribute(kGeometry, PivotAngles::Zero(), PlanarWrench(50, 0, 0), weights);
  EXPECT_LT(std::abs(out.torques[3]), 1e-5);
  EXPECT_LT(
      (wrench_of(kGeometry, PivotAngles::Zero(), out.torques) - PlanarWrench(50, 0, 0)).norm(),
      1e-10);
}

TEST(TorqueDistribution, AWrenchOutOfReachKeepsItsDirection) {
  RandomDraw draw(3);
  int out_of_reach = 0;
  for (int k = 0; k < 5000 && !testing::Test::HasFailure(); ++k) {
    const PivotAngles pivots = any_pivots(draw);
    const PlanarWrench wrench = any_wrench(draw, 2000);
    const DistributedTorques out = distribute(kGeometry, pivots, wrench);
    EXPECT_LE(out.torques.cwiseAbs().maxCoeff(), kGeometry.max_wheel_torque * (1 + 1e-12));
    EXPECT_LT((wrench_of(kGeometry, pivots, out.torques) - out.share * wrench).norm(), 1e-9);
    if (out.share < 1) ++out_of_reach;
  }
  EXPECT_GT(out_of_reach, 1000);
}

TEST(TorqueDistribution, AllWheelsPullAlikeWhenTheyStandAlong) {
  const DistributedTorques out = distribute(kGeometry, PivotAngles::Zero(), PlanarWrench(80, 0, 0));
  const double each = 80 * kGeometry.wheel_radius / robot::kDrivenWheels;
  EXPECT_LT((out.torques - WheelVector::Constant(each)).norm(), 1e-12);
}

TEST(TorqueDistribution, WhatIsNotFiniteGetsNoTorque) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const DistributedTorques out =
      distribute(kGeometry, PivotAngles::Zero(), PlanarWrench(nan, 0, 0));
  EXPECT_EQ(out.torques, WheelVector(WheelVector::Zero()));
  EXPECT_EQ(distribute(kGeometry, PivotAngles::Constant(nan), PlanarWrench(1, 0, 0)).torques,
            WheelVector(WheelVector::Zero()));
}

}  // namespace
}  // namespace tether::control
