// A device whose input and output another activity does: the controller reads the newest state and
// leaves its command here, and the activity that owns the device takes it with its next pass
// (device_activity.hpp). Lock-free; nobody waits. What the controller commands acts one pass later.
#pragma once

#include <atomic>
#include <cstdint>

#include "tether/core/latest_value.hpp"
#include "tether/sim/devices/simulated_device.hpp"

namespace tether::session {

class DevicePort {
 public:
  // the owner's thread
  void publish(const signals::DeviceState& state, bool done) noexcept {
    state_.write(state);
    done_.store(done, std::memory_order_relaxed);
  }
  void show(const signals::SceneState& scene) noexcept { scene_.write(scene); }
  // true when there is a new command
  bool take(device::JointEfforts& command) noexcept { return command_.read(command); }
  // ticks of the controller since this was last asked: how far the time of a simulation may go
  std::uint32_t passed() noexcept { return passed_.exchange(0, std::memory_order_relaxed); }

  // the controller's thread
  bool state(signals::DeviceState& state) noexcept { return state_.read(state); }
  bool scene(signals::SceneState& scene) noexcept { return scene_.read(scene); }
  void command(const device::JointEfforts& command) noexcept { command_.write(command); }
  void pass() noexcept { passed_.fetch_add(1, std::memory_order_relaxed); }
  bool done() const noexcept { return done_.load(std::memory_order_relaxed); }

 private:
  core::LatestValue<signals::DeviceState> state_;
  core::LatestValue<signals::SceneState> scene_;
  core::LatestValue<device::JointEfforts> command_;
  std::atomic<std::uint32_t> passed_{0};
  std::atomic<bool> done_{false};
};

// what the controller holds of it
class PortedDevice final : public sim::SimulatedDevice {
 public:
  // the port must outlive it
  PortedDevice(const robot::Chain& chain, const signals::DeviceState& at_rest, DevicePort& port)
      : chain_(chain), state_(at_rest), port_(port) {}

  const robot::Chain& chain() const noexcept override { return chain_; }
  signals::DeviceState read(core::Time /*now*/) noexcept override {
    port_.state(state_);
    return state_;
  }
  void command(core::Time /*now*/, const device::JointEfforts& efforts) noexcept override {
    port_.command(efforts);
  }
  void advance(core::Duration /*dt*/) noexcept override { port_.pass(); }
  bool done() const noexcept override { return port_.done(); }
  bool scene(signals::SceneState& scene) const noexcept override { return port_.scene(scene); }

 private:
  robot::Chain chain_;
  signals::DeviceState state_;
  DevicePort& port_;
};

}  // namespace tether::session
