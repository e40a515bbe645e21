// Rate control: how far the leader is from its centre says how fast the follower goes, so that a
// small device reaches over a large space.
//   v_sent = g D(p − p_c),  ω_sent = g_o D(φ),      D(x) = x (1 − d / |x|) beyond the dead zone d
//   W_leader = −k_c (p − p_c) − b_c v − λ W_back
// The follower's setpoint moves with what it receives, mapped and scaled, and a spatial spring
// pulls the tool there; it never runs ahead of the tool by more than a lead, so that it does not
// wind up against a wall. The centre is where the hand was when rate control began, and turns count
// from there. The leader sends no place to go to but a twist: whatever bends places on the way does
// not concern it.
#pragma once

#include "tether/control/couplings/position_force.hpp"

namespace tether::control {

struct RateLeaderParams {
  LeaderPortParams port;
  double gain = 2;               // g [1/s]
  double turn_gain = 1;          // g_o [1/s]
  double dead_zone = 0.005;      // d [m]
  double turn_dead_zone = 0.05;  // the same of turns [rad]
  double centring = 100;         // k_c [N/m]
  double turn_centring = 1;      // of turns [N m/rad]
  double centring_damping = 5;   // b_c [N s/m]
  double turn_damping = 0.05;    // of turns [N m s/rad]
  double force_scale = 1;        // λ
};

class RateLeader final : public Coupling {
 public:
  explicit RateLeader(const RateLeaderParams& params) noexcept
      : port_(params.port), params_(params) {}
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  LeaderPort port_;
  RateLeaderParams params_;
  bool centred_ = false;
  spatial::Pose centre_;
};

struct RateFollowerParams {
  spatial::SpatialStiffness stiffness;
  WorkspaceMapParams map;
  double lead = 0.05;         // of the setpoint over the tool, at most [m]
  double turn_lead = 0.3;     // the same for its turn [rad]
  double sample_time = 1e-3;  // [s]
  Reflect reflect = Reflect::spring;
  LowPassParams measured;
};

class RateFollower final : public Coupling {
 public:
  explicit RateFollower(const RateFollowerParams& params) noexcept;
  CouplingOutput update(const CouplingInput& in) noexcept override;
  // goes on from the setpoint that was
  void take_over(const CouplingOutput& last) noexcept override;

 private:
  void advance(const spatial::Twist& of_setpoint, const spatial::Pose& tool) noexcept;

  spatial::SpatialSpring spring_;
  FollowerPort port_;
  RateFollowerParams params_;
  LowPass<spatial::Wrench> measured_;
  bool started_ = false;
  spatial::Pose setpoint_;
};

}  // namespace tether::control
