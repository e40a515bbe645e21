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
// A force is held for a tick T, over a displacement Δ that is not known yet. A held spring gives
// ½ k c Δ² more than it held (Colgate & Schenkel, J. Robotic Systems 14(1), 1997), and a damper
// that is too late gives |F Δ|. Both are drawn from the store, and no force is chosen for which the
// store could not pay over |Δ| = top_speed · T along each axis. Hence, in sums over ticks,
//   Σ F_kᵀ (x_{k+1} − x_k) ≤ store(0)    for every motion that is not faster than that.
#pragma once

#include <cstdint>

#include "tether/control/couplings/obstruction.hpp"
#include "tether/spatial/vectors.hpp"

namespace tether::assist {

struct ObstacleForceParams {
  double push_stiffness = 250;   // k3 [N/m]
  double steer_stiffness = 250;  // k4 [N/m]
  double store = 0.1;            // at the start, and what the damper fills up to [J]
  double damping = 4;            // of the damper that fills it [N s/m]
  double sample_time = 1e-3;     // [s]
  double top_speed = 5;          // no hand moves the handle faster along an axis [m/s]
};

struct ObstacleForceInput {
  spatial::Vector3 handle = spatial::Vector3::Zero();    // from its centre [m]
  spatial::Vector3 velocity = spatial::Vector3::Zero();  // [m/s]
  control::Obstruction obstruction;                      // beyond 0 … 1 is taken as 0 or 1
  double share = 1;  // of the force: how far the sides are coupled, 0 … 1
};

struct ObstacleForceOutput {
  spatial::Vector3 force = spatial::Vector3::Zero();   // on the handle, all of it [N]
  spatial::Vector3 damper = spatial::Vector3::Zero();  // what of it the damper gives [N]
  double push = 0;                                     // k3 c_z really applied [N/m]
  double steer = 0;                                    // k4 c_x really applied [N/m]
  double potential = 0;                                // in the bent springs [J]
  double store = 0;                                    // [J]
  std::uint64_t refused = 0;  // ticks so far with a number that is not finite: no force then
};

class ObstacleForce {
 public:
  explicit ObstacleForce(const ObstacleForceParams& params) noexcept;
  // one tick
  ObstacleForceOutput update(const ObstacleForceInput& in) noexcept;

 private:
  // one way of the handle: a spring whose stiffness changes, and the damper beside it
  struct Axis {
    double place = 0;      // of the tick before [m]
    double stiffness = 0;  // [N/m]
    double damper = 0;     // [N]
  };

  void account(Axis& axis, double place) noexcept;
  void limp() noexcept;
  void stiffen(double push, double steer) noexcept;
  void damp(const spatial::Vector3& displacement, const spatial::Vector3& velocity) noexcept;
  double may_cost(double stiffness) const noexcept;

  ObstacleForceParams params_;
  double way_;    // the farthest displacement within a tick [m]
  double store_;  // [J]
  Axis z_, x_;
  std::uint64_t refused_ = 0;
  bool started_ = false;
};

}  // namespace tether::assist
