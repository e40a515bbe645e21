#include "tether/sim/people/stiction_retry.hpp"

#include <algorithm>

namespace tether::sim {
namespace {

constexpr double kFollowed = 0.5;  // share of the way that counts as following
constexpr double kMost = 4;

}  // namespace

double StictionRetry::update(const spatial::Vector3& seen, const spatial::Vector3& way) noexcept {
  const bool followed = (seen - seen_).dot(way_) >= kFollowed * way_.squaredNorm();
  factor_ = followed ? 1 : std::min(2 * factor_, kMost);
  seen_ = seen;
  way_ = way;
  return factor_;
}

}  // namespace tether::sim
