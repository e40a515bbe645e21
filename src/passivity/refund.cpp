#include "tether/passivity/refund.hpp"

#include <algorithm>
#include <cmath>

namespace tether::passivity {

double Refund::update(const LossInput& in) noexcept {
  if (!params_.measured) return in.excluded ? 0 : params_.surely * of_model(in);
  const double before = balance_;
  balance_ += in.by_motors + in.by_outside;
  const double lost = std::min(before, balance_) - (1 + params_.inertia_error) * in.kinetic;
  const double due = lost - total_;
  // also when it is no number: an account never recovers from one
  if (!(due > 0)) return 0;
  const double refund = in.excluded ? due : std::min(due, params_.most * of_model(in));
  total_ += refund;
  return in.excluded ? 0 : refund;
}

// work of the model's friction over the last displacement: |v| in the mean is no less than the
// mean v, and v² no less than its square
double Refund::of_model(const LossInput& in) const noexcept {
  double work = 0;
  for (Eigen::Index i = 0; i < in.moved.size(); ++i) {
    const double speed = std::abs(in.rate[i]);
    const double sliding = params_.measured ? 1 : std::min(speed / params_.creeping_speed, 1.0);
    work += std::abs(in.moved[i]) * (sliding * params_.coulomb[i] + params_.viscous[i] * speed);
  }
  return work;
}

}  // namespace tether::passivity
