// What a device loses by itself on the way from its motors to the outside, as far as it is certain:
// the refund of an account that is kept at the tool (teleop/tool_port.hpp). With the wrench W of
// the outside on the tool, its motion x, efforts τ of the motors and kinetic energy T,
//   lost so far  L = ∫ W dx + ∫ τ dq − T                                                  [J]
//   measured     in each tick what L exceeds the refund so far by, no more than the friction of the
//                model, times `most`, can have taken in that tick, and never less than nothing
//   model        `surely` times the model's friction, for wrenches that are not measured
// A refund cannot be called back, so L must not come out too large at any time. T is taken as large
// as a device that is heavier than its model may have it, and of the mean motion over the last
// displacement; the work is the lesser of that before and after it, which covers what the device
// gained since its mean. A device that moves when it begins is taken to be at rest: that makes L
// smaller. docs/design/passivity.md has the proof.
#pragma once

#include "tether/robot/joints.hpp"

namespace tether::passivity {

// The three shares are assumptions about the device, stated with every certificate's proof, and not
// fitted to anything.
struct RefundParams {
  robot::JointVector coulomb;  // of the joints' friction, 0 where not known [N m or N]
  robot::JointVector viscous;  // [N m s/rad or N s/m]
  bool measured = true;        // the wrench is, and shows what was lost
  double most = 1.5;           // times the model's friction, when it is measured
  double surely = 0.7;         // times the model's friction, when it is not
  double inertia_error = 0.1;  // share by which the device may be heavier than its model
  // Below this speed a joint may creep within its bearings and gears, which takes less than sliding
  // does: the model's Coulomb friction counts in proportion [rad/s or m/s].
  double creeping_speed = 0.02;
};

// since the last tick
struct LossInput {
  robot::JointVector moved;  // Δq
  robot::JointVector rate;   // of the last displacement [rad/s or m/s]
  double by_motors = 0;      // τᵀ Δq [J]
  double by_outside = 0;     // Wᵀ Δx [J]
  double kinetic = 0;        // T of the mean motion over the last displacement [J]
  bool excluded = false;     // the account does not pay for it, and is refunded nothing
};

class Refund {
 public:
  explicit Refund(const RefundParams& params) noexcept : params_(params) {}

  // of this tick [J], ≥ 0
  double update(const LossInput& in) noexcept;

 private:
  double of_model(const LossInput& in) const noexcept;

  RefundParams params_;
  double balance_ = 0;  // ∫ W dx + ∫ τ dq [J]
  double total_ = 0;    // of L, what was refunded or excluded so far [J]
};

}  // namespace tether::passivity
