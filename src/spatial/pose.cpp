#include "tether/spatial/pose.hpp"

#include <algorithm>
#include <cmath>

namespace tether::spatial {
namespace {

// below this angle the series of the exponential's coefficients are exact to double precision
constexpr double kSmallAngle = 1e-4;

// exp(phi~) = I + a phi~ + b phi~², and its integral V = I + b phi~ + c phi~²
struct Coefficients {
  double a;  // sin θ / θ
  double b;  // (1 − cos θ) / θ²
  double c;  // (θ − sin θ) / θ³
};

Coefficients coefficients(double angle) noexcept {
  const double s = angle * angle;
  if (angle < kSmallAngle) return {1 - s / 6, 0.5 - s / 24, 1.0 / 6};
  const double half_sine = std::sin(0.5 * angle);
  const double sine = std::sin(angle);
  return {sine / angle, 2 * half_sine * half_sine / s, (angle - sine) / (s * angle)};
}

}  // namespace

Matrix3 exp_rotation(const Vector3& phi) noexcept {
  const auto k = coefficients(phi.norm());
  const Matrix3 x = tilde(phi);
  return Matrix3::Identity() + k.a * x + k.b * x * x;
}

Vector3 log_rotation(const Matrix3& r) noexcept {
  // the quaternion is well conditioned at every angle, half a turn included
  Eigen::Quaterniond q(r);
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  const double sine = q.vec().norm();  // of half the angle
  if (sine < 0.5 * kSmallAngle) return (2 + sine * sine / 3) * q.vec();
  return (2 * std::atan2(sine, q.w()) / sine) * q.vec();
}

Pose exp(const Twist& t) noexcept {
  const auto k = coefficients(t.angular.norm());
  const Matrix3 x = tilde(t.angular);
  const Matrix3 xx = x * x;
  const Matrix3 v = Matrix3::Identity() + k.b * x + k.c * xx;
  return {Matrix3::Identity() + k.a * x + k.b * xx, v * t.linear};
}

Twist log(const Pose& h) noexcept {
  const Vector3 phi = log_rotation(h.rotation);
  const auto k = coefficients(phi.norm());
  const Matrix3 x = tilde(phi);
  const Matrix3 v = Matrix3::Identity() + k.b * x + k.c * x * x;
  return {phi, v.inverse() * h.position};
}

double rotation_angle(const Matrix3& a, const Matrix3& b) noexcept {
  return log_rotation(a.transpose() * b).norm();
}

}  // namespace tether::spatial
