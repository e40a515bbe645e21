#include "tether/robot/falcon.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "tests/support/allocation_counter.hpp"

namespace tether::robot {
namespace {

using spatial::Matrix3;
using spatial::Vector3;

constexpr double kDegree = std::numbers::pi / 180;

// points that the handle can really be at
class Workspace {
 public:
  explicit Workspace(std::uint64_t seed) : random_(seed) {}
  Vector3 point(const Falcon& falcon) {
    for (;;) {
      const Vector3 p(0.12 * share_(random_), 0.12 * share_(random_),
                      0.11 + 0.09 * share_(random_));
      if (falcon.reaches(p)) return p;
    }
  }
  Vector3 vector(double length) {
    return length * Vector3(share_(random_), share_(random_), share_(random_));
  }
  // on a sphere
  Vector3 direction() {
    for (;;) {
      const Vector3 v = vector(1);
      if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
    }
  }

 private:
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> share_{-1, 1};
};

TEST(Falcon, ComesBackToWhereItWasFromItsLegAnglesFromNothing) {
  const Falcon falcon;
  Workspace workspace(1);
  double worst = 0;
  int most = 0;
  for (int k = 0; k < 100'000; ++k) {
    const Vector3 p = workspace.point(falcon);
    const auto found = falcon.forward(*falcon.inverse(p));
    ASSERT_TRUE(found) << p.transpose();
    worst = std::max(worst, (found->position - p).norm());
    most = std::max(most, found->iterations);
  }
  EXPECT_LT(worst, 1e-9);
  EXPECT_LE(most, 6);
}

TEST(Falcon, NeedsAtMostFourStepsFromWhereTheHandWasATickAgo) {
  const Falcon falcon;
  Workspace workspace(2);
  constexpr double kFastHand = 1e-3;  // 1 m/s at 1 kHz
  double worst = 0;
  int most = 0;
  for (int k = 0; k < 100'000; ++k) {
    const Vector3 p = workspace.point(falcon);
    const Vector3 before = p + kFastHand * workspace.direction();
    const auto found = falcon.forward(*falcon.inverse(p), before);
    ASSERT_TRUE(found) << p.transpose();
    worst = std::max(worst, (found->position - p).norm());
    most = std::max(most, found->iterations);
  }
  EXPECT_LT(worst, 1e-9);
  EXPECT_LE(most, 4);
}

TEST(Falcon, FindsTheHandleFromAnyGuess) {
  const Falcon falcon;
  Workspace workspace(3);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (int k = 0; k < 20'000; ++k) {
    const Vector3 p = workspace.point(falcon);
    const Vector3 far = k % 100 == 0 ? Vector3(nan, 0, 0) : workspace.vector(0.5);
    const auto found = falcon.forward(*falcon.inverse(p), far);
    ASSERT_TRUE(found) << p.transpose();
    EXPECT_LT((found->position - p).norm(), 1e-9) << far.transpose();
  }
}

// The legs put together from their parts: hip, thigh, joint, parallelogram, joint, handle.
TEST(Falcon, HasLegsWhosePartsMeetAndKeepTheirLengths) {
  const Falcon falcon;
  const FalconGeometry& g = falcon.geometry();
  Workspace workspace(4);
  for (int k = 0; k < 10'000; ++k) {
    const Vector3 p = workspace.point(falcon);
    const LegAngles angles = *falcon.inverse(p);
    for (int i = 0; i < kFalconLegs; ++i) {
      const Vector3 out = falcon.outwards(i);
      const Vector3 side = falcon.sideways(i);
      const Vector3 hip = g.r * out - g.s * side;
      const Vector3 knee =
          hip + g.a * (std::cos(angles[i]) * out + std::sin(angles[i]) * Vector3::UnitZ());
      const Vector3 end = p + g.c * out - g.f * side;
      // the joints d and e lie in the plane of the leg, on one line's direction, and the bar
      // between them is b long
      const Vector3 shin = end - knee;
      const Vector3 in_plane = shin - side * side.dot(shin);
      const Vector3 bar = shin - (g.d + g.e) * in_plane.normalized();
      EXPECT_NEAR(bar.norm(), g.b, 1e-12);
      // the bar does not run back over the joints
      EXPECT_GT(bar.dot(in_plane), 0);
      // the knee is on the outside
      EXPECT_GT((knee - hip).cross(in_plane).dot(out.cross(Vector3::UnitZ())), 0);
    }
  }
}

TEST(Falcon, LegsAreAThirdOfATurnApart) {
  const Falcon falcon;
  const Eigen::AngleAxisd third(120 * kDegree, Vector3::UnitZ());
  for (const Vector3& p : {Vector3(0.02, -0.01, 0.12), Vector3(-0.03, 0.03, 0.1)}) {
    const LegAngles here = *falcon.inverse(p);
    const LegAngles turned = *falcon.inverse(third * p);
    // 105°, −15° and −135°: a third of a turn takes leg 1 to leg 0, 2 to 1 and 0 to 2
    EXPECT_LT((turned - LegAngles(here[1], here[2], here[0])).norm(), 1e-12);
  }
  // in the middle all stand alike, and libnifalcon's 35° at its encoders' zero is 137 mm out
  EXPECT_LT((*falcon.inverse(Vector3(0, 0, 0.13705)) - LegAngles::Constant(35 * kDegree)).norm(),
            1e-3);
}

TEST(Falcon, HasTheJacobianOfItsFiniteDifferences) {
  const Falcon falcon;
  Workspace workspace(5);
  constexpr double kStep = 1e-6;  // [m]
  for (int k = 0; k < 5'000; ++k) {
    const FalconPosture posture = *falcon.posture(workspace.point(falcon));
    Matrix3 rates;
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3 d = kStep * Vector3::Unit(axis);
      rates.col(axis) =
          (*falcon.inverse(posture.position + d) - *falcon.inverse(posture.position - d)) /
          (2 * kStep);
    }
    EXPECT_LT((rates - falcon.inverse_jacobian(posture)).norm(), 1e-6 * rates.norm());
    const Matrix3 both = falcon.jacobian(posture) * falcon.inverse_jacobian(posture);
    EXPECT_TRUE(both.isIdentity(1e-11)) << both;
  }
}

TEST(Falcon, GivesTheHandTheWorkThatTheMotorsDo) {
  const Falcon falcon;
  Workspace workspace(6);
  constexpr double kStep = 1e-6;  // [m]
  for (int k = 0; k < 20'000; ++k) {
    const FalconPosture posture = *falcon.posture(workspace.point(falcon));
    const Vector3 force = workspace.vector(10);
    const Vector3 dx = kStep * workspace.direction();
    const LegAngles dtheta =
        (*falcon.inverse(posture.position + dx / 2) - *falcon.inverse(posture.position - dx / 2));
    const LegTorques torques = falcon.torques(posture, force);
    EXPECT_NEAR(torques.dot(dtheta), force.dot(dx), 1e-5 * force.norm() * kStep);
    EXPECT_LT((falcon.force(posture, torques) - force).norm(), 1e-10 * force.norm());
  }
}

TEST(Falcon, SaysWhatItCannotReachAndNeverReturnsNonsense) {
  const Falcon falcon;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Vector3& p :
       {Vector3(0, 0, 0.25), Vector3(0.2, 0, 0.12), Vector3(0, 0, 0), Vector3(nan, 0, 0.12),
        Vector3(0, infinity, 0.12), Vector3(0, 0, -infinity), Vector3(1e300, 1e300, 1e300)}) {
    EXPECT_FALSE(falcon.inverse(p)) << p.transpose();
    EXPECT_FALSE(falcon.reaches(p)) << p.transpose();
  }
  for (const LegAngles& angles :
       {LegAngles(nan, 0, 0), LegAngles(0, infinity, 0),
        // two thighs so far out and back that no shins can meet
        LegAngles(-150 * kDegree, 0, 0), LegAngles(0, 100 * kDegree, -140 * kDegree)}) {
    EXPECT_FALSE(falcon.forward(angles)) << angles.transpose();
    EXPECT_FALSE(falcon.forward(angles, Vector3(0, 0, 0.12))) << angles.transpose();
  }
  // whatever is asked, an answer is one that the legs agree with
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> any(-std::numbers::pi, std::numbers::pi);
  for (int k = 0; k < 50'000; ++k) {
    const LegAngles angles(any(random), any(random), any(random));
    if (const auto found = falcon.forward(angles)) {
      const auto back = falcon.inverse(found->position);
      ASSERT_TRUE(back) << angles.transpose();
      for (int i = 0; i < kFalconLegs; ++i) {
        EXPECT_NEAR(std::remainder((*back)[i] - angles[i], 2 * std::numbers::pi), 0, 1e-6);
      }
    }
  }
}

TEST(Falcon, ReachesTheBoxOfItsModelAndNotTheMarketedCube) {
  const Falcon falcon;
  for (int corner = 0; corner < 8; ++corner) {
    const double x = (corner & 1) != 0 ? 1 : -1;
    const double y = (corner & 2) != 0 ? 1 : -1;
    const bool far = (corner & 4) != 0;
    EXPECT_TRUE(falcon.reaches({0.04 * x, 0.03 * y, far ? 0.165 : 0.075})) << corner;
    if (far) {
      EXPECT_FALSE(falcon.reaches({0.05 * x, 0.05 * y, 0.175})) << corner;
    }
  }
}

TEST(Falcon, TakesNothingFromTheHeap) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "the sanitizer counts";
  const Falcon falcon;
  const Vector3 p(0.01, 0.02, 0.13);
  const test::AllocationCounter counter;
  const auto posture = falcon.posture(p);
  const auto cold = falcon.forward(posture->angles());
  const auto warm = falcon.forward(posture->angles(), cold->position);
  const Vector3 force = falcon.force(*posture, falcon.torques(*posture, Vector3(1, 2, 3)));
  EXPECT_EQ(counter.allocations(), 0);
  EXPECT_TRUE(warm && force.allFinite());
}

}  // namespace
}  // namespace tether::robot
