// What a hand that drives a vehicle feels of the obstacles around it: the handle becomes stiffer in
// the ways that are obstructed. With the handle at (x, z) from its centre, x to the right, z
// towards the person (forward is −z), and the obstruction c of each way:
//   F_z = −k3 c_z z,   c_z = c_forward for z < 0, c_backward else                            [N]
//   F_x = −k4 c_x x,   c_x = c_right for x ≥ 0, c_left else                                  [N]
// so that |F_z| ≤ k3 |z|, |F_x| ≤ k4 |x|, and a centred handle feels nothing.
//
// As a port it is passive: a spring that becomes stiffer while it is bent gives energy that nobody
// put in, ½ Δ(k c) z². That is drawn from a store, and what a spring that becomes softer sets free
// goes back there; when the store is empty the spring stays as soft as it is. A damper fills the
// store while it is below its first content. Whatever the obstructions do, the port never gives out
// more than that content:
//   −∫ Fᵀ v dt ≥ −store(0)                                                                    [J]
#pragma once

#include "tether/control/obstruction.hpp"
#include "tether/spatial/vectors.hpp"

namespace tether::assist {

struct ObstacleForceParams {
  double push_stiffness = 250;   // k3 [N/m]
  double steer_stiffness = 250;  // k4 [N/m]
  double store = 0.1;            // at the start, and what the damper fills up to [J]
  double damping = 4;            // of the damper that fills it [N s/m]
  double sample_time = 1e-3;     // [s]
};

struct ObstacleForceInput {
  spatial::Vector3 handle = spatial::Vector3::Zero();    // from its centre [m]
  spatial::Vector3 velocity = spatial::Vector3::Zero();  // [m/s]
  control::Obstruction obstruction;
  double share = 1;  // of the force: how far the sides are coupled
};

struct ObstacleForceOutput {
  spatial::Vector3 force = spatial::Vector3::Zero();  // on the handle [N]
  double push = 0;                                    // k3 c_z really applied [N/m]
  double steer = 0;                                   // k4 c_x really applied [N/m]
  double potential = 0;                               // in the bent springs [J]
  double store = 0;                                   // [J]
};

class ObstacleForce {
 public:
  explicit ObstacleForce(const ObstacleForceParams& params) noexcept;
  // one tick
  ObstacleForceOutput update(const ObstacleForceInput& in) noexcept;

 private:
  ObstacleForceParams params_;
  double store_;
  double push_ = 0, steer_ = 0;
  spatial::Vector3 handle_ = spatial::Vector3::Zero();  // of the tick before
  bool started_ = false;
};

}  // namespace tether::assist
