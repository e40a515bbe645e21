// Looks at the world of a simulated device as often as pictures are wanted (signals::kScenePeriod),
// and not at every tick. No heap, no locks.
#pragma once

#include "tether/sim/devices/simulated_device.hpp"

namespace tether::sim {

class SceneCamera {
 public:
  // Between a tick and the time that passes after it: the world as it is now, until the next call;
  // null when none is due, or there is nothing to see.
  const signals::SceneState* take(const SimulatedDevice& device, std::uint64_t tick,
                                  core::Time now) noexcept {
    if (now < next_ || !device.scene(scene_)) return nullptr;
    next_ = now + signals::kScenePeriod;
    scene_.tick = tick;
    scene_.time = now;
    return &scene_;
  }

 private:
  signals::SceneState scene_;
  core::Time next_;
};

}  // namespace tether::sim
