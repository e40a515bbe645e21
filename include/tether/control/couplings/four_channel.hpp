// The general architecture of four channels, with velocities and forces both ways:
//   u_m = −C_m v_m − C_4 v_s − C_2 f_e          u_s = −C_s v_s + C_1 v_m + C_3 f_h
//   C_1 = c_1 (Z_s + C_s)   C_2 = c_2   C_3 = c_3   C_4 = −c_4 (Z_m + C_m)
// C_m, C_s are a spring and a damper (pose_controller.hpp) towards where the other side is; Z = M s
// + B are models of the devices; f_h is what the hand does to the leader, f_e what the follower
// does to the world, both measured. With all c = 1 and true models both velocities and both forces
// are equal: the hand holds the world itself. c_1 and c_4 scale their C_s and C_m too, as a local
// controller without its channel would tie a tool to where it began. So
//   c_2 = c_3 = 0, Z = 0              is position–position,
//   c_2 = 1, c_3 = c_4 = 0, Z = 0     is position–force with the force that is measured.
// M s needs the other side's acceleration: its velocity through s / (τ s + 1), the causal part of a
// derivative, τ = 1 / (2π acceleration_cutoff). Measured forces are low-passed (low_pass.hpp).
// Lawrence, Stability and transparency in bilateral teleoperation, IEEE T-RA 9(5), 1993.
#pragma once

#include "tether/control/couplings/pose_controller.hpp"
#include "tether/control/couplings/workspace_port.hpp"
#include "tether/control/estimators/low_pass.hpp"

namespace tether::control {

// Z of one device at its tool, the same for all directions
struct ImpedanceModel {
  double mass = 0;             // M [kg]
  double damping = 0;          // B [N s/m]
  double inertia = 0;          // of turns [kg m²]
  double turning_damping = 0;  // [N m s/rad]
};

struct FourChannelParams {
  double c1 = 1, c2 = 1, c3 = 1, c4 = 1;
  ImpedanceModel leader, follower;       // Z_m, Z_s
  double acceleration_cutoff = 20;       // [Hz]
  LowPassParams measured{.cutoff = 50};  // of forces; its sample time is the coupling's
  double force_scale = 1;                // λ
};

struct FourChannelLeaderParams {
  LeaderPortParams port;
  PoseControllerParams controller;  // C_m
  FourChannelParams channels;
};

// Z v of a motion that is sent
class ImpedanceFilter {
 public:
  ImpedanceFilter(const ImpedanceModel& model, const LowPassParams& acceleration) noexcept
      : model_(model), rate_(1 / acceleration.sample_time), slow_(acceleration) {}
  // force, and torque about the tool, for turning and velocity of the tool
  spatial::Wrench update(const spatial::Twist& of_tool) noexcept;

 private:
  ImpedanceModel model_;
  double rate_;                   // [1/s]
  LowPass<spatial::Twist> slow_;  // v / (τ s + 1)
  spatial::Twist before_;         // its last value
  bool started_ = false;
};

class FourChannelLeader final : public Coupling {
 public:
  explicit FourChannelLeader(const FourChannelLeaderParams& params) noexcept;
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  LeaderPort port_;
  PoseController controller_;
  FourChannelParams channels_;
  ImpedanceFilter model_;
  LowPass<spatial::Wrench> measured_;
};

struct FourChannelFollowerParams {
  WorkspaceMapParams map;
  PoseControllerParams controller;  // C_s
  FourChannelParams channels;
};

class FourChannelFollower final : public Coupling {
 public:
  explicit FourChannelFollower(const FourChannelFollowerParams& params) noexcept;
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  FollowerPort port_;
  PoseController controller_;
  FourChannelParams channels_;
  ImpedanceFilter model_;
  LowPass<spatial::Wrench> measured_;
};

}  // namespace tether::control
