#include "tether/sim/devices/servo_arm.hpp"

#include <cmath>

#include <fmt/format.h>

#include "sim/world/contact_loop.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::sim {
namespace {

const robot::Joint& joint(const robot::Chain& chain, int i) {
  return chain.joints[static_cast<std::size_t>(i)];
}

// the chain itself, once it is known to be rated
const robot::Chain& checked(const robot::Chain& chain, const robot::JointVector& start) {
  if (start.size() != chain.joint_count) {
    throw core::InputError(fmt::format("{} has {} joints, its start posture {}", chain.name,
                                       chain.joint_count, start.size()));
  }
  for (int i = 0; i < chain.joint_count; ++i) {
    if (joint(chain, i).max_speed <= 0 || joint(chain, i).max_effort <= 0) {
      throw core::InputError(fmt::format("joint \"{}\" of {} is not rated in speed and effort",
                                         joint(chain, i).name, chain.name));
    }
  }
  return chain;
}

// params itself, once the arm is known to be stable on the contact
const ServoArmParams& checked(const ServoArmParams& params, const robot::Chain& chain) {
  for (int axis = 0; axis < 3; ++axis) {
    const spatial::Vector3 normal = spatial::Vector3::Unit(axis);
    const double margin = ContactLoop(chain, params, normal).gain_margin();
    if (margin >= kSafeGainMargin) continue;
    const double needed = least_drag(chain, params, normal);
    throw core::InputError(fmt::format(
        "{} would swing on a contact of {:g} N/m along {}: with a drag of {:g} its gain margin is "
        "{:.2f}, below {:g}; {}",
        chain.name, params.contact.stiffness, "xyz"[axis], params.admittance.drag, margin,
        kSafeGainMargin,
        std::isfinite(needed) ? fmt::format("a drag of {:.2f} has it", needed) : "no drag has it"));
  }
  return params;
}

control::AdmittanceParams admittance_of(const robot::Chain& chain, const ServoArmParams& params) {
  control::AdmittanceParams out;
  out.sample_time = 1 / params.interface_rate;
  for (int i = 0; i < chain.joint_count; ++i) {
    out.joints[static_cast<std::size_t>(i)] = {
        .mass = params.admittance.mass(joint(chain, i)),
        .damping = params.admittance.damping(joint(chain, i)),
        .max_speed = joint(chain, i).max_speed,
        .lower = joint(chain, i).lower,
        .upper = joint(chain, i).upper};
  }
  return out;
}

ForceSensorParams sensor_of(const ServoArmParams& params) {
  ForceSensorParams out = params.sensor;
  out.sample_time = 1 / params.interface_rate;
  return out;
}

}  // namespace

robot::Chain apparent_chain(robot::Chain chain, const ServoAdmittance& admittance) {
  chain.gravity.setZero();
  for (std::size_t i = 0; i < static_cast<std::size_t>(chain.joint_count); ++i) {
    chain.links[i] = {};
    chain.joints[i].armature = admittance.mass(chain.joints[i]);
    chain.joints[i].coulomb = 0;
    chain.joints[i].viscous = admittance.damping(chain.joints[i]);
  }
  return chain;
}

ServoArm::ServoArm(const robot::Chain& chain, const ServoArmParams& params)
    : chain_(checked(chain, params.start)),
      apparent_(apparent_chain(chain_, params.admittance)),
      world_(params.world),
      joints_(world_, chain_),
      interface_period_(core::duration_from_seconds(1 / params.interface_rate)),
      admittance_(admittance_of(chain_, checked(params, chain_))),
      sensor_(sensor_of(params), params.seed),
      target_{params.start, robot::JointVector::Zero(chain.joint_count), false},
      commanded_(robot::JointVector::Zero(chain.joint_count)),
      effective_(robot::JointVector::Zero(chain.joint_count)) {
  joints_.set_position(world_, params.start);
  admittance_.reset(params.start);
  for (int i = 0; i < chain_.joint_count; ++i) {
    drives_.emplace_back(params.drive, joint(chain_, i).max_speed, joint(chain_, i).max_effort);
    drives_.back().reset(params.start[i]);
  }
}

signals::DeviceState ServoArm::read(core::Time now) noexcept {
  exchange(now);
  return measured_;
}

void ServoArm::command(core::Time, const device::JointEfforts& efforts) noexcept {
  commanded_ = efforts.values;
}

spatial::Wrench ServoArm::true_contact() noexcept {
  robot::jacobian(chain_, joints_.position(world_), state_);
  const spatial::Wrench contact = chain_.base.inverse().adjoint(joints_.contact_wrench(world_));
  return {contact.torque_at(state_.tool.position), contact.force};
}

// at an interface tick the arm measures its state, takes the last command and sets a new target
void ServoArm::exchange(core::Time now) noexcept {
  measured_.fresh = now >= next_exchange_;
  if (!measured_.fresh) return;
  // ticks that were left out move no exchange: the interface keeps its own pace
  next_exchange_ += ((now - next_exchange_) / interface_period_ + 1) * interface_period_;
  measured_.applied = effective_;
  measured_.position = joints_.position(world_);
  measured_.external_at_tool = sensor_.update(true_contact(), state_.tool.rotation);
  measured_.fault = world_.health();

  effective_ = commanded_;
  const spatial::Wrench& measured = measured_.external_at_tool;
  const auto contact =
      spatial::Wrench::from_point(measured.torque, measured.force, state_.tool.position);
  target_ = admittance_.update(effective_, robot::joint_efforts(state_.jacobian, contact));
}

// the weight of the links is carried by the drives
void ServoArm::advance(core::Duration dt) noexcept {
  const double step = core::seconds(world_.step_size());
  for (core::Duration done{0}; done < dt; done += world_.step_size()) {
    const robot::JointVector q = joints_.position(world_);
    const robot::JointVector velocity = joints_.velocity(world_);
    robot::mass_matrix(chain_, q, state_);
    const robot::JointMatrix inertia = state_.mass_matrix;
    robot::gravity_efforts(chain_, q, state_);
    robot::JointVector effort = state_.gravity;
    for (int i = 0; i < chain_.joint_count; ++i) {
      effort[i] += drives_[static_cast<std::size_t>(i)].update(
          step, {target_.setpoint[i], target_.velocity[i]}, {q[i], velocity[i], inertia(i, i)});
    }
    joints_.apply(world_, effort);
    world_.step();
  }
}

}  // namespace tether::sim
