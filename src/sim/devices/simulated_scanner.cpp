#include "tether/sim/devices/simulated_scanner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tether::sim {

SimulatedScanner::SimulatedScanner(const SimulatedScannerParams& params,
                                   std::function<spatial::Pose()> platform)
    : params_(params), scanner_(params.scanner), platform_(std::move(platform)) {}

bool SimulatedScanner::silent(core::Time now) const noexcept {
  return std::any_of(params_.silences.begin(), params_.silences.end(),
                     [now](const Silence& s) { return s.from <= now && now < s.to; });
}

bool SimulatedScanner::read(core::Time now, assist::RangeScan& scan) noexcept {
  const auto turns = static_cast<std::uint32_t>(std::max(0.0, core::seconds(now) * params_.rate));
  if (turns <= turns_) return false;
  turns_ = turns;
  if (silent(now)) return false;
  scanner_.scan(platform_(), now, scan);
  scan.number = turns_;
  return true;
}

}  // namespace tether::sim
