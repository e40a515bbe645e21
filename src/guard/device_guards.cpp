#include "tether/guard/device_guards.hpp"

#include <algorithm>
#include <array>

#include "tether/robot/kinematics.hpp"

namespace tether::guard {
namespace {

using core::FaultKind;

// by reason
constexpr std::array<FaultKind, kStopReasons> kKinds{
    FaultKind::none,    FaultKind::emergency_stop, FaultKind::collision,   FaultKind::non_finite,
    FaultKind::silence, FaultKind::joint_speed,    FaultKind::joint_speed, FaultKind::device};

FaultKind kind_of(StopReason reason) noexcept { return kKinds[static_cast<std::size_t>(reason)]; }

}  // namespace

using robot::JointVector;

DeviceGuards::DeviceGuards(const DeviceGuardsParams& params, const char* stage)
    : stage_(stage),
      stop_(std::make_unique<SafetyStop>(params.stop)),
      weighs_(params.contact || params.frozen || params.tool_speed),
      shapes_(params.fence || params.joint_stops || params.joint_speed || params.tool_speed ||
              params.power) {
  if (params.contact) contact_.emplace(*params.contact);
  if (params.frozen) frozen_.emplace(*params.frozen, stage);
  if (params.fence) fence_ = std::make_unique<Geofence>(*params.fence, params.fence->boxes);
  if (params.joint_stops) joint_stops_.emplace(*params.joint_stops);
  if (params.joint_speed) joint_speed_.emplace(*params.joint_speed);
  if (params.tool_speed) tool_speed_.emplace(*params.tool_speed);
  if (params.torque_rate) torque_rate_.emplace(*params.torque_rate);
  if (params.power) power_.emplace(*params.power);
}

DeviceGuards::Out DeviceGuards::update(const DeviceView& view, const Sensed& sensed,
                                       const robot::JointVector& effort) noexcept {
  Out out{.effort = effort};
  watch(view, sensed, out);
  if (shapes_) inertia_.update(view.inertia);
  double potential = shape(view, out);

  const auto stopped = stop_->update(view, out.effort);
  out.effort = stopped.effort;
  // one that another thread or an effort asked for has given no reason yet
  if (stop_->stopped() && !was_stopped_) {
    if (!out.fault) out.fault = {kind_of(stop_->reason()), stage_};
    // the fence that pushed back until now must not be missed
    if (torque_rate_) torque_rate_->fall_back(commanded_, view);
  }
  was_stopped_ = stop_->stopped();
  if (torque_rate_) {
    const auto bound = torque_rate_->update(out.effort);
    out.effort = bound.effort;
    out.report.torque_rate = bound.amount;
    out.report.held += torque_rate_->letting_go(out.effort, view);
  }
  JointVector push = JointVector::Zero(effort.size());
  if (fence_) {
    const auto fenced = fence_->update(view, inertia_, out.effort);
    out.report.fence_distance = fenced.distance;
    if (!stop_->stopped()) {
      out.effort = fenced.effort;
      push = fenced.push;
      out.report.fence = fenced.amount;
      potential += fenced.potential;
    }
  }
  if (power_) {
    const auto bound = power_->update(view, inertia_, out.effort);
    out.effort = bound.effort;
    out.report.power = bound.amount;
  }
  // the fence's push is no part of what goes on at a bounded rate
  if (torque_rate_) torque_rate_->reset(out.effort - push);
  // the account settles before the springs are asked again: a rise goes on for a tick
  out.report.held += potential + std::max(potential - potential_, 0.0);
  potential_ = potential;
  out.report.stop = stop_->reason();
  out.changed = out.effort != effort;
  commanded_ = out.effort;
  return out;
}

void DeviceGuards::watch(const DeviceView& view, const Sensed& sensed, Out& out) noexcept {
  const spatial::Wrench& load = sensed.external_at_tool;
  if (weighs_) {
    load_ = robot::joint_efforts(
        view.jacobian, spatial::Wrench::from_point(load.torque, load.force, view.tool.position));
  }
  if (contact_) {
    const auto touched = contact_->update(load.torque, load.force, load_);
    out.report.contact = touched.contact;
    if (touched.collision) {
      stop_for(StopReason::collision,
               {core::FaultKind::collision, stage_, touched.axis, touched.value, touched.bound},
               out);
    }
  }
  if (sensed.stop_pressed) {
    stop_for(StopReason::emergency, {core::FaultKind::emergency_stop, stage_, 0, 1, 0}, out);
  }
  if (frozen_) {
    if (commanded_.size() == 0) commanded_ = robot::JointVector::Zero(view.position.size());
    const core::Fault fault = frozen_->update(view.position, commanded_ + load_);
    if (fault) stop_for(StopReason::frozen_sensor, fault, out);
  }
}

void DeviceGuards::stop_for(StopReason reason, const core::Fault& why, Out& out) noexcept {
  // the first one counts
  if (!stop_->stopped()) out.fault = why;
  stop_->request(reason);
}

// energy in the springs of the stops [J]
double DeviceGuards::shape(const DeviceView& view, Out& out) noexcept {
  double potential = 0;
  if (joint_stops_) {
    const auto held = joint_stops_->update(view, inertia_, out.effort);
    out.effort = held.effort;
    out.report.joint_stops = held.amount;
    potential = held.potential;
  }
  if (joint_speed_) {
    const auto bound = joint_speed_->update(view, inertia_, out.effort);
    out.effort = bound.effort;
    out.report.joint_speed = bound.amount;
  }
  if (tool_speed_) {
    const auto bound = tool_speed_->update(view, inertia_, out.effort, load_);
    out.effort = bound.effort;
    out.report.tool_speed = bound.amount;
  }
  return potential;
}

void DeviceGuards::let_go(StopReason reason) noexcept {
  stop_->request(reason);
  was_stopped_ = true;
  // what was commanded before is gone, and does not come back to be let go slowly
  if (torque_rate_) torque_rate_->reset();
  commanded_.setZero();
}

void DeviceGuards::reset_stop() noexcept {
  if (contact_ && !contact_->reset()) return;
  stop_->reset();
}

}  // namespace tether::guard
