#include "tether/passivity/methods/effort_bound.hpp"

#include <algorithm>
#include <cmath>

namespace tether::passivity {

double payable_share(double level, const Foreseen& e) noexcept {
  if (e.total() <= level) return 1;
  const double left = level - e.committed;
  if (left <= 0) return 0;
  // the positive root of quadratic s² + linear s = left, in the form that does not cancel
  const double root = std::sqrt(e.linear * e.linear + 4 * e.quadratic * left);
  const double share =
      e.linear > 0 ? 2 * left / (e.linear + root) : (root - e.linear) / (2 * e.quadratic);
  return std::min(share, 1.0);
}

robot::JointVector scale_to(double level, const robot::JointVector& effort,
                            const PortMotion& motion) noexcept {
  if (level <= 0) return robot::JointVector::Zero(effort.size());
  return payable_share(level, motion.foreseen(effort)) * effort;
}

robot::JointVector pay_from(double level, const robot::JointVector& effort,
                            const PortMotion& motion) noexcept {
  return motion.foreseen(effort).total() <= 0 ? effort : scale_to(level, effort, motion);
}

robot::JointVector damp_to(double level, const robot::JointVector& effort,
                           const PortMotion& motion) noexcept {
  const robot::JointVector& v = motion.rate();
  const double speed = v.squaredNorm();
  const double excess = effort.dot(v) - std::max(level, 0.0) / motion.params().window;
  if (excess <= 0 || speed == 0) return pay_from(level, effort, motion);
  const double most = motion.inertia_along(v) / (2 * speed * motion.params().window);
  const robot::JointVector damped = effort - std::min(excess / speed, most) * v;
  return pay_from(level, damped, motion);
}

}  // namespace tether::passivity
