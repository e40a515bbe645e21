// Position–position coupling: each side pulls its own tool towards where the other one is, by a
// spring and a damper (pose_controller.hpp):
//   W_leader = C_m(map⁻¹(H_follower), H_leader)      W_follower = C_s(map(H_leader), H_follower)
// It needs no force sensor, and is passive without delay; the hand feels mass and friction of the
// follower, and contact through both springs. Lawrence, IEEE T-RA 9(5), 1993.
#pragma once

#include "tether/control/couplings/pose_controller.hpp"
#include "tether/control/couplings/workspace_port.hpp"

namespace tether::control {

struct PositionPositionLeaderParams {
  LeaderPortParams port;
  PoseControllerParams controller;  // C_m
};

class PositionPositionLeader final : public Coupling {
 public:
  explicit PositionPositionLeader(const PositionPositionLeaderParams& params) noexcept
      : port_(params.port), controller_(params.controller) {}
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  LeaderPort port_;
  PoseController controller_;
};

struct PositionPositionFollowerParams {
  WorkspaceMapParams map;
  PoseControllerParams controller;  // C_s
};

class PositionPositionFollower final : public Coupling {
 public:
  explicit PositionPositionFollower(const PositionPositionFollowerParams& params) noexcept
      : port_(params.map), controller_(params.controller) {}
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  FollowerPort port_;
  PoseController controller_;
};

}  // namespace tether::control
