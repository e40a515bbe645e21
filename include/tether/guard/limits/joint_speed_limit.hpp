// Keeps joints within their speed limits v_max. An effort that drives a joint on fades over the
// last `band` below the limit, to nothing at the limit:
//   τ_i' = τ_i clamp((v_max − v) / (band v_max), 0, 1)       for τ_i that acts along v
// and a damper b = γ I / T (I: joint_inertia) opposes what is faster. v is the larger of estimated
// velocity and rate of the last displacement, for either direction. It takes away only power that
// goes into the joint: over the limit τ_i' v ≤ 0. An outside effort h may hold a joint at
// h T / (γ I) above the limit [rad/s or m/s], and one tick of an effort τ_i adds T |τ_i| / I at
// most before it is seen.
#pragma once

#include "tether/guard/device_view.hpp"
#include "tether/robot/inertia_factor.hpp"

namespace tether::guard {

struct JointSpeedLimitParams {
  robot::JointVector max_speed;   // v_max [rad/s or m/s], > 0
  robot::JointVector max_effort;  // of the damper [N m or N]
  double band = 0.1;              // share of the limit over which efforts fade
  double damping = 0.25;          // γ: stable with up to seven joints too fast at once
  double sample_time = 1e-3;      // T [s]
};

class JointSpeedLimit {
 public:
  explicit JointSpeedLimit(const JointSpeedLimitParams& params) noexcept : params_(params) {}

  // amount: norm of the change [N m or N]
  Guarded update(const DeviceView& view, const robot::InertiaFactor& inertia,
                 const robot::JointVector& effort) const noexcept;

 private:
  double limited(Eigen::Index joint, double velocity, double rate, double effort,
                 const robot::InertiaFactor& inertia) const noexcept;

  JointSpeedLimitParams params_;
};

}  // namespace tether::guard
