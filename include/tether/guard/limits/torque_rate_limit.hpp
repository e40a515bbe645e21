// Bounds the change of an effort from tick to tick, per axis,
//   |τ(k) − τ(k−1)| ≤ r T                                                    [N m or N]
// An effort that is not finite counts as zero and is approached at the same rate, since a step to
// zero would be a step as well. An effort cannot be let go at once then: until it is gone it may
// give ½ Σ (τ_i q̇_i)₊ |τ_i| / r to the device [J], which an account must have set aside. Panda: r =
// 1000 N m/s (Franka control interface, limits of the interface).
#pragma once

#include "tether/guard/device_view.hpp"

namespace tether::guard {

struct TorqueRateLimitParams {
  double max_rate = 1000;     // r [N m/s or N/s]
  double sample_time = 1e-3;  // T [s]
};

class TorqueRateLimit {
 public:
  explicit TorqueRateLimit(const TorqueRateLimitParams& params) noexcept : params_(params) {}

  // amount: norm of what is still missing to the effort asked for [N m or N]
  Guarded update(const robot::JointVector& effort) noexcept;

  // what the effort may give until it is let go, at the speed of the device now [J]
  double letting_go(const robot::JointVector& effort, const DeviceView& view) const noexcept;

  // starts from rest, or from an effort that is at work (what a later stage made of the last one)
  void reset() noexcept { last_.resize(0); }
  void reset(const robot::JointVector& effort) noexcept { last_ = effort; }

  // An effort is to be let go from here on, and another stage, whose part was no part of the last
  // one, falls silent: goes on from what was commanded with that part, joint by joint, where this
  // drives the device less.
  void fall_back(const robot::JointVector& commanded, const DeviceView& view) noexcept;

 private:
  TorqueRateLimitParams params_;
  robot::JointVector last_;  // τ(k−1), empty = zero
};

}  // namespace tether::guard
