// A six-axis spring between a setpoint frame and a tool frame. With R and p of the relative pose
// H_setpoint⁻¹ H_tool and the co-stiffness G_x = ½ tr(K_x) I − K_x (x is t for translation, o for
// orientation, c for their coupling):
//
//   V_t = −¼ tr(p~ G_t p~) − ¼ tr(p~ R G_t Rᵀ p~)  =  ¼ pᵀ (K_t + R K_t Rᵀ) p          [J]
//   V_o = tr(G_o) − tr(G_o R)  =  (1 − cos θ) aᵀ K_o a  for a turn by θ about the unit vector a
//   V_c = tr(G_c R p~)                                           V = V_t + V_o + V_c
//
// The wrench on the tool does the work −dV: in tool coordinates, with u = Rᵀ p,
//
//   f = −½ (Rᵀ K_t p + K_t u) + 2 vee(Rᵀ G_c R R)                                       [N]
//   m = ½ u × K_t u − 2 vee(G_o R) + 2 vee(p~ G_c R)                                    [N m]
//
// For a small shift dx and turn dφ it is f = −K_t dx + K_c dφ, m = −K_o dφ + K_c dx. V is zero when
// the frames coincide and, for K_c = 0 and positive definite K_t and K_o, positive elsewhere.
// Stramigioli, From Differentiable Manifolds to Interactive Robot Control, 1998; signs and offset
// chosen so that energy is conserved (docs/design/spatial-spring.md).
#pragma once

#include "tether/spatial/pose.hpp"

namespace tether::spatial {

struct SpatialStiffness {
  Matrix3 translation = 500.0 * Matrix3::Identity();  // K_t [N/m], symmetric
  Matrix3 orientation = 50.0 * Matrix3::Identity();   // K_o [N m/rad], symmetric
  Matrix3 coupling = Matrix3::Zero();                 // K_c [N/rad], symmetric
};

class SpatialSpring {
 public:
  explicit SpatialSpring(const SpatialStiffness& stiffness) noexcept;

  // on the tool, in the frame that both poses are given in
  Wrench wrench(const Pose& setpoint, const Pose& tool) const noexcept;
  // stored energy [J]
  double potential(const Pose& setpoint, const Pose& tool) const noexcept;

  const SpatialStiffness& stiffness() const noexcept { return stiffness_; }

 private:
  SpatialStiffness stiffness_;
  Matrix3 co_orientation_;  // G_o
  Matrix3 co_coupling_;     // G_c
  bool coupled_;            // K_c is not zero
};

}  // namespace tether::spatial
