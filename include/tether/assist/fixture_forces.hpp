// Where assisting forces come from: fixtures that are asked here in the tick (scene_forces.hpp), a
// process of its own that is told the tool's pose and answers a little later, or a recording.
#pragma once

#include <cstdint>

#include "tether/core/time.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::assist {

// what all fixtures together do to a tool, in their frame
struct FixtureEffect {
  spatial::Wrench at_tool;  // force, and torque about the tool's point
  double potential = 0;     // stored in springs [J]
  // share of a motion that is told to the other side
  spatial::Matrix3 motion = spatial::Matrix3::Identity();
  std::int32_t active = 0;   // fixtures that act
  std::int32_t nearest = 0;  // id of the nearest one
  double distance = 0;       // to it, negative inside [m]
};

class FixtureForces {
 public:
  virtual ~FixtureForces() = default;
  virtual FixtureEffect at(core::Time now, const spatial::Pose& tool,
                           const spatial::Twist& twist) noexcept = 0;
};

}  // namespace tether::assist
