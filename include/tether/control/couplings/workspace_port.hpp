// What a half of a coupling says of its own tool, and the wrench it may exert there: the ends of
// workspace.hpp that every coupling shares. A leader whose orientation is locked sends no turns and
// feels no torques, as one that cannot turn.
#pragma once

#include "tether/control/couplings/coupling.hpp"
#include "tether/control/couplings/workspace.hpp"

namespace tether::control {

struct LeaderPortParams {
  spatial::Pose reference;        // of the tool: the origin of the leader's workspace
  bool torque = false;            // the device can turn, and lets the hand feel torques
  bool feedback = true;           // the hand feels the follower at all
  bool lock_orientation = false;  // turns of the hand are not sent
};

class LeaderPort {
 public:
  explicit LeaderPort(const LeaderPortParams& params) noexcept : params_(params) {}

  bool feels() const noexcept { return params_.feedback; }
  bool turns() const noexcept { return params_.torque && !params_.lock_orientation; }
  // a place of the workspace as a pose of the tool, base frame
  spatial::Pose at(const spatial::Pose& place) const noexcept {
    return {place.rotation * params_.reference.rotation,
            params_.reference.position + place.position};
  }
  // that asks for nothing, and says where the tool is, how it moves and what the hand does to it
  CouplingOutput idle(const CouplingInput& in) const noexcept;
  // asks for force, and for torque about the tool where the hand feels any
  void exert(const CouplingInput& in, const spatial::Wrench& at_tool,
             CouplingOutput& out) const noexcept;

 private:
  LeaderPortParams params_;
};

class FollowerPort {
 public:
  explicit FollowerPort(const WorkspaceMapParams& params) noexcept : map_(params) {}

  const WorkspaceMap& map() const noexcept { return map_; }
  CouplingOutput idle(const CouplingInput& in) const noexcept;
  // asks for this wrench, a screw, and says how it is felt by who moves the setpoint: about that
  // end of the spring the leader's work is done
  void exert(const spatial::Wrench& wrench, CouplingOutput& out) const noexcept;

 private:
  WorkspaceMap map_;
};

}  // namespace tether::control
