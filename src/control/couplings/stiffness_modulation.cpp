#include "tether/control/couplings/stiffness_modulation.hpp"

#include <algorithm>

namespace tether::control {

double StiffnessModulation::update(double round_trip, double loss, double potential,
                                   double budget) noexcept {
  if (params_.least >= 1) return 1;
  const double span = params_.bad_round_trip - params_.good_round_trip;
  const double good = std::clamp((params_.bad_round_trip - round_trip) / span, 0.0, 1.0);
  const double wanted = std::max(good * (1 - loss), params_.least);
  if (wanted <= share_) return share_ = wanted;

  double next = std::min(wanted, share_ + params_.rise * params_.sample_time);
  if (potential > 0) next = std::min(next, std::max(budget, 0.0) / potential);
  return share_ = std::max(share_, next);
}

}  // namespace tether::control
