// Every reason to stop for good, in one place. Any thread may ask for a stop, at any time and
// without waiting; the first reason stays until somebody resets it. While stopped the device only
// brakes:
//   τ_i = −sign(q̇_i) min(D_i |q̇_i|, τ_max,i)
// with q̇_i of the estimate and of the last displacement the smaller one, and none where they differ
// in sign. So the brake takes energy out, never drives, fades as the arm comes to rest, and is
// there again when something moves it. IEC 60204-1, stop category 1.
#pragma once

#include <atomic>
#include <cstdint>

#include "tether/guard/device_view.hpp"

namespace tether::guard {

enum class StopReason : std::uint8_t {
  none,
  emergency,  // somebody pressed the button
  collision,  // a load above its upper threshold
  non_finite,
  frozen_sensor,
  joint_speed,
  limit,   // a bound was broken that a guard should have kept
  device,  // the device asked for it
};
inline constexpr int kStopReasons = 8;
// snake_case, stable
const char* name(StopReason reason) noexcept;

struct SafetyStopParams {
  robot::JointVector damping;     // D [N m s/rad or N s/m]
  robot::JointVector max_effort;  // τ_max, not negative [N m or N]
};

class SafetyStop {
 public:
  explicit SafetyStop(const SafetyStopParams& params) noexcept : params_(params) {}

  // any thread; the first reason counts. `none` asks for nothing
  void request(StopReason reason) noexcept;
  // any thread; what holds the stop must be gone, or it comes back with the next tick
  void reset() noexcept { reason_.store(StopReason::none, std::memory_order_release); }
  StopReason reason() const noexcept { return reason_.load(std::memory_order_acquire); }
  bool stopped() const noexcept { return reason() != StopReason::none; }

  // the effort as it is, or the brake while stopped; amount: 1 while stopped. An effort that is not
  // finite is a reason to stop; a motion that is not finite leaves no effort.
  Guarded update(const DeviceView& view, const robot::JointVector& effort) noexcept;

 private:
  robot::JointVector brake(const DeviceView& view) const noexcept;

  SafetyStopParams params_;
  std::atomic<StopReason> reason_{StopReason::none};
  static_assert(std::atomic<StopReason>::is_always_lock_free);
};

}  // namespace tether::guard
