#include "session/wall/device_activity.hpp"

#include <algorithm>

namespace tether::session {
namespace {

// a controller that was late lets no more than this pass at once [ticks]
constexpr std::uint32_t kMostPassed = 4;

}  // namespace

void DeviceActivity::configure_resources() {
  device_ = parts_.open();
  port_.publish(device_->read(core::Time{}), false);
}

core::Fault DeviceActivity::compute(core::Time now) noexcept {
  exchange(now);
  return {};
}

bool DeviceActivity::pause(core::Time now) noexcept {
  if (device_) exchange(now);
  return true;
}

void DeviceActivity::exchange(core::Time now) noexcept {
  last_ = now;
  if (port_.take(command_)) device_->command(now, command_);
  let_time_pass(now);
  const signals::DeviceState state = device_->read(now);
  if (parts_.place != nullptr && state.actual) parts_.place->write(*state.actual);
  port_.publish(state, device_->done());
  // the controller's side puts its own tick to it
  if (const signals::SceneState* scene = camera_.take(*device_, 0, now)) port_.show(*scene);
  if (parts_.watchdog != nullptr) parts_.watchdog->cycled();
}

void DeviceActivity::let_time_pass(core::Time now) noexcept {
  const std::uint32_t passed = port_.passed();
  begun_ = begun_ || passed > 0;
  if (parts_.physics == scenario::Physics::clock) {
    if (begun_) world_.advance(*device_, now, parts_.time);
    return;
  }
  for (std::uint32_t left = std::min(passed, kMostPassed); left > 0; --left) {
    device_->advance(period_);
  }
}

void DeviceActivity::clean() noexcept {
  if (device_) {
    device_->command(last_, {robot::JointVector::Zero(device_->chain().joint_count)});
  }
  device_.reset();
}

}  // namespace tether::session
