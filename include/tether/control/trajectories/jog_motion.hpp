// Motions of a robot that keys or a stored posture ask for, as a reference to be followed: jogging,
// in joints or along and about the tool's axes, and going to a posture, in joints or with the tool
// on a straight line. Every tick takes one joint velocity v, q ← q + v dt, out of a set from which
// the robot can always still brake. It brakes along v, all joints together, within
//   T_b(v) = max( max_i |v_i| / a_i,  2 S / A ),     S(v) = Σ r_i |v_i|,   Ω(v) = Σ |ω_i|
// where r_i bounds the lever of joint i to the tool, and v is in the set when
//   |v_i| ≤ v_max,i,     |v_i| (T_b/2 + dt) ≤ way to the joint's stop,
//   |J v| + Ω S (T_b/2 + dt) ≤ V,     |J_ω v| + Ω² (T_b/4 + dt) ≤ W,     4 Ω S ≤ A
// so that joint speed v_max, joint acceleration a, tool speed V and W and tool acceleration A hold
// in that tick and during all of the braking (a product of Ω and S bounds how fast J v turns). What
// is asked for is approached as far as the set allows: to the joints' stops, not beyond.
#pragma once

#include <cstdint>
#include <optional>

#include "tether/control/trajectories/jog.hpp"
#include "tether/robot/chain.hpp"
#include "tether/robot/joints.hpp"

namespace tether::control {

struct JogParams {
  double joint_speed = 1;         // v_max, at most [rad/s or m/s]
  double speed_share = 0.5;       // of a joint's rated speed, where that is less
  double joint_acceleration = 2;  // a [rad/s² or m/s²]
  double tool_speed = 0.25;       // V [m/s]
  double tool_turn = 1;           // W [rad/s]
  double tool_acceleration = 2;   // A [m/s²]
  double line_gain = 5;           // with which a tool that left its line returns to it [1/s]
  // below it, directions of the tool are damped; of a Jacobian whose turns count 0.3 m/rad [m]
  double smallest_singular_value = 0.05;
};

class JogMotion {
 public:
  // the chain is copied
  JogMotion(const JogParams& params, const robot::Chain& chain);

  // at rest in q, which may lie outside the joints' limits: then it only moves back into them
  void begin(const robot::JointVector& q) noexcept;
  // from now on, until commanded otherwise; more than the bounds allow is scaled down as a whole
  void jog(const JogVelocity& velocity) noexcept;
  // To a posture and rest there; the limits bound it. By the tool: on a straight line to where the
  // tool is in that posture, then the joints the rest of the way; in joints alone from where the
  // line cannot be kept. Brakes first when it moves.
  void go(const robot::JointVector& target, JogSpace by) noexcept;
  // brakes to rest
  void halt() noexcept;

  // one tick of dt [s] later: the reference
  robot::JointVector update(double dt) noexcept;
  const robot::JointVector& position() const noexcept { return q_; }
  const robot::JointVector& velocity() const noexcept { return v_; }
  // it moves, or is about to
  bool moving() const noexcept;

 private:
  enum class Mode : std::uint8_t { rest, jog_joints, jog_tool, go_joints, go_tool };

  struct Line {
    spatial::Pose from;
    spatial::Vector3 way = spatial::Vector3::Zero();   // [m]
    spatial::Vector3 turn = spatial::Vector3::Zero();  // axis × angle, base axes [rad]
    double progress = 0;                               // 0 ... 1
    int stalled = 0;                                   // ticks without any
  };

  double braking_time(const robot::JointVector& v) const noexcept;
  bool allowed(const robot::JointVector& v, double dt) const noexcept;
  double fastest(const robot::JointVector& v, double dt) const noexcept;
  robot::JointVector wanted(double dt) const noexcept;
  robot::JointVector wanted_jog(double dt) const noexcept;
  robot::JointVector wanted_to_target(double dt) const noexcept;
  robot::JointVector wanted_on_line(double dt) const noexcept;
  robot::JointVector for_tool(const spatial::Vector6& twist,
                              const robot::JointVector& free) const noexcept;
  robot::JointVector approach(const robot::JointVector& wanted, double dt) const noexcept;
  void note_progress(double dt) noexcept;
  bool lands(const robot::JointVector& way, double dt) const noexcept;
  bool within_acceleration(const robot::JointVector& change, double dt) const noexcept;

  robot::Chain chain_;
  JogParams params_;
  robot::JointVector lower_, upper_, max_speed_, lever_, turns_;
  Mode mode_ = Mode::rest;
  std::optional<Mode> after_braking_;  // a way that waits for the robot to rest
  JogVelocity asked_;
  robot::JointVector target_;
  Line line_;
  robot::JointVector q_, v_;
  robot::ChainState state_;   // at q_
  robot::Jacobian jacobian_;  // of the tool's point, at q_
};

}  // namespace tether::control
