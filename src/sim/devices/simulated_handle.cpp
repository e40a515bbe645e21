#include "tether/sim/devices/simulated_handle.hpp"

#include "tether/core/error.hpp"

namespace tether::sim {

SimulatedHandle::SimulatedHandle(const robot::Chain& chain, const std::string& world_file,
                                 Hand hand, HandlingParams handling)
    : chain_(chain),
      world_(world_file),
      joints_(world_, chain_),
      hand_(std::move(hand)),
      handling_(std::move(handling)),
      efforts_(robot::JointVector::Zero(chain.joint_count)) {
  if (chain.joint_count != 3) {
    throw core::InputError(chain.name + " cannot be held by a hand that moves in three axes");
  }
  joints_.set_position(world_, hand_.start());
}

signals::DeviceState SimulatedHandle::read(core::Time) noexcept {
  signals::DeviceState state;
  state.position = joints_.position(world_);
  state.applied = efforts_;
  state.external_at_tool.force = hand_force_;
  handling_.report(now_, state);
  state.fault = world_.health();
  return state;
}

void SimulatedHandle::command(core::Time, const device::JointEfforts& efforts) noexcept {
  efforts_ = efforts.values;
}

bool SimulatedHandle::scene(signals::SceneState& scene) const noexcept {
  sim::show(world_, joints_.bodies(), scene);
  return true;
}

void SimulatedHandle::advance(core::Duration dt) noexcept {
  const core::Time end = now_ + dt;
  const double step = core::seconds(world_.step_size());
  spatial::Vector3 sum = spatial::Vector3::Zero();
  int steps = 0;
  for (; now_ < end; now_ += world_.step_size(), ++steps) {
    spatial::Vector3 force = spatial::Vector3::Zero();
    if (handling_.holds(now_)) {
      force = hand_.update(now_, step, joints_.position(world_), joints_.velocity(world_));
    } else {
      hand_.take_hold(joints_.position(world_));
    }
    joints_.apply(world_, efforts_ + force);
    world_.step();
    sum += force;
  }
  if (steps > 0) hand_force_ = sum / steps;
}

}  // namespace tether::sim
