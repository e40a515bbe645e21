// The frame that brings one set of points onto another: the rigid motion (and, if asked for, the
// scale) with the least sum of squared distances between pairs of points.
//
//   minimise Σ |to_i − (s R from_i + p)|²           R a rotation, never a reflection
//   C = 1/n Σ (to_i − to‾)(from_i − from‾)ᵀ = U D Vᵀ,   d1 ≥ d2 ≥ d3 ≥ 0
//   R = U S Vᵀ,   S = diag(1, 1, det U det V)
//   s = tr(D S) / σ²_from, or 1;   p = to‾ − s R from‾
//
// S. Umeyama, Least-squares estimation of transformation parameters between two point patterns,
// IEEE T-PAMI 13(4), 1991, eq. 39–43.
//
// How well it is determined: with noise σ of every coordinate, a rotation about the principal axis
// k of the points has a deviation of σ / √(Σ r_i²), where r_i is the distance of point i from that
// axis; the position of the centroid has σ / √n, and the scale σ / √(Σ |from_i − from‾|²). Points
// near a line leave the turn about that line open, and are refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tether/spatial/pose.hpp"

namespace tether::spatial {

struct PointPair {
  Vector3 from = Vector3::Zero();  // [m] in the frame that is to be placed
  Vector3 to = Vector3::Zero();    // [m] the same point in the other frame
};

inline constexpr std::size_t kFewestPairs = 3;
// farther from the origin, the digits of a number no longer hold a micrometre [m]
inline constexpr double kFarthestPoint = 1e6;
// points that scatter less are one point [m]
inline constexpr double kSmallestSpread = 1e-6;
// points whose second spread is less than this share of the first are on a line: a strip of one
// metre that is less than a millimetre wide
inline constexpr double kLineRatio = 1e-3;
// below this share the turn about the line is still worth a warning
inline constexpr double kNarrowRatio = 0.05;
// (d2 ± d3) / d1 below this: another turn fits as well
inline constexpr double kSmallestGap = kLineRatio * kLineRatio;

enum class RegistrationFlaw : std::uint8_t {
  none,
  too_few_pairs,
  not_finite,   // or farther away than kFarthestPoint
  one_point,    // all points of one frame in the same place
  on_a_line,    // all points of one frame on a line
  no_one_turn,  // the pairs fit several turns equally well, as mirrored points may
};

enum class Scaling : std::uint8_t { none, uniform };

struct Registration {
  RegistrationFlaw flaw = RegistrationFlaw::none;
  // which pair is not finite, and whether the flaw is in the points `to`; where that applies
  std::size_t flawed_pair = 0;
  bool flaw_in_to = false;

  // to ≈ scale · (pose.rotation · from) + pose.position; meaningful without a flaw only
  Pose pose;
  double scale = 1;

  std::vector<double> residuals;  // per pair, length of to − (s R from + p) [m]
  double rms = 0;                 // of the residuals [m]
  double worst = 0;               // the largest [m]
  std::size_t worst_pair = 0;
  double noise = 0;  // σ of one coordinate, √(Σ residual² / (3n − 6 or 7)) [m]

  // root mean square of the points `from` about their centroid along their principal axes, largest
  // first [m], and these axes as columns, in the frame of `to`
  Vector3 spread = Vector3::Zero();
  Matrix3 axes = Matrix3::Identity();
  Vector3 rotation_deviation = Vector3::Zero();  // about these axes [rad]
  double position_deviation = 0;                 // of the centroid along any direction [m]
  double scale_deviation = 0;                    // 0 without scale

  // spread[0] / spread[1]: how long the points are for their width
  double condition() const noexcept { return spread[0] / spread[1]; }
  bool narrow() const noexcept { return spread[1] < kNarrowRatio * spread[0]; }
  // a mirror image would fit with less than half the rms: an axis points the wrong way in one frame
  bool mirrored = false;

  Vector3 operator*(const Vector3& from) const noexcept {
    return scale * (pose.rotation * from) + pose.position;
  }
};

// never throws for what the points are; look at `flaw` first
Registration register_points(std::span<const PointPair> pairs, Scaling scaling = Scaling::none);

// the flaw in words, such as "the points from are on a line: ..."; empty without one
std::string reason(const Registration& registration);

// A pair that does not go with the others.
struct Outlier {
  std::size_t pair = 0;
  Registration without;  // by the other pairs alone
  double distance = 0;   // of the pair from where the others put it [m]
};

// The pair whose absence lowers the noise the most, if that is to less than half: there must be at
// least five pairs, so that four are left to disagree, and a noise of a micrometre. Only the pairs
// with the largest residuals are tried, at most 32.
std::optional<Outlier> find_outlier(std::span<const PointPair> pairs, const Registration& all,
                                    Scaling scaling = Scaling::none);

}  // namespace tether::spatial
