#include "tether/spatial/pose.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/spatial/random_spatial.hpp"

namespace tether::spatial {
namespace {

// Ad_H of the header, as a matrix
Matrix6 adjoint_matrix(const Pose& h) {
  Matrix6 m = Matrix6::Zero();
  m.topLeftCorner<3, 3>() = h.rotation;
  m.bottomLeftCorner<3, 3>() = tilde(h.position) * h.rotation;
  m.bottomRightCorner<3, 3>() = h.rotation;
  return m;
}

Eigen::Matrix4d homogeneous(const Pose& h) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m.topLeftCorner<3, 3>() = h.rotation;
  m.topRightCorner<3, 1>() = h.position;
  return m;
}

TEST(Pose, MultipliesLikeAHomogeneousMatrix) {
  RandomSpatial random(1);
  for (int i = 0; i < kCases; ++i) {
    const Pose a = random.pose();
    const Pose b = random.pose();
    const Vector3 x = random.vector(1);
    ASSERT_TRUE(homogeneous(a * b).isApprox(homogeneous(a) * homogeneous(b), 1e-14));
    ASSERT_TRUE(homogeneous(a * a.inverse()).isApprox(Eigen::Matrix4d::Identity(), 1e-14));
    ASSERT_TRUE((a * x).isApprox((homogeneous(a) * x.homogeneous()).head<3>(), 1e-13));
    ASSERT_TRUE((a.inverse() * (a * x)).isApprox(x, 1e-13));
  }
}

TEST(Pose, MapsTwistsAndWrenchesByTheAdjointAndItsInverseTranspose) {
  RandomSpatial random(2);
  for (int i = 0; i < kCases; ++i) {
    const Pose h = random.pose();
    const Twist t = random.twist();
    const Wrench w = random.wrench();
    const Matrix6 ad = adjoint_matrix(h);
    ASSERT_TRUE(h.adjoint(t).vector().isApprox(ad * t.vector(), 1e-13));
    ASSERT_TRUE(h.adjoint(w).vector().isApprox(ad.inverse().transpose() * w.vector(), 1e-12));
  }
}

TEST(Pose, HasTheAdjointOfAProductAsProductOfTheAdjoints) {
  RandomSpatial random(3);
  for (int i = 0; i < kCases; ++i) {
    const Pose a = random.pose();
    const Pose b = random.pose();
    const Twist t = random.twist();
    const Wrench w = random.wrench();
    ASSERT_TRUE((a * b).adjoint(t).vector().isApprox(a.adjoint(b.adjoint(t)).vector(), 1e-13));
    ASSERT_TRUE((a * b).adjoint(w).vector().isApprox(a.adjoint(b.adjoint(w)).vector(), 1e-13));
    ASSERT_TRUE(a.inverse().adjoint(a.adjoint(t)).vector().isApprox(t.vector(), 1e-13));
    ASSERT_TRUE(a.inverse().adjoint(a.adjoint(w)).vector().isApprox(w.vector(), 1e-13));
  }
}

TEST(Pose, KeepsPowerTheSameInEveryFrame) {
  RandomSpatial random(4);
  for (int i = 0; i < kCases; ++i) {
    const Pose h = random.pose();
    const Twist t = random.twist();
    const Wrench w = random.wrench();
    ASSERT_NEAR(power(h.adjoint(w), h.adjoint(t)), power(w, t), 1e-12);
  }
}

TEST(Pose, ConjugatesMotionsByTheAdjoint) {
  RandomSpatial random(5);
  for (int i = 0; i < kCases; ++i) {
    const Pose h = random.pose();
    const Twist t = random.twist();
    const Eigen::Matrix4d left = homogeneous(exp(h.adjoint(t)));
    ASSERT_TRUE(left.isApprox(homogeneous(h * exp(t) * h.inverse()), 1e-13));
  }
}

TEST(Exponential, MovesEachPointWithTheVelocityOfTheTwist) {
  RandomSpatial random(6);
  constexpr double kStep = 1e-4;
  for (int i = 0; i < kCases; ++i) {
    const Twist t = random.twist();
    const Vector3 x = random.vector(1);
    const Vector3 rate = (exp(kStep * t) * x - exp(-kStep * t) * x) / (2 * kStep);
    ASSERT_LT((rate - t.velocity_at(x)).norm(), 1e-7);
  }
}

// angles from 10⁻¹² to within 10⁻⁹ of half a turn, evenly spread on logarithmic scales at both ends
double any_angle(RandomSpatial& random, int i) {
  switch (i % 3) {
    case 0:
      return std::pow(10.0, random.uniform(-12, 0));
    case 1:
      return kPi - std::pow(10.0, random.uniform(-9, 0));
    default:
      return random.uniform(0, kPi);
  }
}

TEST(Exponential, AddsUpAlongOneScrew) {
  RandomSpatial random(7);
  for (int i = 0; i < kCases; ++i) {
    const Twist t = 3 * random.twist();
    const double a = random.uniform(-1, 1);
    const double b = random.uniform(-1, 1);
    const Eigen::Matrix4d sum = homogeneous(exp((a + b) * t));
    ASSERT_TRUE(sum.isApprox(homogeneous(exp(a * t) * exp(b * t)), 1e-13));
  }
}

TEST(Exponential, IsTwiceItsHalfAtEveryAngle) {
  RandomSpatial random(16);
  for (int i = 0; i < kCases; ++i) {
    const Twist t{any_angle(random, i) * random.direction(), random.vector(1)};
    const Pose half = exp(0.5 * t);
    ASSERT_LT((homogeneous(exp(t)) - homogeneous(half * half)).norm(), 5e-15)
        << "angle " << t.angular.norm();
  }
}

TEST(Exponential, IsAPureShiftWithoutRotation) {
  const Pose h = exp(Twist{Vector3::Zero(), Vector3(1, 2, 3)});
  EXPECT_EQ(h.rotation, Matrix3::Identity());
  EXPECT_EQ(h.position, Vector3(1, 2, 3));
}

TEST(Exponential, TurnsAboutAnAxisAwayFromTheOrigin) {
  // half a turn about the vertical through (1, 0, 0) takes the origin to (2, 0, 0)
  const Vector3 turn(0, 0, kPi);
  const Pose h = exp(Twist::from_point(turn, Vector3::Zero(), Vector3::UnitX()));
  EXPECT_LT((h * Vector3::Zero() - Vector3(2, 0, 0)).norm(), 1e-15);
  EXPECT_LT((h * Vector3::UnitX() - Vector3::UnitX()).norm(), 1e-15);
}

TEST(Exponential, AgreesWithAngleAndAxis) {
  RandomSpatial random(8);
  for (int i = 0; i < kCases; ++i) {
    const double angle = any_angle(random, i);
    const Vector3 axis = random.direction();
    const Matrix3 expected = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    const Matrix3 r = exp_rotation(angle * axis);
    ASSERT_LT((r - expected).norm(), 5e-15);
    ASSERT_LT((r * r.transpose() - Matrix3::Identity()).norm(), 1e-14);
    ASSERT_LT((exp(Twist{angle * axis, Vector3::Zero()}).rotation - r).norm(), 5e-15);
  }
}

TEST(Logarithm, UndoesTheExponentialOfARotation) {
  RandomSpatial random(9);
  for (int i = 0; i < kCases; ++i) {
    const Vector3 phi = any_angle(random, i) * random.direction();
    const Vector3 back = log_rotation(exp_rotation(phi));
    ASSERT_LT((back - phi).norm(), 1e-14) << "angle " << phi.norm();
  }
}

TEST(Logarithm, AgreesWithAngleAndAxis) {
  RandomSpatial random(10);
  for (int i = 0; i < kCases; ++i) {
    const Matrix3 r = random.rotation();
    const Eigen::AngleAxisd expected(r);
    ASSERT_LT((log_rotation(r) - expected.angle() * expected.axis()).norm(), 1e-13);
  }
}

TEST(Logarithm, FindsAHalfTurn) {
  RandomSpatial random(11);
  for (int i = 0; i < kCases; ++i) {
    const Vector3 axis = random.direction();
    const Vector3 phi = log_rotation(2 * axis * axis.transpose() - Matrix3::Identity());
    ASSERT_NEAR(phi.norm(), kPi, 1e-14);
    // either sense of the axis is right
    ASSERT_LT(phi.cross(axis).norm(), 1e-14);
  }
}

TEST(Logarithm, IsZeroAtTheIdentity) {
  EXPECT_EQ(log_rotation(Matrix3::Identity()), Vector3::Zero());
  EXPECT_EQ(log(Pose{}).vector(), Vector6::Zero());
}

TEST(Logarithm, UndoesTheExponentialOfATwist) {
  RandomSpatial random(12);
  for (int i = 0; i < kCases; ++i) {
    const Twist t{any_angle(random, i) * random.direction(), random.vector(1)};
    const Twist back = log(exp(t));
    ASSERT_LT((back - t).vector().norm(), 1e-13) << "angle " << t.angular.norm();
  }
}

TEST(Logarithm, LeadsToItsPose) {
  RandomSpatial random(13);
  for (int i = 0; i < kCases; ++i) {
    const Pose h = random.pose();
    ASSERT_TRUE(homogeneous(exp(log(h))).isApprox(homogeneous(h), 1e-13));
  }
}

TEST(RotationAngle, IsTheAngleBetweenTwoOrientations) {
  RandomSpatial random(14);
  for (int i = 0; i < kCases; ++i) {
    const Matrix3 a = random.rotation();
    const double angle = any_angle(random, i);
    const Matrix3 b = a * Eigen::AngleAxisd(angle, random.direction()).toRotationMatrix();
    ASSERT_NEAR(rotation_angle(a, b), angle, 1e-14);
    ASSERT_NEAR(rotation_angle(b, a), angle, 1e-14);
    ASSERT_NEAR(rotation_angle(a, a), 0, 1e-14);
  }
}

TEST(Pose, GivesTheQuaternionOfItsRotation) {
  RandomSpatial random(15);
  for (int i = 0; i < kCases; ++i) {
    const Pose h = random.pose();
    const Vector3 x = random.vector(1);
    ASSERT_TRUE((h.quaternion() * x).isApprox(h.rotation * x, 1e-13));
    ASSERT_NEAR(h.quaternion().norm(), 1, 1e-14);
  }
}

}  // namespace
}  // namespace tether::spatial
