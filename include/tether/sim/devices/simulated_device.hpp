// A device whose physics is computed here: between two ticks the session lets its time pass.
#pragma once

#include "tether/core/time.hpp"
#include "tether/device/device.hpp"
#include "tether/signals/scene_state.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::sim {

class SimulatedDevice : public device::Device {
 public:
  bool keeps_wall_time() const noexcept override { return follows_clock_; }
  // the session lets its time pass with the clock, also while ticks are left out
  void follow_clock() noexcept { follows_clock_ = true; }
  // let `dt` pass with the commanded efforts held
  virtual void advance(core::Duration dt) noexcept = 0;

  // shows the person who holds the device, if there is one, the follower's tool, at once or as late
  // as the link made it: position in the leader's workspace, orientation in base axes
  virtual void show(const spatial::Pose& /*tool*/) noexcept {}
  // the person who holds the device has done what they came for
  virtual bool done() const noexcept { return false; }
  // What those see who watch its world, with the last efforts still acting; false when there is
  // nothing to see, and nothing new.
  virtual bool scene(signals::SceneState& /*scene*/) const noexcept { return false; }

 private:
  bool follows_clock_ = false;
};

}  // namespace tether::sim
