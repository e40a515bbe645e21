// What came of the drives, for a terminal and as rows.
#include "cat_statistics_findings.hpp"
#include <fmt/format.h>

#include "tether/study/platform_study.hpp"

namespace tether::study {

std::string platform_table(const std::vector<PlatformCase>& cases) {
  std::vector<std::vector<std::string>> rows{
      {"", "speed", "error [%]", "worst", "swing [%]", "[N m]", "[Hz]"}};
  std::string before;
  for (const PlatformCase& c : cases) {
    std::string what = fmt::format("{}, {}", name(c.drive), c.reverses ? "back" : name(c.motion));
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

}  // namespace tether::study
