// A spring and a damper that pull a tool towards a setpoint that moves:
//   W = spring(H_setpoint, H_tool),   F −= d_t (v − v_setpoint),   τ −= d_o (ω − ω_setpoint)
// with the spatial spring of spatial_spring.hpp and velocities of the tool itself.
#pragma once

#include "tether/control/couplings/workspace.hpp"
#include "tether/spatial/spatial_spring.hpp"

namespace tether::control {

struct PoseControllerParams {
  spatial::SpatialStiffness stiffness;
  double translation_damping = 10;   // d_t [N s/m]
  double orientation_damping = 0.5;  // d_o [N m s/rad]
};

class PoseController {
 public:
  explicit PoseController(const PoseControllerParams& params) noexcept
      : spring_(params.stiffness),
        translation_damping_(params.translation_damping),
        orientation_damping_(params.orientation_damping) {}

  struct Out {
    spatial::Wrench wrench;  // on the tool, base frame
    double potential = 0;    // of the spring [J]
  };
  // twist: of the tool, base frame; setpoint_moves: its turning and the velocity of itself
  Out update(const spatial::Pose& setpoint, const spatial::Twist& setpoint_moves,
             const spatial::Pose& tool, const spatial::Twist& twist) const noexcept {
    const spatial::Twist moves = of_tool(tool, twist);
    const spatial::Wrench damper = spatial::Wrench::from_point(
        -orientation_damping_ * (moves.angular - setpoint_moves.angular),
        -translation_damping_ * (moves.linear - setpoint_moves.linear), tool.position);
    return {spring_.wrench(setpoint, tool) + damper, spring_.potential(setpoint, tool)};
  }

 private:
  spatial::SpatialSpring spring_;
  double translation_damping_;
  double orientation_damping_;
};

// The same controller for the leader, so that both sides see the same power for the same stretch: a
// metre of the leader's is s of the follower's, and forces are felt times λ.
inline PoseControllerParams for_leader(PoseControllerParams follower, double scale,
                                       double force_scale) noexcept {
  follower.stiffness.translation *= force_scale * scale * scale;
  follower.stiffness.orientation *= force_scale;
  follower.stiffness.coupling *= force_scale * scale;
  follower.translation_damping *= force_scale * scale * scale;
  follower.orientation_damping *= force_scale;
  return follower;
}

}  // namespace tether::control
