// Where something without motors points: a mouse, a headset's controller, a slow device. Its poses
// come at its own pace, late, early or not at all. Asked from a tick: never waits, never allocates.
#pragma once

#include "tether/core/time.hpp"
#include "tether/signals/device_state.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::device {

struct StreamedPose {
  core::Time stamp;    // when it was measured, by any clock; when it came, for one without a clock
  spatial::Pose pose;  // way and turn since the start, in the axes of the leader's base
};

class PoseStream {
 public:
  virtual ~PoseStream() = default;
  // true, with the newest pose, when there is one that was not read before
  virtual bool read(core::Time now, StreamedPose& newest) noexcept = 0;
  // what else it knows: its buttons, whether somebody is there
  virtual void report(core::Time /*now*/, signals::DeviceState& /*state*/) const noexcept {}
};

}  // namespace tether::device
