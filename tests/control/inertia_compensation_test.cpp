#include "tether/control/compensation/inertia_compensation.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace tether::control {
namespace {

using robot::JointMatrix;
using robot::JointVector;

TEST(InertiaCompensation, GivesItsShareOfWhatASteadyAccelerationTakes) {
  InertiaCompensation compensation({.share = 0.4, .bandwidth = 50, .sample_time = 1e-3});
  JointMatrix inertia(2, 2);
  inertia << 2, 0.5, 0.5, 1;
  const JointVector acceleration = (JointVector(2) << 3, -1).finished();
  JointVector effort;
  for (int k = 0; k < 1000; ++k) effort = compensation.update(1e-3 * k * acceleration, inertia);
  EXPECT_LT((effort - 0.4 * inertia * acceleration).norm(), 1e-9);
}

TEST(InertiaCompensation, FollowsAStepOfAccelerationWithItsBandwidth) {
  InertiaCompensation compensation({.share = 1, .bandwidth = 50, .sample_time = 1e-3});
  const JointMatrix inertia = JointMatrix::Identity(1, 1);
  JointVector effort;
  for (int k = 0; k <= 20; ++k) {
    effort = compensation.update(JointVector::Constant(1, 1e-3 * k), inertia);
  }
  EXPECT_NEAR(effort[0], 1 - std::exp(-50 * 20e-3), 1e-9);
}

TEST(InertiaCompensation, GivesNothingWhenItIsOff) {
  InertiaCompensation compensation({.share = 0});
  const JointMatrix inertia = JointMatrix::Identity(1, 1);
  compensation.update(JointVector::Zero(1), inertia);
  EXPECT_EQ(compensation.update(JointVector::Ones(1), inertia)[0], 0);
}

// a mass on a spring to a moving setpoint: the compensated mass stretches the spring less
TEST(InertiaCompensation, TakesInertiaOffTheSpring) {
  const auto stretch = [](double share) {
    InertiaCompensation compensation({.share = share, .bandwidth = 60, .sample_time = 1e-3});
    const JointMatrix inertia = JointMatrix::Constant(1, 1, 3);
    double x = 0, v = 0, worst = 0;
    for (int k = 0; k < 5000; ++k) {
      const double t = 1e-3 * k;
      const double setpoint = 0.05 * std::sin(2 * t);
      const double effort = 500 * (setpoint - x) + 20 * (0.1 * std::cos(2 * t) - v) +
                            compensation.update(JointVector::Constant(1, v), inertia)[0];
      v += 1e-3 * effort / 3;
      x += 1e-3 * v;
      if (k > 2000) worst = std::max(worst, std::abs(setpoint - x));
    }
    return worst;
  };
  EXPECT_LT(stretch(0.5), 0.6 * stretch(0));
}

}  // namespace
}  // namespace tether::control
