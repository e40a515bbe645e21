// The peg-in-hole task: a peg that points out of the follower's tool, and an upright hole that is
// one millimetre wider. An attempt counts from outside a sphere around the hole; the peg is in when
// its tip is deep enough. Nijhof, Teleoperation using passive control and LUNA network channels,
// 2018, 5.2.
#pragma once

#include "tether/spatial/pose.hpp"

namespace tether::sim {

struct PegTask {
  spatial::Vector3 hole = {0, 0, -0.05};  // middle of its mouth, leader's workspace [m]
  double hole_radius = 0.0105;            // [m]
  double peg_length = 0.04;               // from the tool's origin along its z axis [m]
  double depth = 0.015;                   // at which the peg is in [m]
  double clear_radius = 0.05;             // of the sphere that an attempt begins outside of [m]
  int insertions = 10;

  // tip of the peg [m]; tool: position in the leader's workspace, orientation in base axes
  spatial::Vector3 tip(const spatial::Pose& tool) const noexcept {
    return tool * spatial::Vector3(0, 0, peg_length);
  }
  double depth_of(const spatial::Vector3& tip) const noexcept { return hole.z() - tip.z(); }
  bool is_in(const spatial::Vector3& tip) const noexcept {
    return depth_of(tip) >= depth && (tip - hole).head<2>().norm() < hole_radius;
  }
  bool is_clear(const spatial::Vector3& tip) const noexcept {
    return (tip - hole).norm() > clear_radius;
  }
};

}  // namespace tether::sim
