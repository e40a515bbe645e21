#include "session/wall/side_activity.hpp"

#include <algorithm>

namespace tether::session {
SideActivity::SideActivity(SideParts parts, TickStream& ticks, const runtime::Clock& clock)
    : parts_(std::move(parts)),
      ticks_(ticks),
      clock_(clock),
      period_(core::duration_from_seconds(1 / parts_.rate)),
      world_(parts_.physics, period_),
      statistics_({.period = period_}) {}

void SideActivity::configure_resources() {
  device_ = parts_.open_device();
  simulated_ = dynamic_cast<sim::SimulatedDevice*>(device_.get());
  if (simulated_ != nullptr && parts_.physics == scenario::Physics::clock)
    simulated_->follow_clock();
  endpoint_ = &parts_.open_link();
}

void SideActivity::configure_capabilities() {
  side_ = std::make_unique<teleop::Side>(parts_.name, *device_, *endpoint_, parts_.make_stages());
  changes_ = parts_.make_changes();
}

core::Fault SideActivity::compute(core::Time now) noexcept {
  tick(now, teleop::Duty::work);
  worked_ = true;

  const signals::Tick& t = side_->last();
  if (parts_.mailbox != nullptr) parts_.mailbox->ticked.store(t.index);
  if (t.received.valid && !met_) {
    met_ = true;
    met_at_.store(now, std::memory_order_relaxed);
  }
  faulted_ = static_cast<bool>(t.fault);
  task_done_ = simulated_ != nullptr && simulated_->done();
  finished_ = core::seconds(since_met(now)) >= parts_.duration || task_done_;
  return t.fault;
}

core::Duration SideActivity::since_met(core::Time now) const noexcept {
  const core::Time met = met_at_.load(std::memory_order_relaxed);
  return met < now ? now - met : core::Duration{0};
}

bool SideActivity::pause(core::Time now) noexcept {
  // before its first tick the device was never moved; after a fault it is let go at once
  if (!side_ || !ticked_ || faulted_) {
    if (device_) {
      device_->command(now, {robot::JointVector::Zero(device_->chain().joint_count)});
    }
    return true;
  }
  tick(now, teleop::Duty::rest);
  faulted_ = static_cast<bool>(side_->last().fault);
  return side_->at_rest();
}

void SideActivity::clean() noexcept {
  if (device_) {
    device_->command(last_, {robot::JointVector::Zero(device_->chain().joint_count)});
  }
  side_.reset();
  endpoint_ = nullptr;
  simulated_ = nullptr;
  device_.reset();
}

// The person who holds a simulated device waits until there is somebody to lead.
void SideActivity::let_time_pass(core::Time now) noexcept {
  last_ = now;
  if (simulated_ == nullptr || !met_ || !ticked_) return;
  if (parts_.seen != nullptr) {
    spatial::Pose pose;
    if (parts_.seen->read(pose)) simulated_->show(pose);
  } else if (parts_.view) {
    simulated_->show(parts_.view->received(side_->last().received.sample));
  }
  world_.advance(*simulated_, now, clock_);
}

void SideActivity::tick(core::Time now, teleop::Duty duty) noexcept {
  let_time_pass(now);
  changes_.apply(now, *side_);
  if (parts_.mailbox != nullptr) parts_.mailbox->carry_out(*side_);
  device_done_ = clock_.now();
  const signals::Tick& t = side_->tick(now, duty);
  compute_done_ = clock_.now();
  ticked_ = true;
  statistics_.transmitted(compute_done_);
  if (t.received.fresh) statistics_.received(compute_done_);
  if (parts_.shown != nullptr) {
    parts_.shown->write(OperatorView::at_once(t));
  }
  if (parts_.scans != nullptr && side_->scan() != nullptr) {
    parts_.scans->push(t.index, *side_->scan());
  }
  if (parts_.scenes != nullptr && simulated_ != nullptr) {
    const signals::SceneState* const scene = camera_.take(*simulated_, t.index, t.time);
    if (scene != nullptr) parts_.scenes->push(t.index, *scene);
  }
  ticks_.push(t);
}

void SideActivity::pass(const runtime::Wakeup& wakeup, core::Time begin, core::Time end) noexcept {
  if (!worked_) return;
  worked_ = false;
  statistics_.add({.wakeup = wakeup,
                   .begin = begin,
                   .device_done = device_done_,
                   .compute_done = compute_done_,
                   .end = end});
}

}  // namespace tether::session
