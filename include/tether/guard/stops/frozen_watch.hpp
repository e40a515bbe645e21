// A sensor that stands still while the arm should move: positions that are the same to the last bit
// for longer than `patience`, although meanwhile the effort or the load from outside changed by
// more than `stir` on some joint. A device at rest under a steady effort is no fault, since nothing
// asks it to move; nor is a slow interface, which repeats a position for less than `patience`.
#pragma once

#include "tether/core/fault.hpp"
#include "tether/robot/joints.hpp"

namespace tether::guard {

struct FrozenWatchParams {
  double patience = 0.1;      // longer than an interface may repeat a position [s]
  double stir = 1;            // of effort and load together, beyond what friction holds [N m or N]
  double sample_time = 1e-3;  // [s]
};

class FrozenWatch {
 public:
  explicit FrozenWatch(const FrozenWatchParams& params, const char* stage = "device") noexcept
      : params_(params), stage_(stage) {}

  // `driven`: what acts on the joints, commanded effort plus the load from outside if it is known.
  // The fault's axis is the joint that was stirred the most, its value for how long [s].
  core::Fault update(const robot::JointVector& position, const robot::JointVector& driven) noexcept;

 private:
  FrozenWatchParams params_;
  const char* stage_;
  robot::JointVector position_;
  robot::JointVector least_;     // driven since the position came
  robot::JointVector greatest_;  // the same
  double since_ = 0;             // it came [s]
};

}  // namespace tether::guard
