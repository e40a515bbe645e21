#include "tether/robot/inertia_factor.hpp"

#include <limits>

namespace tether::robot {

void InertiaFactor::update(const JointMatrix& inertia) noexcept {
  size_ = inertia.rows();
  valid_ = true;
  // a local one: the compiler knows that nothing else refers to it
  Square a = Square::Zero();
  for (Eigen::Index k = 0; k < size_; ++k) {
    for (Eigen::Index i = 0; i < size_; ++i) a(i, k) = inertia(i, k);
  }
  for (Eigen::Index j = 0; j < size_; ++j) {
    const double pivot = a(j, j);
    valid_ = valid_ && pivot > 0 && pivot <= std::numeric_limits<double>::max();
    const double reciprocal = 1 / pivot;
    // Row j becomes its share of the pivot. Whole columns are written, as a number that is put into
    // one by itself would be waited for.
    Column column = a.col(j), others;
    column[j] = -1;
    for (Eigen::Index i = 0; i < kMaxJoints; ++i) others[i] = i == j ? 0 : 1;
    for (Eigen::Index k = 0; k < size_; ++k) {
      const double share = a(j, k) * reciprocal;
      a.col(k) = others.cwiseProduct(a.col(k)) - share * column;
    }
    a.col(j) = -reciprocal * column;
  }
  inverse_ = a;
}

JointVector InertiaFactor::push(const JointVector& effort) const noexcept {
  if (!valid_) return JointVector::Zero(effort.size());
  Column x = Column::Zero();
  for (Eigen::Index j = 0; j < size_; ++j) x += effort[j] * inverse_.col(j);
  return x.head(size_);
}

double InertiaFactor::joint_inertia(Eigen::Index joint) const noexcept {
  return valid_ ? 1 / inverse_(joint, joint) : 0;
}

}  // namespace tether::robot
