// A wall as a tool found it: the plane n·p = n·p_0 that it touched, how sure that is, and how far
// around p_0 it was touched. Few of them are known at once; each keeps its slot, and a new wall in a
// slot is another generation. What travels between the sides is one slot per sample: the follower's
// walls one way, and the other way where the leader displays them.
#pragma once

#include <cstdint>

#include "tether/spatial/pose.hpp"

namespace tether::control {

inline constexpr int kContactPlanes = 4;

struct ContactPlane {
  std::uint8_t slot = 0;
  std::uint8_t generation = 0;  // 0 = nothing was ever found in this slot
  spatial::Vector3 normal = spatial::Vector3::Zero();  // out of the wall, of length 1
  spatial::Vector3 point = spatial::Vector3::Zero();   // p_0, on the surface [m]
  double stiffness = 0;    // [N/m]; 0 = it is not there any more
  double extent = 0;       // radius around p_0 that was touched [m]
  double uncertainty = 0;  // of the surface, standard deviation [m]

  bool stands() const noexcept { return generation > 0 && stiffness > 0; }
  // how deep a place is inside [m], negative outside
  double depth(const spatial::Vector3& place) const noexcept { return normal.dot(point - place); }
  // how far beside p_0 a place is, along the surface [m]
  double beside(const spatial::Vector3& place) const noexcept {
    const spatial::Vector3 away = place - point;
    return (away - normal.dot(away) * normal).norm();
  }
};

}  // namespace tether::control
