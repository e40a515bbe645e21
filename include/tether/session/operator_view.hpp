// What the person who holds a simulated leader sees of the follower's tool (operator.sees): late,
// as the leader's side received it last, or at once, as those see it who stand beside the robot.
// Two processes share nothing but the link, so there everybody sees late. As SimulatedDevice::show
// wants it: position in the leader's workspace, orientation in the follower's base axes.
#pragma once

#include "tether/control/couplings/workspace.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/signals/tick.hpp"

namespace tether::session {

class OperatorView {
 public:
  OperatorView(const scenario::Scenario& scenario, const scenario::FollowerSetup& setup);

  bool late() const noexcept { return late_; }
  // where the tool is, of the follower's own tick
  static spatial::Pose at_once(const signals::Tick& follower) noexcept {
    return {follower.tool.rotation, follower.coupling.send.pose.position};
  }
  // where it was when this was sent, through the offset that a clutch left (engagement.hpp)
  spatial::Pose received(const signals::Sample& sample) const noexcept;

 private:
  bool late_;
  control::WorkspaceMap map_;
};

}  // namespace tether::session
