// One pass of the assisting process, without threads and clocks: the newest pose in, the force at
// the tool out. Without a pose the last force is repeated, and goes to zero as the pose stays away
// (assist::ForceHold); once it is zero nothing is sent any more. A force beyond the bounds is
// made smaller as a whole, so that whoever receives it does not take it for an absurd one.
#pragma once

#include <cstdint>
#include <optional>

#include "tether/assist/fixtures/force_hold.hpp"
#include "tether/assistant/client/cat_link.hpp"
#include "tether/assistant/tool_twist.hpp"

namespace tether::assistant {

// what the process asks once per pass
class AssistForces {
 public:
  virtual ~AssistForces() = default;
  // the wrench of all fixtures on the tool, a screw about the base origin
  virtual spatial::Wrench query(const spatial::Pose& tool,
                                const spatial::Twist& twist) noexcept = 0;
};

struct AssistPassCounts {
  std::uint64_t passes = 0;
  std::uint64_t missed = 0;    // without a new pose, since the first
  std::uint64_t bounded = 0;   // force made smaller
  std::uint64_t silences = 0;  // times that poses stayed away
};

class AssistPass {
 public:
  AssistPass(AssistForces& forces, const assist::ForceHoldParams& hold);

  // force and torque at the tool, base axes; nothing when there is nothing to send
  std::optional<spatial::Wrench> update(const std::optional<ToolPose>& came) noexcept;

  bool silent() const noexcept { return hold_.silent(); }
  AssistPassCounts counts() const noexcept;

 private:
  spatial::Wrench bounded(const spatial::Wrench& at_tool) noexcept;

  AssistForces& forces_;
  assist::ForceHoldParams params_;
  assist::ForceHold hold_;
  ToolTwist twist_;
  spatial::Pose tool_;
  bool sending_ = false;
  AssistPassCounts counts_;
};

}  // namespace tether::assistant
