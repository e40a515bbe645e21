// Bounds the power that the controller puts into the hand over the next tick,
//   P = τᵀq̇ − β q̇ᵀB q̇ ≤ P_max                                                          [W]
// by injecting damping. With B = M all directions slow alike, and in samples of T the damper is
// stable for β T < 1, whatever the arm; β is at most 1/(2T), and what that leaves over is scaled.
// The bound holds for the estimated velocity, for the rate of the last displacement, and for the
// motion to come: with w = M⁻¹τ, and τ(k−1) still in the velocity but not in the rate,
//   ahead = rate + ½ T M⁻¹τ(k−1)
//   P     = max(τᵀq̇, τᵀrate, τᵀahead + T F |J_t w|) + ½ T τᵀw
// is what a rigid arm takes in at most over a tick while hand or world push at the tool point with
// a force up to F in any direction. An outside joint torque τ_o, moments on the tool included, may
// add T |τ_oᵀw| to that.
// Colgate & Schenkel, J. Robotic Systems 14(1), 1997 (sampled damping).
//
// P is convex in the size of the effort and zero without one: whoever scales the whole output down
// keeps the bound, whoever clips single axes may not. Hence `max_effort` here.
#pragma once

#include "tether/guard/device_view.hpp"
#include "tether/robot/inertia_factor.hpp"

namespace tether::guard {

struct PowerBoundParams {
  double max_power = 198;         // P_max [W], > 0
  double sample_time = 1e-3;      // T [s]
  double outside_force = 20;      // F, allowed for [N]
  robot::JointVector max_effort;  // the whole effort is scaled to fit [N m or N]; empty = any
};

class PowerBound {
 public:
  explicit PowerBound(const PowerBoundParams& params) noexcept : params_(params) {}

  // amount: power taken away [W]
  Guarded update(const DeviceView& view, const robot::InertiaFactor& inertia,
                 const robot::JointVector& effort) noexcept;

  // starts with no effort at work
  void reset() noexcept { push_.resize(0); }

 private:
  // of an effort scaled by s: P(s) = linear s + quadratic s² [W]
  struct Power {
    double linear = 0;
    double quadratic = 0;
    double total() const noexcept { return linear + quadratic; }
  };
  Power foreseen(const DeviceView& view, const robot::JointVector& ahead,
                 const robot::JointVector& effort, const robot::JointVector& push) const noexcept;
  double share(const Power& power) const noexcept;
  double effort_share(const robot::JointVector& effort) const noexcept;
  Guarded refuse(Eigen::Index joints) noexcept;

  PowerBoundParams params_;
  robot::JointVector push_;  // M⁻¹τ(k−1) [rad/s² or m/s²], empty = none
};

}  // namespace tether::guard
