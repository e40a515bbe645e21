#include "tether/guard/limits/effort_limit.hpp"

namespace tether::guard {

EffortLimit::Out EffortLimit::update(const robot::JointVector& effort) const noexcept {
  Out out;
  out.effort = effort.cwiseMin(params_.per_axis).cwiseMax(-params_.per_axis);
  const double norm = out.effort.norm();
  if (norm > params_.norm) out.effort *= params_.norm / norm;
  out.removed = (effort - out.effort).norm();
  return out;
}

}  // namespace tether::guard
