// Jogging: a robot that is moved by keys, or to a stored posture, instead of by its leader. Its
// effort comes from the machine's own supply and replaces what all others ask for. While it has the
// robot the sides are parted, as on a silent link, and when it gives it back they keep the offset
// that is then between them. The way is control::JogMotion's; it is followed by
//   τ = M (ω² e + 2 ω ė + ω³/4 ∫e),   e = q_r − q                                [N m or N]
// stable since ω³/4 < 2 ω · ω² (Routh). The integral overcomes the friction of light joints, and
// begins anew with every motion.
// A command to jog lasts 0.2 s, so that a page that is gone moves nothing.
#pragma once

#include "tether/control/trajectories/jog.hpp"
#include "tether/control/trajectories/jog_motion.hpp"
#include "tether/robot/chain.hpp"

namespace tether::teleop {

class Jogging {
 public:
  static constexpr double kRate = 25;     // ω [rad/s]
  static constexpr double kLasts = 0.2;   // a command to jog, unless it is repeated [s]
  static constexpr double kLinger = 0.3;  // at rest, before the leader has the robot again [s]

  Jogging(const robot::Chain& chain, double sample_time);

  void command(const control::JogCommand& command) noexcept { command_ = command; }
  // once per tick, before anything else: whether it has the robot, which is at q
  bool update(const robot::JointVector& q) noexcept;
  // it has the robot, or an effort of its may still act: the account does not count meanwhile
  bool acts() const noexcept { return since_ < kInterface; }
  // once per tick while it has the robot
  robot::JointVector effort(const robot::JointVector& q, const robot::JointVector& velocity,
                            const robot::JointMatrix& inertia) noexcept;
  // gives the robot back at once
  void cancel() noexcept;

 private:
  static constexpr int kInterface = 20;  // an effort acts so long after it was commanded [ticks]

  bool move(const robot::JointVector& q) noexcept;

  control::JogMotion motion_;
  double sample_time_;
  control::JogCommand command_;
  std::uint32_t number_ = 0;  // of the command that is carried out
  double since_command_ = 0;  // [s]
  double at_rest_ = 0;        // [s]
  bool active_ = false;
  int since_ = 2 * kInterface;  // it last had the robot [ticks]
  robot::JointVector reference_, velocity_;
  robot::JointVector sum_;  // ∫e [rad s or m s]
};

}  // namespace tether::teleop
