// How a port moves, as far as energy is concerned: the displacement since the last tick, the energy
// that the applied effort did over it, and the rate of the last displacement, which lags less than
// a filtered velocity. Some devices tell a position several ticks in a row: then nothing is
// exchanged, exactly, and the rate stays that of the last real displacement.
#pragma once

#include "tether/passivity/layer.hpp"

namespace tether::passivity {

struct PortMotionParams {
  double tick = 1e-3;  // T [s]
  // how long a command may act before what it gave is told: T when the device is read and commanded
  // at every tick, twice the interface's period when that is slower (one command may be at work
  // while the next one waits) [s]
  double window = 1e-3;
};

// What an effort may give to the device before that is told, when it is scaled by s:
//   E(s) = linear s + quadratic s²                                                       [J]
// the first from the velocity that there is, the second from the velocity that it makes:
//   linear = window max(τᵀ q̇, τᵀ rate),   quadratic = ½ window² τᵀ M⁻¹ τ
struct Foreseen {
  double linear = 0;
  double quadratic = 0;
  double total() const noexcept { return linear + quadratic; }
};

class PortMotion {
 public:
  explicit PortMotion(const PortMotionParams& params) noexcept : params_(params) {}

  // energy the device was given since the last tick, τᵀ Δq [J]
  double update(const Port& port) noexcept;

  Foreseen foreseen(const robot::JointVector& effort) const noexcept;

  const robot::JointVector& displacement() const noexcept { return displacement_; }  // Δq
  const robot::JointVector& rate() const noexcept { return rate_; }                  // [1/s]
  const robot::JointMatrix& inertia() const noexcept { return inertia_; }            // M
  const PortMotionParams& params() const noexcept { return params_; }

 private:
  PortMotionParams params_;
  bool started_ = false;
  robot::JointVector position_;
  robot::JointVector displacement_;
  robot::JointVector rate_;
  robot::JointVector velocity_;
  robot::JointMatrix inertia_;  // M
  int still_ = 0;               // ticks since the position last changed
};

}  // namespace tether::passivity
