#include "tether/session/hand_port.hpp"

#include <algorithm>

#include "tether/control/apparent_inertia.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::session {

passivity::Port HandPort::update(const robot::ChainState& arm, const robot::JointVector& velocity,
                                 const spatial::Vector3& origin, DisplayTick& display) noexcept {
  const spatial::Pose& now = arm.tool;
  if (!started_) {
    display.path = display.effort = robot::JointVector::Zero(6);
    tool_ = now;
    started_ = true;
  }
  display.path.head<3>() += spatial::log_rotation(now.rotation * tool_.rotation.transpose());
  display.path.tail<3>() += now.position - tool_.position;
  tool_ = now;
  display.effort << -told_.torque, -told_.force;

  const robot::Jacobian at_tool = robot::tool_point_jacobian(arm);
  passivity::Port port{.tool = now,
                       .origin = origin,
                       .position = display.path,
                       .velocity = at_tool * velocity,
                       .applied = display.effort,
                       .jacobian = robot::Jacobian::Identity(6, 6),
                       .inertia = control::apparent_inertia(at_tool, arm.mass_matrix),
                       .damping = {}};
  // turns about the tool, as screws about the base origin
  for (int i = 0; i < 3; ++i) {
    port.jacobian.block<3, 1>(3, i) = -spatial::Vector3::Unit(i).cross(now.position);
  }
  return port;
}

double HandPort::share(double tank) noexcept { return std::clamp(tank / kLimp, 0.0, 1.0); }

}  // namespace tether::session
