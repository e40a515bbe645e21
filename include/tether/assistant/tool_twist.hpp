// Velocity of a tool from the stream of its poses, which is all that TCP_position carries: place
// and accumulated turn through control::StateVariableFilter. What it costs: the velocity is late by
// 1/(π f_c), 11 ms at 30 Hz, so damping of a fixture acts that much later than it would inside the
// controller. A jump that no tool can make, or a silence, begins anew from rest.
#pragma once

#include "tether/control/estimators/state_variable_filter.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::assistant {

struct ToolTwistParams {
  double sample_time = 1e-3;  // [s]
  double cutoff = 30;         // f_c [Hz]
  double farthest = 0.05;     // that a tool comes from one pose to the next [m]
  double widest = 0.5;        // that it turns meanwhile [rad]
};

class ToolTwist {
 public:
  explicit ToolTwist(const ToolTwistParams& params) noexcept;

  // one tick later: the newest pose, received just now or before; screw about the base origin
  spatial::Twist update(const spatial::Pose& tool) noexcept;
  // the next pose is the first
  void reset() noexcept { begun_ = false; }

 private:
  ToolTwistParams params_;
  control::StateVariableFilter filter_;
  bool begun_ = false;
  spatial::Pose last_;
  spatial::Vector3 turn_ = spatial::Vector3::Zero();  // integral of the angular velocity [rad]
};

}  // namespace tether::assistant
