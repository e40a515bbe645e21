#include "tether/robot/falcon.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace tether::robot {
namespace {

using spatial::Matrix3;
using spatial::Vector3;

// of the residual F: above rounding, far below the 1e-9 m that are asked for [m]
constexpr double kTolerance = 1e-13;
constexpr int kWarmIterations = 8;
constexpr int kColdIterations = 30;
constexpr int kColdRounds = 4;
constexpr int kHalvings = 8;  // of one step

double square(double x) noexcept { return x * x; }

}  // namespace

// The knees, as the forward kinematics needs them: where each is in its own leg's axes, moved by
// what is constant between the end of the shin and the handle's centre.
struct Falcon::Knees {
  std::array<double, kFalconLegs> outwards;  // x_i where the shin stands straight up [m]
  std::array<double, kFalconLegs> height;    // z [m]
  std::array<double, kFalconLegs> cos_hip, sin_hip;
};

Falcon::Falcon(const FalconGeometry& geometry) noexcept : geometry_(geometry) {
  for (std::size_t i = 0; i < kFalconLegs; ++i) {
    cosine_[i] = std::cos(geometry.azimuth[i]);
    sine_[i] = std::sin(geometry.azimuth[i]);
  }
}

Vector3 Falcon::outwards(int leg) const noexcept {
  const auto i = static_cast<std::size_t>(leg);
  return {cosine_[i], sine_[i], 0};
}

Vector3 Falcon::sideways(int leg) const noexcept {
  const auto i = static_cast<std::size_t>(leg);
  return {-sine_[i], cosine_[i], 0};
}

std::optional<FalconPosture> Falcon::posture(const Vector3& p) const noexcept {
  if (!p.allFinite()) return std::nullopt;
  const FalconGeometry& g = geometry_;
  FalconPosture posture;
  posture.position = p;
  for (std::size_t i = 0; i < kFalconLegs; ++i) {
    FalconLeg& leg = posture.legs[i];
    const double x = cosine_[i] * p.x() + sine_[i] * p.y() - g.r + g.c;
    const double y = cosine_[i] * p.y() - sine_[i] * p.x() + g.s - g.f;
    leg.cos_lean = y / g.b;
    if (!(std::abs(leg.cos_lean) < 1)) return std::nullopt;
    leg.sin_lean = std::sqrt(1 - square(leg.cos_lean));
    leg.length = g.d + g.e + g.b * leg.sin_lean;
    // a triangle of thigh, shin and the line from the hip, knee on the outside
    const double reach_squared = square(x) + square(p.z());
    const double reach = std::sqrt(reach_squared);
    const double cos_at_hip =
        (square(g.a) + reach_squared - square(leg.length)) / (2 * g.a * reach);
    if (!(std::abs(cos_at_hip) < 1)) return std::nullopt;
    const double sin_at_hip = std::sqrt(1 - square(cos_at_hip));
    leg.cos_hip = (x * cos_at_hip + p.z() * sin_at_hip) / reach;
    leg.sin_hip = (p.z() * cos_at_hip - x * sin_at_hip) / reach;
    leg.hip = std::atan2(leg.sin_hip, leg.cos_hip);
    leg.cos_shin = (x - g.a * leg.cos_hip) / leg.length;
    leg.sin_shin = (p.z() - g.a * leg.sin_hip) / leg.length;
    leg.knee = reach * sin_at_hip / leg.length;
    const double cot_lean = leg.cos_lean / leg.sin_lean;
    leg.normal = {cosine_[i] * leg.cos_shin - sine_[i] * cot_lean,
                  sine_[i] * leg.cos_shin + cosine_[i] * cot_lean, leg.sin_shin};
  }
  return posture;
}

std::optional<LegAngles> Falcon::inverse(const Vector3& p) const noexcept {
  const auto found = posture(p);
  if (!found) return std::nullopt;
  return found->angles();
}

Matrix3 Falcon::inverse_jacobian(const FalconPosture& posture) const noexcept {
  Matrix3 rates;
  for (int i = 0; i < kFalconLegs; ++i) {
    const FalconLeg& leg = posture.legs[static_cast<std::size_t>(i)];
    rates.row(i) = leg.normal.transpose() / (geometry_.a * leg.knee);
  }
  return rates;
}

Matrix3 Falcon::jacobian(const FalconPosture& posture) const noexcept {
  return inverse_jacobian(posture).inverse();
}

LegTorques Falcon::torques(const FalconPosture& posture, const Vector3& force) const noexcept {
  return jacobian(posture).transpose() * force;
}

Vector3 Falcon::force(const FalconPosture& posture, const LegTorques& torques) const noexcept {
  return inverse_jacobian(posture).transpose() * torques;
}

bool Falcon::regular(const FalconPosture& posture) const noexcept {
  std::array<Vector3, kFalconLegs> along;
  for (std::size_t i = 0; i < kFalconLegs; ++i) {
    const FalconLeg& leg = posture.legs[i];
    if (leg.hip < geometry_.lower || leg.hip > geometry_.upper) return false;
    if (leg.knee < geometry_.least_knee || leg.sin_lean < geometry_.least_lean) return false;
    along[i] = leg.normal.normalized();
  }
  // the sign gives the side of the knees that the handle is on
  return along[0].dot(along[2].cross(along[1])) >= geometry_.least_volume;
}

bool Falcon::reaches(const Vector3& p) const noexcept {
  const auto found = posture(p);
  return found && regular(*found);
}

Falcon::Knees Falcon::knees(const LegAngles& angles) const noexcept {
  Knees knees;
  for (std::size_t i = 0; i < kFalconLegs; ++i) {
    const double angle = angles[static_cast<Eigen::Index>(i)];
    knees.cos_hip[i] = std::cos(angle);
    knees.sin_hip[i] = std::sin(angle);
    knees.outwards[i] = geometry_.r - geometry_.c + geometry_.a * knees.cos_hip[i];
    knees.height[i] = geometry_.a * knees.sin_hip[i];
  }
  return knees;
}

bool Falcon::residual(const Knees& knees, const Vector3& p, Vector3& values,
                      Matrix3& normals) const noexcept {
  const FalconGeometry& g = geometry_;
  for (int k = 0; k < kFalconLegs; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const double x = cosine_[i] * p.x() + sine_[i] * p.y() - knees.outwards[i];
    const double y = cosine_[i] * p.y() - sine_[i] * p.x() + g.s - g.f;
    const double z = p.z() - knees.height[i];
    const double upright = square(g.b) - square(y);
    const double length = std::sqrt(square(x) + square(z));
    if (!(upright > 0) || !(length > 0)) return false;
    const double height = std::sqrt(upright);
    values[k] = length - (g.d + g.e) - height;
    const double out = x / length;
    const double side = y / height;
    normals.row(k) << cosine_[i] * out - sine_[i] * side, sine_[i] * out + cosine_[i] * side,
        z / length;
  }
  return true;
}

std::optional<FalconSolution> Falcon::newton(const Knees& knees, const Vector3& start,
                                             int most_iterations) const noexcept {
  Vector3 p = start;
  Vector3 values;
  Matrix3 normals;
  if (!residual(knees, p, values, normals)) return std::nullopt;
  int iterations = 0;
  while (!(values.lpNorm<Eigen::Infinity>() < kTolerance)) {
    if (iterations == most_iterations) return std::nullopt;
    ++iterations;
    Vector3 step = normals.inverse() * values;
    if (!step.allFinite()) return std::nullopt;
    // a step beyond what the parallelogram can lean is shortened
    Vector3 next = p - step;
    for (int halving = 0; !residual(knees, next, values, normals); ++halving) {
      if (halving == kHalvings) return std::nullopt;
      step /= 2;
      next = p - step;
    }
    p = next;
  }
  // knees outside the shins: the other way of assembling the legs is no answer
  for (std::size_t i = 0; i < kFalconLegs; ++i) {
    const double x = cosine_[i] * p.x() + sine_[i] * p.y() - knees.outwards[i];
    const double z = p.z() - knees.height[i];
    if (!(z * knees.cos_hip[i] > x * knees.sin_hip[i])) return std::nullopt;
  }
  if (!(normals.row(0).dot(normals.row(2).cross(normals.row(1))) > 0)) return std::nullopt;
  return FalconSolution{p, iterations};
}

// Three spheres about the knees, on the person's side; where they miss each other, the middle.
std::optional<Vector3> Falcon::spheres_meet(const std::array<Vector3, kFalconLegs>& centres,
                                            const Vector3& squared_radii) noexcept {
  const Vector3 first = centres[1] - centres[0];
  const Vector3 second = centres[2] - centres[0];
  const Vector3 across = first.cross(second);
  const double area = across.squaredNorm();
  if (!(area > 0)) return std::nullopt;
  // along first and second the distances to the centres differ by what the radii differ
  const double to_first = (first.squaredNorm() + squared_radii[0] - squared_radii[1]) / 2;
  const double to_second = (second.squaredNorm() + squared_radii[0] - squared_radii[2]) / 2;
  const Vector3 middle = (to_first * second.cross(across) + to_second * across.cross(first)) / area;
  const double left = squared_radii[0] - middle.squaredNorm();
  const double along = left > 0 ? std::sqrt(left / area) : 0;
  return centres[0] + middle + (across.z() > 0 ? along : -along) * across;
}

std::optional<Vector3> Falcon::cold_start(const Knees& knees) const noexcept {
  const FalconGeometry& g = geometry_;
  std::array<Vector3, kFalconLegs> centres;
  for (int k = 0; k < kFalconLegs; ++k) {
    const auto i = static_cast<std::size_t>(k);
    centres[i] = knees.outwards[i] * outwards(k) + (g.f - g.s) * sideways(k) +
                 knees.height[i] * Vector3::UnitZ();
  }
  const double joints = g.d + g.e;
  Vector3 squared_radii = Vector3::Constant(square(g.b + joints));
  std::optional<Vector3> p;
  for (int round = 0; round < kColdRounds; ++round) {
    p = spheres_meet(centres, squared_radii);
    if (!p) return std::nullopt;
    for (int k = 0; k < kFalconLegs; ++k) {
      const double y = std::min(std::abs(sideways(k).dot(*p) + g.s - g.f), g.b);
      squared_radii[k] =
          square(joints) + square(g.b) + 2 * joints * std::sqrt(square(g.b) - square(y));
    }
  }
  return p;
}

std::optional<FalconSolution> Falcon::forward(const LegAngles& angles) const noexcept {
  if (!angles.allFinite()) return std::nullopt;
  const Knees where = knees(angles);
  const auto start = cold_start(where);
  if (!start) return std::nullopt;
  return newton(where, *start, kColdIterations);
}

std::optional<FalconSolution> Falcon::forward(const LegAngles& angles,
                                              const Vector3& guess) const noexcept {
  if (!angles.allFinite()) return std::nullopt;
  if (guess.allFinite()) {
    if (const auto found = newton(knees(angles), guess, kWarmIterations)) return found;
  }
  return forward(angles);
}

}  // namespace tether::robot
