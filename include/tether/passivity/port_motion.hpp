// How a port moves, as far as energy is concerned: the displacement since the last tick, the energy
// that the applied effort did over it, and the rate of the last displacement, which lags less than
// a filtered velocity. Some devices repeat a position several ticks in a row: then nothing is
// exchanged, exactly, and the rate stays that of the last real displacement; of a slow device,
// whose measurements are many ticks apart, until the next one is long overdue.
#pragma once

#include <cmath>

#include "tether/passivity/layer.hpp"
#include "tether/robot/inertia_factor.hpp"

namespace tether::passivity {

struct PortMotionParams {
  double tick = 1e-3;  // T [s]
  // how long a command may act before what it gave is measured: T when the device is read and
  // commanded at every tick; twice the interface's period when commands wait for an interface, as
  // one may be at work while the next one waits [s]
  double window = 1e-3;
  double outside_force = 20;  // of hand or world on the tool, that is allowed for [N]

  bool waits() const noexcept { return window > 1.5 * tick; }
  double period() const noexcept { return waits() ? window / 2 : window; }  // P, of one command
};

// What an effort τ may give to the device before that is measured, when it is scaled by s:
//   E(s) = committed + linear s + quadratic s²                                           [J]
// From what was measured (the mean velocity `rate` under the effort τ_a), the command τ_p that is
// at work while this one waits, and an outside force F on the tool that nobody foresees:
//   ahead     = rate + ½ P M⁻¹τ_a + P M⁻¹τ_p
//   linear    = P max(τᵀ q̇, τᵀ ahead) + n P² F |J M⁻¹τ|,     n = 1, or 2 when commands wait
//   quadratic = ½ P² τᵀ M⁻¹ τ
//   committed = P τ_pᵀ (rate + ½ P M⁻¹(τ_a + τ_p)) + P² F |J M⁻¹τ_p|  when positive
struct Foreseen {
  double linear = 0;
  double quadratic = 0;
  double committed = 0;
  double total() const noexcept { return committed + linear + quadratic; }
};

class PortMotion {
 public:
  explicit PortMotion(const PortMotionParams& params) noexcept : params_(params) {}

  // energy the device was given since the last tick, τᵀ Δq [J]
  double update(const Port& port) noexcept;

  Foreseen foreseen(const robot::JointVector& effort) const noexcept;
  // of an effort that is added to another, which is committed
  Foreseen foreseen(const robot::JointVector& effort,
                    const robot::JointVector& beside) const noexcept;
  // what the effort at work, which cannot be called back, may still give before that is measured
  // [J]
  double committed() const noexcept { return committed_; }

  // what this tick decided; it may be at work while later ones wait
  void commanded(const robot::JointVector& effort) noexcept { decided_ = effort; }

  const robot::JointVector& displacement() const noexcept { return displacement_; }  // Δq
  const robot::JointVector& rate() const noexcept { return rate_; }                  // [1/s]
  const robot::JointVector& velocity() const noexcept { return velocity_; }  // estimated [1/s]
  // the force at the tool that comes nearest to the efforts, least |Jᵀ F − τ| [N]
  spatial::Vector3 tool_force(const robot::JointVector& effort) const noexcept;
  // vᵀ M v [J], twice the kinetic energy of a motion with velocity v
  double inertia_along(const robot::JointVector& v) const noexcept { return v.dot(inertia_ * v); }
  // the largest effort by which a damper may slow an axis down: more than half of what would stop
  // it within the window makes a sampled device chatter [N m or N]
  double most_braking(Eigen::Index axis) const noexcept {
    return 0.5 * inertia_(axis, axis) * std::abs(rate_[axis]) / params_.window;
  }
  const PortMotionParams& params() const noexcept { return params_; }

 private:
  void look_ahead(const Port& port) noexcept;
  double unforeseen(const robot::JointVector& push) const noexcept;

  PortMotionParams params_;
  bool started_ = false;
  robot::JointVector position_;
  robot::JointVector displacement_;
  robot::JointVector rate_;
  robot::JointVector velocity_;
  int still_ = 0;   // ticks since the position last changed
  int old_ = 0;     // ticks since it was last measured anew
  int spaced_ = 1;  // ticks between the last two measurements
  int since_ = 0;   // ticks since the interface last took a command, as far as can be seen
  robot::JointVector decided_;  // commanded last
  robot::JointVector acting_;   // at work since the position was measured; zero when none waits
  robot::JointVector ahead_;    // velocity when a command of this tick begins to act
  double committed_ = 0;
  robot::JointMatrix inertia_;                                              // M
  robot::InertiaFactor factor_;                                             // of M
  Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, robot::kMaxJoints> tool_;  // J, of the tool point
};

}  // namespace tether::passivity
