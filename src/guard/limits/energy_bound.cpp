#include "tether/guard/limits/energy_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tether::guard {
namespace {

constexpr double kNear = 1e-4;  // of a share

// the largest share λ ≤ 1 with λ V + T ≤ E
double share_within(double energy, double potential, double kinetic) noexcept {
  if (kinetic >= energy) return 0;
  // a little less, so that no rounding on the way makes the sum exceed
  const double left = (energy - kinetic) * (1 - 4 * std::numeric_limits<double>::epsilon());
  return potential <= left ? 1 : left / potential;
}

}  // namespace

EnergyBound::Out EnergyBound::update(const In& in) noexcept {
  if (!std::isfinite(in.potential) || !std::isfinite(in.kinetic)) {
    share_ = 0;
    return {.share = 0, .energy = std::isfinite(in.kinetic) ? in.kinetic : 0, .refused = true};
  }
  // a spring coupled between shift and turn may hold less than none: nothing to bound
  const double potential = std::max(in.potential, 0.0);
  const double kinetic = std::max(in.kinetic, 0.0);

  const double aim = share_within((1 - params_.reserve) * params_.max_energy, potential, kinetic);
  const double step = (aim - share_) * std::min(params_.sample_time / params_.smoothing, 1.0);
  share_ += std::min(step, params_.release * params_.sample_time);
  // what is as good as there is there: a share that only comes near never ends to act
  if (std::abs(aim - share_) < kNear) share_ = aim;
  share_ = std::min(share_, share_within(params_.max_energy, potential, kinetic));
  return {.share = share_, .energy = share_ * in.potential + in.kinetic};
}

}  // namespace tether::guard
