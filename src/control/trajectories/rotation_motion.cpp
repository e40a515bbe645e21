#include "tether/control/trajectories/rotation_motion.hpp"

#include <cmath>

#include <Eigen/LU>

namespace tether::control {
namespace {

using spatial::Vector3;

// below this angle the closed forms lose more digits than their series [rad]
constexpr double kSmallTurn = 0.05;

struct Coefficients {
  double b, c;    // of the Jacobian
  double db, dc;  // their derivatives by θ, over θ
};

Coefficients coefficients(double theta) noexcept {
  const double t2 = theta * theta;
  if (theta < kSmallTurn) {
    return {1.0 / 2 - t2 * (1.0 / 24 - t2 * (1.0 / 720 - t2 / 40320)),
            1.0 / 6 - t2 * (1.0 / 120 - t2 * (1.0 / 5040 - t2 / 362880)),
            -1.0 / 12 + t2 * (1.0 / 180 - t2 / 6720), -1.0 / 60 + t2 * (1.0 / 1260 - t2 / 60480)};
  }
  const double s = std::sin(theta), k = std::cos(theta);
  return {(1 - k) / t2, (theta - s) / (t2 * theta), (theta * s - 2 * (1 - k)) / (t2 * t2),
          (3 * s - theta * k - 2 * theta) / (t2 * t2 * theta)};
}

spatial::Matrix3 jacobian(const Coefficients& of, const Vector3& phi) noexcept {
  const spatial::Matrix3 cross = spatial::tilde(phi);
  return spatial::Matrix3::Identity() + of.b * cross + of.c * cross * cross;
}

// J̇ φ̇
Vector3 convected(const Coefficients& of, const Vector3& phi, const Vector3& rate) noexcept {
  const Vector3 across = phi.cross(rate);
  return phi.dot(rate) * (of.db * across + of.dc * phi.cross(across)) + of.c * rate.cross(across);
}

}  // namespace

TurnRates turn_rates(const MotionState& m) noexcept {
  const Coefficients of = coefficients(m.position.norm());
  const spatial::Matrix3 j = jacobian(of, m.position);
  return {j * m.velocity, j * m.acceleration + convected(of, m.position, m.velocity)};
}

MotionState rotation_vector_motion(const Vector3& phi, const TurnRates& rates) noexcept {
  const Coefficients of = coefficients(phi.norm());
  const spatial::Matrix3 inverse = jacobian(of, phi).inverse();
  const Vector3 rate = inverse * rates.velocity;
  return {phi, rate, inverse * (rates.acceleration - convected(of, phi, rate))};
}

}  // namespace tether::control
