// Obstructions from a scan of 811 beams, smoothing included, beside the same written down plainly:
// for each of four sectors a loop over the beams, each a loop over its three samples, angles by
// sine and cosine. And the mode of predicted trajectories beside the time that it may take.
#include "tether/assist/obstacles/obstruction.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/budget.hpp"
#include "bench/comparison.hpp"

namespace tether::bench {
namespace {

constexpr double kAroundBudget = 5, kTrajectoryBudget = 20;  // [µs]

// a corridor 2 m wide with its end 1.5 m ahead of the scanner
assist::RangeScan dead_end() {
  assist::RangeScan scan;
  scan.count = assist::kTim561Beams;
  for (int i = 0; i < scan.count; ++i) {
    const double ahead = std::sin(scan.angle(i)), aside = std::abs(std::cos(scan.angle(i)));
    const double wall = aside > 0.05 ? 1 / aside : 20, end = ahead > 0.05 ? 1.5 / ahead : 20;
    scan.ranges[static_cast<std::size_t>(i)] = static_cast<float>(std::min(wall, end));
  }
  return scan;
}

double plain_sector(const assist::RangeScan& scan, double d_max, int sector) {
  double most = 0;
  for (int i = 1; i + 1 < scan.count; ++i) {
    double mean = 0;
    for (int j = i - 1; j <= i + 1; ++j) {
      mean += static_cast<double>(scan.ranges[static_cast<std::size_t>(j)]) / 3;
    }
    const double angle = scan.angle(i);
    const double along = sector < 2 ? std::sin(angle) : std::cos(angle);
    const double towards = sector % 2 == 0 ? along : -along;
    if (mean < d_max && towards > 0) most = std::max(most, (d_max - mean) / d_max * towards);
  }
  return most;
}

control::Obstruction plain(const assist::RangeScan& scan, double d_max) {
  return {.forward = plain_sector(scan, d_max, 0),
          .backward = plain_sector(scan, d_max, 1),
          .left = plain_sector(scan, d_max, 3),
          .right = plain_sector(scan, d_max, 2)};
}

const Registration kObstruction([]() -> std::vector<Comparison> {
  const auto scan = std::make_shared<assist::RangeScan>(dead_end());
  const auto ours = [scan](assist::ObstructionMode mode, double speed) {
    const auto sensor =
        std::make_shared<assist::ObstructionSensor>(assist::ObstructionParams{.mode = mode});
    return [scan, sensor, speed](int repetitions) {
      for (int i = 0; i < repetitions; ++i) keep(sensor->update(*scan, {speed, 0, 0.1}));
    };
  };
  const auto theirs = [scan](int repetitions) {
    for (int i = 0; i < repetitions; ++i) keep(plain(*scan, 2));
  };
  using Mode = assist::ObstructionMode;
  return {{.name = "obstruction_point",
           .rival = "plain loops",
           .ours = ours(Mode::point, 0.6),
           .theirs = theirs},
          {.name = "obstruction_point_budget",
           .rival = "5 us",
           .ours = ours(Mode::point, 0.6),
           .theirs = budget(kAroundBudget)},
          {.name = "obstruction_footprint_budget",
           .rival = "5 us",
           .ours = ours(Mode::footprint, 0.6),
           .theirs = budget(kAroundBudget)},
          {.name = "obstruction_trajectory_budget",
           .rival = "20 us",
           .ours = ours(Mode::trajectory, 0.6),
           .theirs = budget(kTrajectoryBudget)}};
});

}  // namespace
}  // namespace tether::bench
