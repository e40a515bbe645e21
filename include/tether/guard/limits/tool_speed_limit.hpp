// Keeps the tool within its speed limits, linear and angular. With n the direction in which the
// tool moves at speed v, the joint efforts j = Jᵀ(p × n, n) of a unit force along it and the mass
// m = 1 / (jᵀM⁻¹j) that the tool shows there [kg], an effort may speed the tool up by no more than
//   jᵀM⁻¹τ ≤ κ (v_max − v)                                                            [m/s²]
// which below the limit lets it approach the limit and no further, and above it is a damper m κ.
// What is too much is taken away along j, as a force −m (jᵀM⁻¹τ − κ (v_max − v)) against the
// motion, so it never gives energy. The same with the angular velocity (j = Jᵀ(n, 0)) [rad/s²];
// when both act, they act so that either holds beside the other.
// Then the whole effort is scaled by the largest share s that keeps the tool's acceleration
//   J M⁻¹(s τ + τ_o)
// within its limits beside the load τ_o of hand or world, as far as that is known: an arm that is
// held accelerates less than its effort alone would make it. Where the load alone is too much, s is
// the one that leaves least. The part J̇q̇ that comes from moving alone is not the effort's and is
// not counted. Above the speed limit that may weaken the damper, but the tool is never sped up.
// Panda: 1.7 m/s, 2.5 rad/s, 13 m/s², 25 rad/s² (Franka control interface, Cartesian limits).
#pragma once

#include "tether/guard/device_view.hpp"
#include "tether/robot/inertia_factor.hpp"

namespace tether::guard {

struct ToolSpeedLimitParams {
  double linear_speed = 1.7;         // [m/s]
  double angular_speed = 2.5;        // [rad/s]
  double linear_acceleration = 13;   // [m/s²]
  double angular_acceleration = 25;  // [rad/s²]
  double approach = 100;             // κ [1/s]; well below 1/T
};

class ToolSpeedLimit {
 public:
  explicit ToolSpeedLimit(const ToolSpeedLimitParams& params) noexcept : params_(params) {}

  // load: efforts of hand or world on the joints, empty when not known [N m or N];
  // amount: norm of the change [N m or N]
  Guarded update(const DeviceView& view, const robot::InertiaFactor& inertia,
                 const robot::JointVector& effort,
                 const robot::JointVector& load = {}) const noexcept;

 private:
  void brake(const DeviceView& view, const robot::InertiaFactor& inertia,
             robot::JointVector& effort, robot::JointVector& push) const noexcept;
  double acceleration_share(const DeviceView& view, const robot::JointVector& push,
                            const robot::JointVector& loaded) const noexcept;

  ToolSpeedLimitParams params_;
};

}  // namespace tether::guard
