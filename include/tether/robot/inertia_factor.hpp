// The mass matrix of a tick, eliminated once (Gauss–Jordan, whose pivots are positive for a
// positive definite M) for all that ask what an effort does, M⁻¹τ, and the inertia that one joint
// shows to an effort on it while the others are free,
//   I_i = 1 / (M⁻¹)_ii ≤ M_ii                                        [kg m² or kg]
// A damper b_i = γ I_i / T on n joints at once is stable in samples of T for γ n < 2, however the
// joints are coupled: the matrix that measures it has the diagonal γ and so no eigenvalue above γ
// n. Golub & Van Loan, Matrix Computations, 2013, 4.2.
#pragma once

#include "tether/robot/joints.hpp"

namespace tether::robot {

class InertiaFactor {
 public:
  // M symmetric; `valid` is false when it is not finite or not positive definite
  void update(const JointMatrix& inertia) noexcept;
  bool valid() const noexcept { return valid_; }

  // M⁻¹τ, the acceleration that the effort causes [rad/s² or m/s²]; zero when not valid
  JointVector push(const JointVector& effort) const noexcept;
  // I_i [kg m² or kg]; zero when not valid
  double joint_inertia(Eigen::Index joint) const noexcept;

 private:
  // always the largest size, padded by zeros: loops of known length
  using Square = Eigen::Matrix<double, kMaxJoints, kMaxJoints>;
  using Column = Eigen::Matrix<double, kMaxJoints, 1>;

  Square inverse_ = Square::Zero();  // M⁻¹
  Eigen::Index size_ = 0;
  bool valid_ = false;
};

}  // namespace tether::robot
