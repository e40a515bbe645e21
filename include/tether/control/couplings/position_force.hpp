// Position–force coupling: the leader sends where it is, a spatial spring at the follower pulls the
// follower's tool there, and a wrench comes back to the leader's hand (delayed by the link):
//   H_setpoint = map(place of the leader)        W_follower = spring(H_setpoint, H_tool)
//   W_leader = −λ map⁻¹(W_back)
// with the maps of workspace.hpp and a scale λ. What comes back is that of the spring, which is
// felt in free motion too, or what is measured at the follower's tool, W_back = −W_external,
// low-passed: then free motion is light, and contact is felt as it is. A leader with three axes
// never turns, and feels no torque. Over a bad link the spring may be softer
// (stiffness_modulation.hpp).
#pragma once

#include "tether/control/couplings/coupling.hpp"
#include "tether/control/couplings/stiffness_modulation.hpp"
#include "tether/control/couplings/workspace_port.hpp"
#include "tether/control/estimators/low_pass.hpp"
#include "tether/spatial/spatial_spring.hpp"

namespace tether::control {

// what comes back to the hand
enum class Reflect : std::uint8_t { spring, measured };

struct PositionForceLeaderParams {
  LeaderPortParams port;
  double force_scale = 1;  // λ
};

class PositionForceLeader final : public Coupling {
 public:
  explicit PositionForceLeader(const PositionForceLeaderParams& params = {}) noexcept
      : port_(params.port), force_scale_(params.force_scale) {}
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  LeaderPort port_;
  double force_scale_;
};

struct PositionForceFollowerParams {
  spatial::SpatialStiffness stiffness;
  WorkspaceMapParams map;
  StiffnessModulationParams modulation;
  Reflect reflect = Reflect::spring;
  LowPassParams measured;  // of what is measured
};

class PositionForceFollower final : public Coupling {
 public:
  explicit PositionForceFollower(const PositionForceFollowerParams& params) noexcept;
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  spatial::SpatialSpring spring_;
  FollowerPort port_;
  StiffnessModulation modulation_;
  Reflect reflect_;
  LowPass<spatial::Wrench> measured_;
};

}  // namespace tether::control
