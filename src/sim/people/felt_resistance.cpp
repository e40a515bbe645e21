#include "tether/sim/people/felt_resistance.hpp"

#include <algorithm>
#include <cmath>

namespace tether::sim {
namespace {

constexpr double kLeastWay = 1e-3;    // below it a hand does not know that it pushed [m]
constexpr double kLeastRate = 3e-3;   // below it the handle may stick, and any force holds it [m/s]
constexpr double kLeastForce = 1e-6;  // [N]

}  // namespace

void FeltResistance::feel(double deflection, double rate, double force) noexcept {
  if (std::abs(rate) < kLeastRate) return;
  const double way = rate > 0 ? 1 : -1;
  moments_ += 1;
  qq_ += deflection * deflection;
  qs_ += deflection * way;
  fq_ += force * deflection;
  fs_ += force * way;
  ff_ += force * force;
}

bool FeltResistance::felt() const noexcept { return qq_ > kLeastWay * kLeastWay * moments_; }

double FeltResistance::percept(const TouchParams& touch, RandomGenerator& random) const noexcept {
  if (!(moments_ > 0 && qq_ > 0)) return 0;
  // a stroke of one way only does not distinguish rubbing from springing
  const double both = qq_ * moments_ - qs_ * qs_;
  const double k = both > 0.05 * qq_ * moments_ ? (fq_ * moments_ - fs_ * qs_) / both : fq_ / qq_;
  const double force = std::sqrt(ff_ / moments_);
  const double blur = std::hypot(touch.weber, touch.least_force / std::max(force, kLeastForce));
  return std::max(0.0, k * (1 + random.normal(std::min(blur, 1.0))));
}

}  // namespace tether::sim
