// Twists, wrenches and the cross-product matrix.
#include <gtest/gtest.h>

#include "tests/spatial/random_spatial.hpp"
#include "tether/spatial/pose.hpp"
#include "tether/spatial/vectors.hpp"

namespace tether::spatial {
namespace {

TEST(Tilde, IsTheCrossProduct) {
  RandomSpatial random(1);
  for (int i = 0; i < kCases; ++i) {
    const Vector3 x = random.vector(1);
    const Vector3 y = random.vector(1);
    ASSERT_LT((tilde(x) * y - x.cross(y)).norm(), 1e-15);
    ASSERT_EQ(tilde(x).transpose(), -tilde(x));
  }
}

TEST(Vee, TakesTheAxisOfTheAntisymmetricPart) {
  RandomSpatial random(2);
  for (int i = 0; i < kCases; ++i) {
    const Vector3 x = random.vector(1);
    ASSERT_EQ(vee(tilde(x)), x);
    const Matrix3 any = tilde(random.vector(1)) * random.symmetric(3) + random.symmetric(2);
    ASSERT_TRUE(tilde(vee(any)).isApprox(0.5 * (any - any.transpose()), 1e-14));
    ASSERT_LT(vee(random.symmetric(1)).norm(), 1e-15);
  }
}

TEST(Twist, GivesBackTheVelocityOfThePointItWasMadeFrom) {
  RandomSpatial random(3);
  for (int i = 0; i < kCases; ++i) {
    const Vector3 angular = random.vector(1);
    const Vector3 velocity = random.vector(1);
    const Vector3 point = random.vector(1);
    const Twist t = Twist::from_point(angular, velocity, point);
    ASSERT_EQ(t.angular, angular);
    ASSERT_LT((t.velocity_at(point) - velocity).norm(), 1e-14);
    ASSERT_EQ(t.velocity_at(Vector3::Zero()), t.linear);
  }
}

TEST(Twist, MovesTwoPointsOfABodyWithoutStretchingIt) {
  RandomSpatial random(4);
  for (int i = 0; i < kCases; ++i) {
    const Twist t = random.twist();
    const Vector3 a = random.vector(1);
    const Vector3 b = random.vector(1);
    ASSERT_NEAR((t.velocity_at(a) - t.velocity_at(b)).dot(a - b), 0, 1e-13);
  }
}

TEST(Wrench, GivesBackTheMomentAboutThePointItWasMadeFrom) {
  RandomSpatial random(5);
  for (int i = 0; i < kCases; ++i) {
    const Vector3 torque = random.vector(1);
    const Vector3 force = random.vector(1);
    const Vector3 point = random.vector(1);
    const Wrench w = Wrench::from_point(torque, force, point);
    ASSERT_EQ(w.force, force);
    ASSERT_LT((w.torque_at(point) - torque).norm(), 1e-14);
    ASSERT_EQ(w.torque_at(Vector3::Zero()), w.torque);
  }
}

TEST(Wrench, HasNoMomentAboutAPointOnTheLineOfItsForce) {
  const Wrench w = Wrench::from_point(Vector3::Zero(), Vector3(0, 0, 2), Vector3(1, 0, 0));
  EXPECT_EQ(w.torque, Vector3(0, -2, 0));
  EXPECT_EQ(w.torque_at(Vector3(1, 0, 5)), Vector3::Zero());
}

// the work can be counted at any point of the body
TEST(Power, IsThatOfTheForceAndMomentAtAnyPoint) {
  RandomSpatial random(6);
  for (int i = 0; i < kCases; ++i) {
    const Wrench w = random.wrench();
    const Twist t = random.twist();
    const Vector3 x = random.vector(1);
    const double there = w.torque_at(x).dot(t.angular) + w.force.dot(t.velocity_at(x));
    ASSERT_NEAR(power(w, t), there, 1e-12);
    ASSERT_NEAR(power(w, t), w.vector().dot(t.vector()), 1e-13);
  }
}

TEST(Screws, AreVectorSpacesInTheOrderAngularThenLinear) {
  RandomSpatial random(7);
  for (int i = 0; i < kCases; ++i) {
    const Twist s = random.twist();
    const Twist t = random.twist();
    const Wrench v = random.wrench();
    const Wrench w = random.wrench();
    ASSERT_EQ((2.0 * s + t - s).vector(), 2.0 * s.vector() + t.vector() - s.vector());
    ASSERT_EQ((2.0 * v + w - v).vector(), 2.0 * v.vector() + w.vector() - v.vector());
    ASSERT_EQ((-w).vector(), -w.vector());
    ASSERT_EQ(t.vector().head<3>(), t.angular);
    ASSERT_EQ(w.vector().head<3>(), w.torque);
    ASSERT_EQ(Twist::from_vector(t.vector()).vector(), t.vector());
    ASSERT_EQ(Wrench::from_vector(w.vector()).vector(), w.vector());
  }
}

}  // namespace
}  // namespace tether::spatial
