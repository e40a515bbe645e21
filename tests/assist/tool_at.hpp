// A tool that does not turn: at a place, with a velocity.
#pragma once

#include "tether/assist/fixtures/tool.hpp"

namespace tether::assist {

inline Tool tool_at(const spatial::Vector3& place,
                    const spatial::Vector3& velocity = spatial::Vector3::Zero()) {
  Tool tool;
  tool.pose.position = place;
  tool.twist.linear = velocity;
  return tool;
}

}  // namespace tether::assist
