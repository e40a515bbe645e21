#include "tether/report/metrics/display_lag.hpp"

#include <algorithm>
#include <cmath>

namespace tether::report {
namespace {

using signals::metric;

constexpr double kLongestShift = 0.6;  // shift [s]
constexpr std::size_t kEvery = 5;      // ticks that are compared with all shifts
constexpr double kLeastWay = 0.005;    // of a tool that moved [m]

bool engaged(const signals::Tick& tick) noexcept {
  return tick.engagement == control::Engagement::engaged;
}

}  // namespace

DisplayLag::DisplayLag(const scenario::Scenario& scenario) : period_(1 / scenario.rate) {
  if (scenario.coupling.kind != control::CouplingKind::force_position) return;
  const auto shifts = static_cast<std::size_t>(std::lround(kLongestShift * scenario.rate));
  history_.assign(shifts, spatial::Vector3::Zero());
  costs_.assign(shifts, 0);
}

void DisplayLag::add(const signals::Tick& leader, const signals::Tick& follower) noexcept {
  if (history_.empty()) return;
  if (!engaged(leader) || !engaged(follower)) {
    seen_ = 0;
    return;
  }
  const std::size_t size = history_.size();
  const spatial::Vector3& shown = leader.coupling.send.pose.position;
  const spatial::Vector3& sent = follower.sent.position;
  history_[seen_ % size] = sent;
  ++seen_;
  // one shift is compared over the same ticks as any other
  if (seen_ < size || seen_ % kEvery != 0) return;
  low_ = compared_ == 0 ? shown : low_.cwiseMin(shown).eval();
  high_ = compared_ == 0 ? shown : high_.cwiseMax(shown).eval();
  ++compared_;
  squares_ += (shown - sent).squaredNorm();
  for (std::size_t shift = 0; shift < size; ++shift) {
    costs_[shift] += (shown - history_[(seen_ - 1 - shift) % size]).squaredNorm();
  }
}

std::optional<double> DisplayLag::lag() const noexcept {
  if (compared_ == 0 || (high_ - low_).maxCoeff() < kLeastWay) return std::nullopt;
  const auto least = std::min_element(costs_.begin(), costs_.end());
  const double shift = static_cast<double>(least - costs_.begin());
  if (least == costs_.begin() || least + 1 == costs_.end()) return shift * period_;
  const double before = *(least - 1), after = *(least + 1);
  const double bend = before - 2 * *least + after;
  return (shift + (bend > 0 ? (before - after) / (2 * bend) : 0)) * period_;
}

std::optional<double> DisplayLag::error_root_mean_square() const noexcept {
  if (compared_ == 0) return std::nullopt;
  return std::sqrt(squares_ / static_cast<double>(compared_));
}

void DisplayLag::append_to(std::vector<Metric>& metrics) const {
  put(metrics, metric("display_lag"), lag());
  put(metrics, metric("display_error_rms"), error_root_mean_square());
}

}  // namespace tether::report
