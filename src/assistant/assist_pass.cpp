#include "tether/assistant/assist_pass.hpp"

#include <algorithm>

namespace tether::assistant {

AssistPass::AssistPass(AssistForces& forces, const assist::ForceHoldParams& hold)
    : forces_(forces), params_(hold), hold_(hold), twist_({.sample_time = hold.sample_time}) {}

std::optional<spatial::Wrench> AssistPass::update(const std::optional<ToolPose>& came) noexcept {
  ++counts_.passes;
  std::optional<spatial::Wrench> computed;
  if (came) {
    tool_ = came->tool();
    const spatial::Twist twist = twist_.update(tool_);
    const spatial::Wrench wrench = forces_.query(tool_, twist);
    computed = bounded({wrench.torque_at(tool_.position), wrench.force});
    sending_ = true;
  } else if (!hold_.silent()) {
    // the filter goes on with what it knows, or the next pose would look twice as fast
    twist_.update(tool_);
  } else {
    twist_.reset();
  }
  if (!sending_) return {};
  const spatial::Wrench held = hold_.update(computed);
  // zero is sent once more, then nothing
  if (hold_.silent() && hold_.share() == 0) sending_ = false;
  return held;
}

spatial::Wrench AssistPass::bounded(const spatial::Wrench& at_tool) noexcept {
  // a little within, so that rounding does not take it beyond
  constexpr double kWithin = 1 - 1e-12;
  const double excess = std::max(at_tool.force.norm() / params_.max_force,
                                 at_tool.torque.norm() / params_.max_torque);
  if (!(excess > 1)) return at_tool;
  ++counts_.bounded;
  return (kWithin / excess) * at_tool;
}

AssistPassCounts AssistPass::counts() const noexcept {
  AssistPassCounts counts = counts_;
  counts.missed = hold_.counts().missed;
  counts.silences = hold_.counts().silences;
  return counts;
}

}  // namespace tether::assistant
