// What fixtures act upon: the follower's tool. A point (the tool centre), unless boxes ride on it
// (fixtures with `end_effector`), which box walls and planes then act upon instead.
#pragma once

#include "tether/spatial/pose.hpp"

namespace tether::assist {

struct Tool {
  spatial::Pose pose;    // in the frame of the scene
  spatial::Twist twist;  // a screw about the origin of that frame

  spatial::Vector3 velocity() const noexcept { return twist.velocity_at(pose.position); }
};

}  // namespace tether::assist
