#include "tether/guard/limits/effort_limit.hpp"

#include <algorithm>
#include <cmath>

namespace tether::guard {

EffortLimit::Out EffortLimit::update(const robot::JointVector& effort) const noexcept {
  Out out{.effort = effort};
  for (Eigen::Index i = 0; i < effort.size(); ++i) {
    const double most = params_.per_axis[i];
    out.effort[i] = std::max(std::min(effort[i], most), -most);
  }
  if (std::isfinite(params_.norm)) {
    const double norm = out.effort.norm();
    if (norm > params_.norm) out.effort *= params_.norm / norm;
  }
  out.removed = (effort - out.effort).norm();
  return out;
}

}  // namespace tether::guard
