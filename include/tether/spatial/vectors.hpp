// Small vectors and the cross-product matrix that everything spatial is written with.
#pragma once

#include <Eigen/Core>

namespace tether::spatial {

using Vector3 = Eigen::Vector3d;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix3 = Eigen::Matrix3d;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

// x~ such that x~ y = x × y
inline Matrix3 tilde(const Vector3& x) noexcept {
  Matrix3 m;
  m << 0, -x.z(), x.y(),  //
      x.z(), 0, -x.x(),   //
      -x.y(), x.x(), 0;
  return m;
}

// axis vector of the antisymmetric part of A: tilde(vee(A)) = (A - Aᵀ)/2
inline Vector3 vee(const Matrix3& a) noexcept {
  return 0.5 * Vector3(a(2, 1) - a(1, 2), a(0, 2) - a(2, 0), a(1, 0) - a(0, 1));
}

}  // namespace tether::spatial
