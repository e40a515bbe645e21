#include "tether/sim/devices/simulated_arm.hpp"

#include <utility>

#include "tether/robot/kinematics.hpp"

namespace tether::sim {

SimulatedArm::SimulatedArm(const robot::Chain& chain, const SimulatedArmParams& params)
    : chain_(chain),
      world_(params.world),
      joints_(world_, chain_),
      interface_period_(core::duration_from_seconds(1 / params.interface_rate)),
      commanded_(robot::JointVector::Zero(chain.joint_count)),
      effective_(robot::JointVector::Zero(chain.joint_count)) {
  if (params.rotor_inertia) joints_.set_rotor_inertia(world_, *params.rotor_inertia);
  joints_.set_friction(world_, params.coulomb_friction, params.viscous_friction);
  joints_.set_position(world_, params.start);
}

signals::DeviceState SimulatedArm::read(core::Time now) noexcept {
  exchange(now);
  return measured_;
}

void SimulatedArm::command(core::Time, const device::JointEfforts& efforts) noexcept {
  commanded_ = efforts.values;
}

// at an interface tick the arm takes the last command and measures its state
void SimulatedArm::exchange(core::Time now) noexcept {
  measured_.fresh = now >= next_exchange_;
  if (!measured_.fresh) return;
  // ticks that were left out move no exchange: the interface keeps its own pace
  next_exchange_ += ((now - next_exchange_) / interface_period_ + 1) * interface_period_;
  measured_.applied = effective_;
  effective_ = commanded_;
  measured_.position = joints_.position(world_);
  measured_.external_at_tool = mean_contact_at_tool();
  measured_.fault = world_.health();
}

spatial::Wrench SimulatedArm::mean_contact_at_tool() noexcept {
  const spatial::Wrench sum = std::exchange(contact_, {});
  const int steps = std::exchange(steps_, 0);
  // before any time has passed it is what there is
  const spatial::Wrench mean = steps > 0 ? (1.0 / steps) * sum : joints_.contact_wrench(world_);
  if (mean.force.isZero(0)) return {};
  const spatial::Wrench contact = chain_.base.inverse().adjoint(mean);
  robot::forward_kinematics(chain_, measured_.position, state_);
  return {contact.torque_at(state_.tool.position), contact.force};
}

void SimulatedArm::advance(core::Duration dt) noexcept {
  for (core::Duration done{0}; done < dt; done += world_.step_size()) {
    robot::gravity_efforts(chain_, joints_.position(world_), state_);
    joints_.apply(world_, effective_ + state_.gravity);
    world_.step();
    // the forces of the step, which did their work over it
    contact_ = contact_ + joints_.contact_wrench(world_);
    ++steps_;
  }
}

}  // namespace tether::sim
