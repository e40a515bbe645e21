#include "tether/guard/limits/inertia_factor.hpp"

#include <limits>

namespace tether::guard {

using robot::kMaxJoints;

void InertiaFactor::update(const robot::JointMatrix& inertia) noexcept {
  size_ = inertia.rows();
  valid_ = true;
  // a local one: the compiler knows that nothing else refers to it
  Square a = Square::Identity();
  a.topLeftCorner(size_, size_) = inertia;
  for (int j = 0; j < kMaxJoints; ++j) {
    const double pivot = a(j, j);
    valid_ = valid_ && pivot > 0 && pivot <= std::numeric_limits<double>::max();
    const double reciprocal = 1 / pivot;
    const Column column = a.col(j);
    for (int k = 0; k < kMaxJoints; ++k) {
      const double share = a(j, k) * reciprocal;
      a.col(k) -= share * column;
      a(j, k) = share;
    }
    a.col(j) = -reciprocal * column;
    a(j, j) = reciprocal;
  }
  inverse_ = a;
}

robot::JointVector InertiaFactor::push(const robot::JointVector& effort) const noexcept {
  if (!valid_) return robot::JointVector::Zero(effort.size());
  Column x = Column::Zero();
  for (Eigen::Index j = 0; j < size_; ++j) x += effort[j] * inverse_.col(j);
  return x.head(size_);
}

double InertiaFactor::joint_inertia(Eigen::Index joint) const noexcept {
  return valid_ ? 1 / inverse_(joint, joint) : 0;
}

}  // namespace tether::guard
