// What came of the drives, for a terminal and as rows.
#include <algorithm>

#include <fmt/format.h>

#include "reproduction/assisted/cat_statistics_findings.hpp"
#include "tether/reproduction/driving/platform_study.hpp"
#include "tether/study/measured_part.hpp"

namespace tether::reproduction {
namespace {

using Cases = std::vector<PlatformCase>;

std::string title(const PlatformCase& c) {
  return fmt::format("{}, {}", name(c.drive), c.reverses ? "back" : name(c.motion));
}

std::vector<std::string> platform_row(const PlatformCase& c) {
  return {title(c),
          fmt::format("{:.1f}", 100 * c.error.mean),
          fmt::format("{:.1f}", 100 * c.worst_error),
          fmt::format("{:.1f}", 100 * c.wheel_swing.mean),
          fmt::format("{:.2f}", c.torque_swing),
          c.worst_swing > kCalmSwing ? fmt::format("{:.0f}", c.frequency) : ""};
}

// the wheels' swing of wheels alone per motion at one speed, and the largest of platform control
// [%]
std::vector<std::string> swing_row(const Cases& cases, double speed) {
  std::vector<std::string> row(kPlatformMotions + 2);
  row.front() = fmt::format("{:.1f}", speed);
  double largest = 0;
  for (const PlatformCase& c : cases) {
    if (c.speed != speed || c.reverses) continue;
    if (c.drive == PlatformDrive::platform) largest = std::max(largest, c.worst_swing);
    if (c.drive != PlatformDrive::wheels_only) continue;
    row.at(1 + static_cast<std::size_t>(c.motion)) =
        fmt::format("{:.1f}", 100 * c.wheel_swing.mean);
  }
  row.back() = fmt::format("{:.1f}", 100 * largest);
  return row;
}

}  // namespace

std::string platform_table(const std::vector<PlatformCase>& cases) {
  std::vector<std::vector<std::string>> rows{
      {"", "speed", "error [%]", "worst", "swing [%]", "[N m]", "[Hz]"}};
  std::string before;
  for (const PlatformCase& c : cases) {
    std::string what = title(c);
    rows.push_back(
        {what == before ? "" : what, fmt::format("{:g}", c.speed),
         fmt::format("{:.1f} ± {:.1f}", 100 * c.error.mean, 100 * c.error.deviation),
         fmt::format("{:.1f}", 100 * c.worst_error),
         fmt::format("{:.1f} ± {:.1f}", 100 * c.wheel_swing.mean, 100 * c.wheel_swing.deviation),
         fmt::format("{:.2f}", c.torque_swing),
         c.worst_swing > kCalmSwing ? fmt::format("{:.0f}", c.frequency) : "calm"});
    before = std::move(what);
  }
  return aligned(rows);
}

std::string platform_markdown(const Cases& cases) {
  std::vector<double> speeds;
  for (const PlatformCase& c : cases) speeds.push_back(c.speed);
  std::ranges::sort(speeds);
  speeds.erase(std::ranges::unique(speeds).begin(), speeds.end());

  std::vector<std::vector<std::string>> fastest{{fmt::format("at {:g} m/s", speeds.back()),
                                                 "error [%]", "worst", "swing [%]", "torque [N m]",
                                                 "at [Hz]"}};
  for (const PlatformCase& c : cases) {
    if (c.speed == speeds.back()) fastest.push_back(platform_row(c));
  }
  std::vector<std::vector<std::string>> swings{{"[m/s], on the spot [rad/s]"}};
  for (int motion = 0; motion < kPlatformMotions; ++motion) {
    swings.front().emplace_back(name(static_cast<PlatformMotion>(motion)));
  }
  swings.front().emplace_back("platform control, largest");
  for (const double speed : speeds) swings.push_back(swing_row(cases, speed));
  return fmt::format(
      "Mean of {} starts; on the spot {:g} rad/s; *back*: turning back straight at that speed.\n\n"
      "{}\nSwing of wheels alone over speed [%]:\n\n{}",
      cases.front().error.n, speeds.back(), study::markdown_table(fastest),
      study::markdown_table(swings));
}

std::string platform_csv(const std::vector<PlatformRun>& runs) {
  std::string csv =
      "drive,motion,speed,reverses,seed,error,wheel_swing,body_swing,torque_swing [N m],frequency "
      "[Hz],pivot_swing [rad],fastest_wheel [rad/s],greatest_error [m/s],lost\n";
  for (const PlatformRun& run : runs) {
    if (!run.done) continue;
    const PlatformTrial& t = run.trial;
    const PlatformFigures& f = run.figures;
    csv += fmt::format(
        "{},{},{:g},{:d},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.4g},{:.6g},{:.5g},{:.5g},"
        "{:d}\n",
        name(t.drive), name(t.motion), t.speed, t.reverses, t.seed, f.error, f.wheel_swing,
        f.body_swing, f.torque_swing, f.frequency, f.pivot_swing, f.fastest_wheel, f.greatest_error,
        f.lost);
  }
  return csv;
}

}  // namespace tether::reproduction
