// Position–force coupling: the leader sends where it is, a spatial spring at the follower pulls the
// follower's tool there, and the spring's wrench comes back to the leader's hand:
//   H_setpoint = map(place of the leader)        W_follower = spring(H_setpoint, H_tool)
//   W_leader = −map⁻¹(W_follower)                (delayed by the link)
// with the maps of workspace.hpp. A leader with three axes never turns, and feels no torque. Over a
// bad link the spring may be softer (stiffness_modulation.hpp).
#pragma once

#include "tether/control/coupling.hpp"
#include "tether/control/stiffness_modulation.hpp"
#include "tether/control/workspace.hpp"
#include "tether/spatial/spatial_spring.hpp"

namespace tether::control {

struct PositionForceLeaderParams {
  spatial::Pose reference;  // of the tool: the origin of the leader's workspace
  bool torque = false;      // the device can turn, and lets the hand feel torques
  bool feedback = true;     // the hand feels the follower at all
};

class PositionForceLeader final : public Coupling {
 public:
  explicit PositionForceLeader(const PositionForceLeaderParams& params = {}) noexcept
      : params_(params) {}
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  PositionForceLeaderParams params_;
};

struct PositionForceFollowerParams {
  spatial::SpatialStiffness stiffness;
  WorkspaceMapParams map;
  StiffnessModulationParams modulation;
};

class PositionForceFollower final : public Coupling {
 public:
  explicit PositionForceFollower(const PositionForceFollowerParams& params) noexcept;
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  spatial::SpatialSpring spring_;
  WorkspaceMap map_;
  StiffnessModulation modulation_;
};

}  // namespace tether::control
