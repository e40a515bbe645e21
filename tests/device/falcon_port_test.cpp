#include "tether/device/drivers/falcon/falcon_port.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace tether::device {
namespace {

using spatial::Vector3;

// the box in which the model's handle moves
class Box {
 public:
  explicit Box(std::uint64_t seed) : random_(seed) {}
  Vector3 point() {
    return {0.04 * share_(random_), 0.03 * share_(random_), 0.045 * share_(random_) - 0.005};
  }
  Vector3 force(double most) {
    return most * Vector3(share_(random_), share_(random_), share_(random_));
  }

 private:
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> share_{-1, 1};
};

FalconPort homed_port() {
  FalconPort port;
  for (int leg = 0; leg < robot::kFalconLegs; ++leg) port.pass_mark(leg, 0);
  return port;
}

TEST(FalconPort, CountsAlmostTenThousandStepsPerTurnOfALeg) {
  const FalconPort port;
  EXPECT_NEAR(2 * std::numbers::pi / port.angle_per_count(), 9880.7, 0.1);
}

TEST(FalconPort, KnowsNoPositionAndGivesNoForceUntilEveryLegHasPassedItsMark) {
  FalconPort port;
  const EncoderCounts somewhere{12, -40, 7};
  for (int leg = 0; leg < robot::kFalconLegs; ++leg) {
    EXPECT_FALSE(port.homed());
    EXPECT_FALSE(port.position(somewhere));
    EXPECT_TRUE(port.drive(Vector3(1, 2, 3)).torques.isZero());
    port.pass_mark(leg, 0);
  }
  EXPECT_TRUE(port.homed());
  EXPECT_TRUE(port.drive(Vector3(1, 2, 3)).torques.isZero());
  EXPECT_TRUE(port.position(somewhere));
  EXPECT_FALSE(port.drive(Vector3(1, 2, 3)).torques.isZero());
}

TEST(FalconPort, MeasuresTheSamePlaceWhereverTheEncodersStartedToCount) {
  FalconPort reference = homed_port();
  FalconPort other;
  const EncoderCounts start{1234, -777, 90'000};
  for (int leg = 0; leg < robot::kFalconLegs; ++leg) {
    other.pass_mark(leg, start[static_cast<std::size_t>(leg)]);
  }
  Box box(1);
  for (int k = 0; k < 1000; ++k) {
    const EncoderCounts counts = *reference.counts_beyond_marks(box.point());
    EncoderCounts shifted = counts;
    for (std::size_t i = 0; i < counts.size(); ++i) shifted[i] += start[i];
    // both come from elsewhere, but to the same
    EXPECT_LT((*reference.position(counts) - *other.position(shifted)).norm(), 1e-12);
  }
}

TEST(FalconPort, MeasuresPositionsToWithinHalfACountOfEveryLeg) {
  FalconPort port = homed_port();
  Box box(2);
  for (int k = 0; k < 20'000; ++k) {
    const Vector3 p = box.point();
    const auto measured = port.position(*port.counts_beyond_marks(p));
    ASSERT_TRUE(measured) << p.transpose();
    const auto posture = port.mechanism().posture(p + port.params().centre);
    // half a count of each leg, by the Jacobian, and what the Jacobian changes on the way
    const Vector3 bound = port.mechanism().jacobian(*posture).cwiseAbs() *
                          Vector3::Constant(port.angle_per_count() / 2) * 1.01;
    EXPECT_TRUE(((*measured - p).cwiseAbs().array() <= bound.array()).all())
        << p.transpose() << ": " << (*measured - p).transpose() << " beyond " << bound.transpose();
    EXPECT_LT((*measured - p).norm(), 1e-4);
  }
}

TEST(FalconPort, FollowsAFastHandInFourNewtonSteps) {
  FalconPort port = homed_port();
  int most = 0;
  ASSERT_TRUE(port.position(*port.counts_beyond_marks(Vector3(0.03, 0, 0))));
  for (int k = 0; k < 20'000; ++k) {
    // 0.03 m at 33 rad/s is 1 m/s
    const double turn = 0.033 * k;
    const Vector3 p(0.03 * std::cos(turn), 0.02 * std::sin(turn), 0.02 * std::sin(turn));
    ASSERT_TRUE(port.position(*port.counts_beyond_marks(p)));
    most = std::max(most, port.iterations());
  }
  EXPECT_LE(most, 4);
  EXPECT_GE(most, 1);
}

TEST(FalconPort, MeasuresNoPositionForCountsThatNoMechanismHas) {
  FalconPort port = homed_port();
  constexpr auto kMost = std::numeric_limits<std::int32_t>::max();
  constexpr auto kLeast = std::numeric_limits<std::int32_t>::min();
  for (const EncoderCounts& garbled : {EncoderCounts{5000, 5000, 5000}, EncoderCounts{-4000, 0, 0},
                                       EncoderCounts{0, 2000, -3500}}) {
    ASSERT_TRUE(port.position({}));
    EXPECT_FALSE(port.position(garbled));
    // and no force where it does not know where it is
    EXPECT_TRUE(port.drive(Vector3(1, 2, 3)).torques.isZero());
  }
  FalconPort far;
  for (int leg = 0; leg < robot::kFalconLegs; ++leg) far.pass_mark(leg, kLeast);
  const auto measured = far.position({kMost, kMost, 0});
  EXPECT_TRUE(!measured || measured->allFinite());
}

TEST(FalconPort, MakesTheForceThatIsAskedForAndCarriesTheWeight) {
  FalconPort port = homed_port();
  Box box(3);
  for (int k = 0; k < 5'000; ++k) {
    const Vector3 p = *port.position(*port.counts_beyond_marks(box.point()));
    const Vector3 force = box.force(4);
    const FalconDrive drive = port.drive(force);
    EXPECT_EQ(drive.force, force);
    EXPECT_LT((*port.acting(p, drive.torques) - force).norm(), 1e-9);
  }
  // what holds the links is not felt
  ASSERT_TRUE(port.position({}));
  EXPECT_GT(port.drive(Vector3::Zero()).torques.norm(), 0.01);
}

TEST(FalconPort, BoundsForceAndTorqueAndKeepsTheDirection) {
  FalconPort port = homed_port();
  Box box(4);
  int weakened = 0;
  for (int k = 0; k < 5'000; ++k) {
    const Vector3 p = *port.position(*port.counts_beyond_marks(box.point()));
    const Vector3 force = box.force(40);
    const Vector3 bounded = force.cwiseMax(-10).cwiseMin(10);
    const FalconDrive drive = port.drive(force);
    EXPECT_LE(drive.torques.lpNorm<Eigen::Infinity>(), 0.1 + 1e-12);
    EXPECT_LE(drive.force.lpNorm<Eigen::Infinity>(), 10);
    EXPECT_NEAR(drive.force.dot(bounded), drive.force.norm() * bounded.norm(), 1e-9);
    EXPECT_LT((*port.acting(p, drive.torques) - drive.force).norm(), 1e-9);
    if (drive.force != bounded) {
      ++weakened;
      EXPECT_NEAR(drive.torques.lpNorm<Eigen::Infinity>(), 0.1, 1e-12);
    }
  }
  EXPECT_GT(weakened, 500);
  // the rated force along each axis is there in the middle
  ASSERT_TRUE(port.position(*port.counts_beyond_marks(Vector3::Zero())));
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {-1.0, 1.0}) {
      const Vector3 force = 25 * sign * Vector3::Unit(axis);
      EXPECT_EQ(port.drive(force).force, Vector3(10 * sign * Vector3::Unit(axis)));
    }
  }
}

TEST(FalconPort, GivesNoForceWhenAskedForWhatIsNoNumber) {
  FalconPort port = homed_port();
  ASSERT_TRUE(port.position({}));
  for (const double nonsense :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const FalconDrive drive = port.drive(Vector3(1, nonsense, 0));
    EXPECT_TRUE(drive.torques.isZero() && drive.force.isZero());
    EXPECT_FALSE(port.counts_beyond_marks(Vector3(nonsense, 0, 0)));
    EXPECT_FALSE(port.acting(Vector3::Zero(), Vector3(0, nonsense, 0)));
  }
}

}  // namespace
}  // namespace tether::device
