#include "tether/guard/limits/force_bound.hpp"

#include <limits>

namespace tether::guard {

ForceBound::Out ForceBound::update(const spatial::Wrench& wrench) const noexcept {
  if (!wrench.force.allFinite() || !wrench.torque.allFinite()) {
    return {.wrench = {}, .share = 0, .refused = true};
  }
  // squares of what is finite may not be
  const double largest = wrench.force.cwiseAbs().maxCoeff();
  if (largest == 0) return {.wrench = wrench};
  const double share = params_.max_force / largest / (wrench.force / largest).norm();
  if (share >= 1) return {.wrench = wrench};
  constexpr double kRoundDown = 1 - 4 * std::numeric_limits<double>::epsilon();
  return {.wrench = share * kRoundDown * wrench, .share = share * kRoundDown};
}

}  // namespace tether::guard
