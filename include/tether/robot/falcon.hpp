// The parallel mechanism of the Novint Falcon (a delta after Tsai). Three equal legs 120° apart: a
// thigh of length a that the motor turns by θ about the hip, and a shin, a parallelogram of length
// b between two short joints d and e, so that the handle never turns. In the axes of leg i, those
// of the base turned by φ_i about z, with (x_i, y_i, z) the handle's position p in them:
//   x_i − r + c = a cos θ + l cos β,   z = a sin θ + l sin β,   l = d + e + b sin γ
//   y_i + s − f = b cos γ
// β is the direction of the shin, γ how far the parallelogram leans. Inverse kinematics is closed.
// Forward kinematics is the zero of
//   F_i(p) = |(x_i − r + c − a cos θ_i, z − a sin θ_i)| − (d + e) − √(b² − (y_i + s − f)²)
// which is convex in p, so Newton's method has one answer on the person's side of the knees.
// Where F_i = 0, dθ_i = n_iᵀ dp / (a sin(β_i − θ_i)) with n_i = ∇F_i = (cos β, cot γ, sin β)_i.
// Base frame: x to the person's right, y up, z towards the person; its origin is the middle of the
// base plate. SI units.
// Stamper, PhD thesis, University of Maryland, 1997; Martin & Hillier, ACRA 2009 (dimensions);
// libnifalcon (φ).
#pragma once

#include <array>
#include <numbers>
#include <optional>

#include "tether/spatial/vectors.hpp"

namespace tether::robot {

inline constexpr int kFalconLegs = 3;

struct FalconGeometry {
  double a = 0.06000;  // thigh [m]
  double b = 0.10250;  // side of the parallelogram [m]
  double c = 0.01443;  // end of the shin from the handle's centre, outwards [m]
  double d = 0.01125;  // joint between shin and handle [m]
  double e = 0.01125;  // joint between knee and shin [m]
  double f = 0.02500;  // end of the shin from the handle's centre, sideways [m]
  double r = 0.03660;  // hip from the middle of the base, outwards [m]
  double s = 0.02309;  // hip from the middle of the base, sideways [m]
  // φ: 90°, −30° and −150°, all turned by 15°, as the device stands on its desk [rad]
  std::array<double, kFalconLegs> azimuth{
      105 * std::numbers::pi / 180, -15 * std::numbers::pi / 180, -135 * std::numbers::pi / 180};
  // stops of the thighs [rad]; not published. They leave the handle a box of 80 × 60 × 90 mm,
  // 75 to 165 mm from the base.
  double lower = -60 * std::numbers::pi / 180;
  double upper = 100 * std::numbers::pi / 180;
  // how near to a singularity counts as reachable: sine of the knee's angle and of the
  // parallelogram's, and volume that the unit vectors along n_i span
  double least_knee = 0.15;
  double least_lean = 0.30;
  double least_volume = 0.07;
};

using LegAngles = spatial::Vector3;   // θ of the three thighs [rad]
using LegTorques = spatial::Vector3;  // about the hips, in the sense of θ [N m]

// one leg when the handle is somewhere
struct FalconLeg {
  double hip = 0;                     // θ [rad]
  double cos_hip = 1, sin_hip = 0;    // of θ
  double cos_shin = 0, sin_shin = 1;  // of β
  double cos_lean = 0, sin_lean = 1;  // of γ
  double length = 0;                  // l [m]
  double knee = 1;                    // sin(β − θ)
  spatial::Vector3 normal;            // n in base axes
};

struct FalconPosture {
  spatial::Vector3 position;  // of the handle, base frame [m]
  std::array<FalconLeg, kFalconLegs> legs;

  LegAngles angles() const noexcept { return {legs[0].hip, legs[1].hip, legs[2].hip}; }
};

struct FalconSolution {
  spatial::Vector3 position;  // [m]
  int iterations = 0;         // Newton steps that it took
};

class Falcon {
 public:
  explicit Falcon(const FalconGeometry& geometry = {}) noexcept;

  const FalconGeometry& geometry() const noexcept { return geometry_; }

  // the legs when the handle is at p; none when a leg is too short or too long for it
  std::optional<FalconPosture> posture(const spatial::Vector3& p) const noexcept;
  std::optional<LegAngles> inverse(const spatial::Vector3& p) const noexcept;

  // Where the handle is, from where it was a tick ago; none when no such place exists. A guess that
  // leads nowhere is replaced by the cold start.
  std::optional<FalconSolution> forward(const LegAngles& angles,
                                        const spatial::Vector3& guess) const noexcept;
  // From nothing. A shin is a rod of length √((d + e)² + b² + 2 (d + e) b sin γ), which hardly
  // depends on γ: three spheres about the knees meet in closed form, a few rounds settle γ, and
  // Newton's method does the rest.
  std::optional<FalconSolution> forward(const LegAngles& angles) const noexcept;

  // J = ∂p/∂θ [m/rad], ∂θ/∂p [rad/m]
  spatial::Matrix3 jacobian(const FalconPosture& posture) const noexcept;
  spatial::Matrix3 inverse_jacobian(const FalconPosture& posture) const noexcept;
  // τ = Jᵀ F, and back: F [N] at the handle
  LegTorques torques(const FalconPosture& posture, const spatial::Vector3& force) const noexcept;
  spatial::Vector3 force(const FalconPosture& posture, const LegTorques& torques) const noexcept;

  // between the stops of the thighs and away from singularities
  bool reaches(const spatial::Vector3& p) const noexcept;
  bool regular(const FalconPosture& posture) const noexcept;

  // axes of leg i in base axes: outwards (x_i) and sideways (y_i)
  spatial::Vector3 outwards(int leg) const noexcept;
  spatial::Vector3 sideways(int leg) const noexcept;

 private:
  struct Knees;
  Knees knees(const LegAngles& angles) const noexcept;
  static std::optional<spatial::Vector3> spheres_meet(
      const std::array<spatial::Vector3, kFalconLegs>& centres,
      const spatial::Vector3& squared_radii) noexcept;
  std::optional<spatial::Vector3> cold_start(const Knees& knees) const noexcept;
  bool residual(const Knees& knees, const spatial::Vector3& p, spatial::Vector3& values,
                spatial::Matrix3& normals) const noexcept;
  std::optional<FalconSolution> newton(const Knees& knees, const spatial::Vector3& start,
                                       int most_iterations) const noexcept;

  FalconGeometry geometry_;
  std::array<double, kFalconLegs> cosine_;  // of φ
  std::array<double, kFalconLegs> sine_;
};

}  // namespace tether::robot
