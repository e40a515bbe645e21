#include "tether/spatial/spatial_spring.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "tests/spatial/random_spatial.hpp"

namespace tether::spatial {
namespace {

constexpr double kLargeTurn = 170.0 / 180.0 * kPi;

// arms' usual stiffnesses: [N/m], [N m/rad], [N]
SpatialStiffness random_stiffness(RandomSpatial& random, bool coupled) {
  SpatialStiffness k;
  k.translation = random.positive_definite(10, 2000);
  k.orientation = random.positive_definite(1, 100);
  if (coupled) k.coupling = random.symmetric(50);
  return k;
}

// a tool frame that is turned by at most max_angle from the setpoint
Pose near(RandomSpatial& random, const Pose& setpoint, double max_angle) {
  return setpoint * Pose{random.rotation(max_angle), random.vector(0.5)};
}

// dV/dt as the tool moves with t, or the setpoint with t; base frame; fourth order in the step
template <class Potential>
double rate_of(const Potential& potential) {
  constexpr double kStep = 1e-3;
  const double near_difference = potential(kStep) - potential(-kStep);
  const double far_difference = potential(2 * kStep) - potential(-2 * kStep);
  return (8 * near_difference - far_difference) / (12 * kStep);
}

// the size of power below which round-off rules
double power_scale(const Wrench& w, const Twist& t) {
  return w.torque.norm() * t.angular.norm() + w.force.norm() * t.linear.norm();
}

// the largest |W·T + dV/dt| of many, relative to |W||T|
double worst_work_error(bool coupled, bool setpoint_moves) {
  RandomSpatial random(coupled ? 1 : 2);
  double worst = 0;
  for (int i = 0; i < kCases; ++i) {
    const SpatialSpring spring(random_stiffness(random, coupled));
    const Pose setpoint = random.pose();
    const Pose tool = near(random, setpoint, kLargeTurn);
    const Twist t = random.twist();

    const Wrench on_tool = spring.wrench(setpoint, tool);
    const double rate = rate_of([&](double h) {
      const Pose moved = exp(h * t);
      return setpoint_moves ? spring.potential(moved * setpoint, tool)
                            : spring.potential(setpoint, moved * tool);
    });
    const double work = setpoint_moves ? power(-on_tool, t) : power(on_tool, t);
    worst = std::max(worst, std::abs(work + rate) / power_scale(on_tool, t));
  }
  return worst;
}

TEST(SpatialSpring, DoesTheWorkThatThePotentialLoses) {
  EXPECT_LT(worst_work_error(false, false), 1e-6);
  EXPECT_LT(worst_work_error(true, false), 1e-6);
}

TEST(SpatialSpring, PushesTheSetpointFrameBackEquallyAndOppositely) {
  EXPECT_LT(worst_work_error(false, true), 1e-6);
  EXPECT_LT(worst_work_error(true, true), 1e-6);
}

TEST(SpatialSpring, HoldsThePotentialOfTheHeader) {
  RandomSpatial random(3);
  for (int i = 0; i < kCases; ++i) {
    const SpatialStiffness k = random_stiffness(random, true);
    const Pose setpoint = random.pose();
    const Pose tool = random.pose();
    const Pose h = setpoint.inverse() * tool;
    const Matrix3& r = h.rotation;
    const Matrix3 p = tilde(h.position);
    const auto co = [](const Matrix3& m) -> Matrix3 {
      return 0.5 * m.trace() * Matrix3::Identity() - m;
    };
    const Matrix3 g_t = co(k.translation);
    const double v_t =
        -0.25 * (p * g_t * p).trace() - 0.25 * (p * r * g_t * r.transpose() * p).trace();
    const double v_o = co(k.orientation).trace() - (co(k.orientation) * r).trace();
    const double v_c = (co(k.coupling) * r * p).trace();
    const double expected = v_t + v_o + v_c;
    ASSERT_NEAR(SpatialSpring(k).potential(setpoint, tool), expected,
                1e-12 * (std::abs(v_t) + k.orientation.trace() + std::abs(v_c)));
  }
}

TEST(SpatialSpring, StoresAndPullsNothingWhereTheFramesCoincide) {
  RandomSpatial random(4);
  for (int i = 0; i < kCases; ++i) {
    const SpatialSpring spring(random_stiffness(random, i % 2 == 0));
    const Pose pose = random.pose();
    const Wrench w = spring.wrench(pose, pose);
    ASSERT_NEAR(spring.potential(pose, pose), 0, 1e-12);
    ASSERT_LT(w.force.norm(), 1e-11);
    ASSERT_LT(w.torque.norm(), 1e-11);
  }
}

TEST(SpatialSpring, StoresEnergyEverywhereElse) {
  RandomSpatial random(5);
  for (int i = 0; i < kCases; ++i) {
    const SpatialSpring spring(random_stiffness(random, false));
    const Pose setpoint = random.pose();
    // down to a micrometre and a microradian, up to half a turn
    const double size = std::pow(10.0, random.uniform(-6, 0));
    const Vector3 turn = size * kPi * random.direction();
    const Pose turned = setpoint * Pose{exp_rotation(turn), Vector3::Zero()};
    const Pose shifted = setpoint * Pose{Matrix3::Identity(), size * random.direction()};
    ASSERT_GT(spring.potential(setpoint, turned), 0);
    ASSERT_GT(spring.potential(setpoint, shifted), 0);
    ASSERT_GT(spring.potential(setpoint, random.pose()), 0);
  }
}

// V_o = (1 − cos θ) aᵀ K_o a for a turn by θ about the unit vector a
TEST(SpatialSpring, StoresBetweenTheLeastAndTheGreatestPrincipalStiffnessInATurn) {
  RandomSpatial random(6);
  for (int i = 0; i < kCases; ++i) {
    SpatialStiffness k;
    // far from equal, so that the co-stiffness itself is not definite
    k.orientation = random.positive_definite(0.1, 100);
    const SpatialSpring spring(k);
    const Vector3 axis = random.direction();
    const double angle = random.uniform(0, kPi);
    const Pose tool{Eigen::AngleAxisd(angle, axis).toRotationMatrix(), Vector3::Zero()};
    const double v = spring.potential(Pose{}, tool);
    const double factor = 1 - std::cos(angle);
    ASSERT_NEAR(v, factor * axis.dot(k.orientation * axis), 1e-12 * k.orientation.trace());
    const Vector3 principal =
        Eigen::SelfAdjointEigenSolver<Matrix3>(k.orientation, Eigen::EigenvaluesOnly).eigenvalues();
    ASSERT_GE(v, factor * principal.minCoeff() * (1 - 1e-9) - 1e-12);
    ASSERT_LE(v, factor * principal.maxCoeff() * (1 + 1e-9) + 1e-12);
  }
}

// Lazar 2019, eq. 3.4, without the tr(G_o) that makes it an energy
double document_potential(const SpatialStiffness& k, const Matrix3& r) {
  const Matrix3 g = 0.5 * k.orientation.trace() * Matrix3::Identity() - k.orientation;
  return -(g * r).trace();
}

TEST(SpatialSpring, DiffersFromTheDocumentsEnergyOfATurnByAConstantOnly) {
  SpatialStiffness usual;
  EXPECT_DOUBLE_EQ(document_potential(usual, Matrix3::Identity()), -75);
  RandomSpatial random(12);
  for (int i = 0; i < kCases; ++i) {
    const SpatialStiffness k = random_stiffness(random, false);
    const SpatialSpring spring(k);
    const auto ours = [&](const Matrix3& r) { return spring.potential({}, {r, Vector3::Zero()}); };
    const Matrix3 r = random.rotation(kPi);
    const double offset = document_potential(k, Matrix3::Identity());
    const double size = k.orientation.trace();
    EXPECT_NEAR(document_potential(k, r) - offset, ours(r), 1e-12 * size);
    EXPECT_GE(ours(r), 0);
    // the same gradient, along a random turn
    const Vector3 turn = random.vector(1);
    const auto rate = [&](const auto& potential) {
      return rate_of([&](double h) { return potential(exp_rotation(h * turn) * r); });
    };
    const double theirs = rate([&](const Matrix3& x) { return document_potential(k, x); });
    EXPECT_NEAR(rate(ours), theirs, 1e-9 * size);
  }
}

TEST(SpatialSpring, IsTheSameInEveryFrame) {
  RandomSpatial random(7);
  for (int i = 0; i < kCases; ++i) {
    const SpatialSpring spring(random_stiffness(random, true));
    const Pose setpoint = random.pose();
    const Pose tool = near(random, setpoint, kLargeTurn);
    const Pose frame = random.pose();
    const Wrench here = frame.adjoint(spring.wrench(setpoint, tool));
    const Wrench there = spring.wrench(frame * setpoint, frame * tool);
    const double scale = here.vector().norm();
    ASSERT_LT((here - there).vector().norm(), 1e-12 * scale);
    const double v = spring.potential(setpoint, tool);
    ASSERT_NEAR(spring.potential(frame * setpoint, frame * tool), v, 1e-12 * (1 + std::abs(v)));
  }
}

// f = −K_t dx + K_c dφ, m = −K_o dφ + K_c dx, about the setpoint and to first order
TEST(SpatialSpring, IsTheStiffnessMatrixForSmallDisplacements) {
  RandomSpatial random(8);
  constexpr double kSize = 1e-7;
  for (int i = 0; i < kCases; ++i) {
    const SpatialStiffness k = random_stiffness(random, true);
    const Twist displacement = kSize * random.twist();
    const Pose setpoint = random.pose();
    const Wrench in_base = SpatialSpring(k).wrench(setpoint, setpoint * exp(displacement));
    const Wrench in_setpoint = setpoint.inverse().adjoint(in_base);

    const Vector3 force = -k.translation * displacement.linear + k.coupling * displacement.angular;
    const Vector3 torque = -k.orientation * displacement.angular + k.coupling * displacement.linear;
    // the next term of the series is of the size of the displacement
    ASSERT_LT((in_setpoint.force - force).norm(), 1e-5 * 2000 * kSize);
    ASSERT_LT((in_setpoint.torque - torque).norm(), 1e-5 * 2000 * kSize);
  }
}

TEST(SpatialSpring, PullsAlongAShiftAndTurnsAgainstATurn) {
  const SpatialSpring spring(SpatialStiffness{});
  const Pose shifted{Matrix3::Identity(), Vector3(0.1, 0, 0)};
  EXPECT_TRUE(spring.wrench(Pose{}, shifted).force.isApprox(Vector3(-50, 0, 0), 1e-12));
  EXPECT_NEAR(spring.potential(Pose{}, shifted), 2.5, 1e-12);

  const Pose turned{exp_rotation(Vector3(0, 0, kPi / 2)), Vector3::Zero()};
  EXPECT_TRUE(spring.wrench(Pose{}, turned).torque.isApprox(Vector3(0, 0, -50), 1e-12));
  EXPECT_NEAR(spring.potential(Pose{}, turned), 50, 1e-12);
}

}  // namespace
}  // namespace tether::spatial
