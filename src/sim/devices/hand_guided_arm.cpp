#include "tether/sim/devices/hand_guided_arm.hpp"

#include <cmath>
#include <utility>

#include "sim/devices/start_posture.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::sim {
namespace {

// what encoders of this resolution measure of q
robot::JointVector encoded(const robot::JointVector& q, const robot::JointVector& step) noexcept {
  robot::JointVector measured = q;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    if (step[i] > 0) measured[i] = step[i] * std::round(q[i] / step[i]);
  }
  return measured;
}

}  // namespace

HandGuidedArm::HandGuidedArm(const robot::Chain& chain, const HandGuidedArmParams& params,
                             Hand hand, Wrist wrist, HandlingParams handling)
    : chain_(chain),
      world_(params.world),
      joints_(world_, chain_),
      hand_(std::move(hand)),
      wrist_(std::move(wrist)),
      handling_(std::move(handling)),
      origin_(tool_pose(chain_, params.start)),
      needs_hand_(params.needs_hand),
      resolution_(joints_.resolution(world_)),
      efforts_(robot::JointVector::Zero(chain.joint_count)),
      acting_(efforts_) {
  // a device that balances its own weight stands in a world without gravity
  chain_.gravity = chain_.base.rotation.transpose() *
                   Eigen::Map<const spatial::Vector3>(world_.model().opt.gravity);
  joints_.set_friction(world_, params.coulomb_friction, params.viscous_friction);
  joints_.set_position(world_, start_posture(chain_, params.start, origin_, hand_, wrist_));
  if (params.wrench) {
    estimate_.emplace(chain_, *params.wrench, params.seed);
    estimate(joints_.velocity(world_), params.wrench->sample_time);
  }
}

signals::DeviceState HandGuidedArm::read(core::Time) noexcept {
  signals::DeviceState state;
  state.position = encoded(joints_.position(world_), resolution_);
  state.applied = acting_;
  state.external_at_tool = estimate_ ? estimate_->wrench() : mean_at_tool_;
  handling_.report(now_, state);
  state.fault = world_.health();
  return state;
}

void HandGuidedArm::command(core::Time, const device::JointEfforts& efforts) noexcept {
  efforts_ = efforts.values;
}

// what the hand does to the joints during the next step; leaves gravity in state_
robot::JointVector HandGuidedArm::hold() noexcept {
  robot::gravity_efforts(chain_, joints_.position(world_), state_);
  const spatial::Pose& tool = state_.tool;
  const spatial::Twist twist = robot::tool_twist(state_.jacobian, joints_.velocity(world_));
  const double step = core::seconds(world_.step_size());
  const spatial::Vector3 place = tool.position - origin_.position;
  const spatial::Matrix3 turn = tool.rotation * origin_.rotation.transpose();
  if (!handling_.holds(now_)) {
    hand_.take_hold(place);
    wrist_.take_hold(turn);
    held_at_tool_ = {};
    return robot::JointVector::Zero(chain_.joint_count);
  }
  held_at_tool_.force = hand_.update(now_, step, place, twist.velocity_at(tool.position));
  held_at_tool_.torque = wrist_.update(now_, step, turn, twist.angular);
  return robot::joint_efforts(
      state_.jacobian,
      spatial::Wrench::from_point(held_at_tool_.torque, held_at_tool_.force, tool.position));
}

void HandGuidedArm::estimate(const robot::JointVector& velocity_before, double elapsed) noexcept {
  const robot::JointVector velocity = joints_.velocity(world_);
  estimate_->update({.position = joints_.position(world_),
                     .velocity = velocity,
                     .acceleration = (velocity - velocity_before) / elapsed},
                    held_at_tool_);
}

void HandGuidedArm::advance(core::Duration dt) noexcept {
  const core::Time end = now_ + dt;
  const robot::JointVector velocity_before = joints_.velocity(world_);
  acting_ = efforts_;
  if (needs_hand_ && !handling_.holds(now_)) acting_.setZero();
  spatial::Wrench sum;
  int steps = 0;
  for (; now_ < end; now_ += world_.step_size(), ++steps) {
    const robot::JointVector held = hold();
    joints_.apply(world_, acting_ + state_.gravity + held);
    world_.step();
    sum = sum + held_at_tool_;
  }
  if (steps > 0) mean_at_tool_ = (1.0 / steps) * sum;
  if (estimate_) estimate(velocity_before, core::seconds(dt));
}

}  // namespace tether::sim
