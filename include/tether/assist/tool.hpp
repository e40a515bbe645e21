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

// what one fixture does to the tool
struct Answer {
  spatial::Wrench wrench;                               // on the tool, about the scene's origin
  double potential = 0;                                 // stored; 0 wherever it does not act [J]
  spatial::Vector3 closest = spatial::Vector3::Zero();  // point of the fixture [m]
  double distance = 0;                                  // to it, negative inside a solid [m]
  bool active = false;
};

}  // namespace tether::assist
