// Position–force coupling: the leader sends where it is, a spatial spring at the follower pulls the
// follower's tool there, and the spring's force comes back to the leader's hand:
//   H_setpoint = [R_o, p_o + p_leader]      W_follower = spring(H_setpoint, H_tool)
//   F_leader = −F_follower (delayed by the link)
// Over a bad link the spring may be softer (stiffness_modulation.hpp).
// The orientation stays fixed at R_o, as the leader has three axes.
#pragma once

#include "tether/control/coupling.hpp"
#include "tether/control/stiffness_modulation.hpp"
#include "tether/spatial/spatial_spring.hpp"

namespace tether::control {

class PositionForceLeader final : public Coupling {
 public:
  CouplingOutput update(const CouplingInput& in) noexcept override;
};

struct PositionForceFollowerParams {
  spatial::SpatialStiffness stiffness;
  spatial::Pose offset;  // H_o = [R_o, p_o]: the follower's tool when the leader is at its origin
  StiffnessModulationParams modulation;
};

class PositionForceFollower final : public Coupling {
 public:
  explicit PositionForceFollower(const PositionForceFollowerParams& params) noexcept;
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  spatial::SpatialSpring spring_;
  spatial::Pose offset_;
  StiffnessModulation modulation_;
};

}  // namespace tether::control
