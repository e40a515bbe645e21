#include "tether/sim/devices/simulated_multibody.hpp"

#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "sim/world/loop_closure.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::sim {
namespace {

constexpr double kClosed = 1e-6;       // of a loop at the beginning [m or rad]
constexpr double kPostureStep = 0.05;  // of a joint on the way to the start posture [rad or m]

}  // namespace

SimulatedMultibody::SimulatedMultibody(const robot::Chain& chain,
                                       const SimulatedMultibodyParams& params)
    : chain_(chain),
      world_(params.model.file),
      joints_(world_, chain_),
      efforts_(robot::JointVector::Zero(chain.joint_count)) {
  if (params.model.mass) {
    robot::set_mass_at(world_.model(), params.model, *params.model.mass);
    mj_setConst(&world_.model(), &world_.data());
  }
  set_start(params);
}

void SimulatedMultibody::set_start(const SimulatedMultibodyParams& params) {
  if (const int key = robot::start_key(world_.model()); key >= 0) {
    mj_resetDataKeyframe(&world_.model(), &world_.data(), key);
  } else {
    mj_resetData(&world_.model(), &world_.data());
  }
  const robot::JointVector start = joints_.position(world_);
  const robot::JointVector wanted = params.start.size() > 0 ? params.start : start;
  if (wanted.size() != chain_.joint_count) {
    throw core::InputError({params.model.file},
                           fmt::format("{} joints lead to site \"{}\", the start posture has {}",
                                       chain_.joint_count, params.model.site, wanted.size()));
  }
  // in steps: from afar loops would close the other way round
  const int steps = 1 + static_cast<int>((wanted - start).cwiseAbs().maxCoeff() / kPostureStep);
  double open = 0;
  for (int k = 1; k <= steps; ++k) {
    joints_.set_position(world_, start + (wanted - start) * k / steps);
    open = close_loops(world_, held_by_chain());
  }
  if (open > kClosed) {
    throw core::InputError(
        {params.model.file},
        fmt::format("the system's loops do not close in its start posture: {:.3g} mm remain",
                    1e3 * open));
  }
}

// the degrees of freedom that are the chain's
std::vector<bool> SimulatedMultibody::held_by_chain() const {
  const mjModel& model = world_.model();
  std::vector<bool> held(static_cast<std::size_t>(model.nv), false);
  for (int i = 0; i < chain_.joint_count; ++i) {
    const std::string& name = chain_.joints[static_cast<std::size_t>(i)].name;
    held[static_cast<std::size_t>(
        model.jnt_dofadr[mj_name2id(&model, mjOBJ_JOINT, name.c_str())])] = true;
  }
  return held;
}

signals::DeviceState SimulatedMultibody::read(core::Time) noexcept {
  signals::DeviceState state;
  state.position = joints_.position(world_);
  state.applied = efforts_;
  const spatial::Wrench contact = chain_.base.inverse().adjoint(joints_.contact_wrench(world_));
  if (!contact.force.isZero(0)) {
    robot::forward_kinematics(chain_, state.position, state_);
    state.external_at_tool = {contact.torque_at(state_.tool.position), contact.force};
  }
  state.fault = world_.health();
  return state;
}

void SimulatedMultibody::command(core::Time, const device::JointEfforts& efforts) noexcept {
  efforts_ = efforts.values;
}

void SimulatedMultibody::advance(core::Duration dt) noexcept {
  joints_.apply(world_, efforts_);
  // steps need not divide a tick: what one is ahead is taken off the next
  for (owed_ += dt; owed_ > core::Duration{0}; owed_ -= world_.step_size()) world_.step();
}

double SimulatedMultibody::energy() noexcept {
  // left out of steps: nobody asks for it there
  world_.model().opt.enableflags |= mjENBL_ENERGY;
  world_.forward();
  world_.model().opt.enableflags &= ~mjENBL_ENERGY;
  return world_.data().energy[0] + world_.data().energy[1];
}

}  // namespace tether::sim
