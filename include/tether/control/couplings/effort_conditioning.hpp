// What a hand does to a tool, from a measured or estimated wrench that has an offset and noise.
// At rest it is recorded for a while, per axis; from then on
//   f = soft(f_measured − mean, b),   b = S (max − min),   soft(x, b) = sign(x) max(|x| − b, 0)
// so that there is no step at the edge of the dead band. Until the recording is over, f = 0; motion
// during the recording begins it anew. S = 10: spec 5, effort conditioning.
//
// The offset of an estimated wrench depends on the posture. It is taken again, as the mean over
// another while, when since the last time the tool has moved or turned by some distance, is still
// again, and every axis is within its band all that while. A hand that pushes beyond the band is
// never taken for offset, however long and steadily it pushes: one axis beyond its band, and
// nothing is recorded. One that pushes within it moves nothing, and can shift the offset by no more
// than the band per recording, and by no more than a bound in all. The price: an offset that
// changes by more than the band between two rests cannot be distinguished from a hand, and stays.
#pragma once

#include "tether/control/couplings/workspace.hpp"

namespace tether::control {

struct EffortConditioningParams {
  double recording = 5;         // at rest, before the first force is sent [s]
  double band = 10;             // S
  double rerecording = 1;       // the same at another posture [s]
  double moved = 0.02;          // that makes another posture [m]
  double turned = 0.05;         // the same of its orientation [rad]
  double still = 0.005;         // slower is at rest [m/s]
  double turning_still = 0.02;  // the same of turns [rad/s]
  double largest_shift = 3;     // of the offset in all, in bands
  double sample_time = 1e-3;    // [s]
};

class EffortConditioning {
 public:
  explicit EffortConditioning(const EffortConditioningParams& params) noexcept;

  // measured: about the tool, base axes; twist: of the tool, base frame
  spatial::Wrench update(const spatial::Wrench& measured, const spatial::Pose& tool,
                         const spatial::Twist& twist) noexcept;

  bool ready() const noexcept { return ready_; }
  const spatial::Vector6& offset() const noexcept { return offset_; }
  const spatial::Vector6& band() const noexcept { return band_; }

 private:
  void record(const spatial::Vector6& raw) noexcept;
  void forget() noexcept { recorded_ = 0; }
  bool elsewhere(const spatial::Pose& tool) const noexcept;

  EffortConditioningParams params_;
  int first_ticks_, later_ticks_;
  bool ready_ = false;
  int recorded_ = 0;  // ticks of the recording under way
  spatial::Vector6 sum_, low_, high_;
  spatial::Vector6 offset_ = spatial::Vector6::Zero();
  spatial::Vector6 first_offset_ = spatial::Vector6::Zero();
  spatial::Vector6 band_ = spatial::Vector6::Zero();
  spatial::Pose place_;  // where the offset was taken
};

}  // namespace tether::control
