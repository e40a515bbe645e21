// The platform: at which speed wheels alone begin to oscillate, and that platform control does not.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "reproduction/sessions.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/reproduction/driving/platform_study.hpp"

namespace tether::reproduction {
namespace {

// docs/measured/platform-control.md
constexpr std::string_view kChosenLoops =
    "gain and low pass of the wheels' own loops, which the document does not name, were chosen so "
    "that they oscillate from 0.8 m/s on";
constexpr double kNever = std::numeric_limits<double>::infinity();

// the slowest speed at which the wheels swing
double onset(const std::vector<PlatformCase>& cases, PlatformDrive drive, PlatformMotion motion) {
  double slowest = kNever;
  for (const PlatformCase& c : cases) {
    if (c.drive != drive || c.motion != motion || c.reverses) continue;
    if (c.wheel_swing.mean > kOscillatingSwing) slowest = std::min(slowest, c.speed);
  }
  return slowest;
}

Row platform_row(std::string_view name, std::string quantity, const char* unit, int seeds) {
  return {.id = fmt::format("2.platform.{}", name),
          .quantity = std::move(quantity),
          .unit = unit,
          .source = "section 5.1",
          .remark = fmt::format("{} start{} with the units turned at random", seeds,
                                seeds == 1 ? "" : "s")};
}

void add_onset(Outcome& outcome, const std::vector<PlatformCase>& cases, PlatformMotion motion,
               double step, int seeds) {
  Row row = platform_row(
      fmt::format("onset_{}", name(motion)),
      fmt::format("wheels alone, {}: speed from which they oscillate", name(motion)), "m/s", seeds);
  row.theirs = Figure{kDocumentedOnset};
  row.origin = Origin::fitted;
  row.origin_note = kChosenLoops;
  const double found = onset(cases, PlatformDrive::wheels_only, motion);
  row.aim = Aim::same;
  row.resolution = step + 1e-9;
  row.cause = "stiffness and delay of the wheels' own loops are assumptions";
  row.remark += fmt::format("; swing above {:.0f} %, speeds in steps of {:.1f} m/s",
                            100 * kOscillatingSwing, step);
  if (found == kNever) {
    row.not_comparable = "no oscillation up to the fastest speed that was tried";
  } else {
    row.ours = Figure{found};
  }
  outcome.rows.push_back(std::move(row));
}

const PlatformCase* fastest(const std::vector<PlatformCase>& cases, PlatformDrive drive,
                            PlatformMotion motion) {
  const PlatformCase* found = nullptr;
  for (const PlatformCase& c : cases) {
    if (c.drive == drive && c.motion == motion && !c.reverses &&
        (found == nullptr || c.speed > found->speed)) {
      found = &c;
    }
  }
  return found;
}

void add_calm(Outcome& outcome, const std::vector<PlatformCase>& cases, PlatformMotion motion,
              int seeds) {
  const PlatformCase* calm = fastest(cases, PlatformDrive::platform, motion);
  const PlatformCase* wheels = fastest(cases, PlatformDrive::wheels_only, motion);
  if (calm == nullptr || wheels == nullptr) return;
  Row swing =
      platform_row(fmt::format("swing_{}", name(motion)),
                   fmt::format("{} at {:.1f} m/s: swing, platform control over wheels alone",
                               name(motion), calm->speed),
                   "", seeds);
  swing.theirs = Figure{.value = 1, .kind = FigureKind::bound};
  swing.ours = Figure{calm->wheel_swing.mean / wheels->wheel_swing.mean};
  swing.origin = Origin::fitted;
  swing.origin_note = kChosenLoops;
  swing.aim = Aim::below;
  swing.cause = "control of the platform swings more than wheels alone";
  swing.remark += fmt::format(
      "; {:.2f} % against {:.2f} % of the speed. The document says less, not "
      "how much",
      100 * calm->wheel_swing.mean, 100 * wheels->wheel_swing.mean);
  Row error = platform_row(fmt::format("error_{}", name(motion)),
                           fmt::format("{} at {:.1f} m/s: velocity error of platform control",
                                       name(motion), calm->speed),
                           "%", seeds);
  error.ours = figure_of(calm->error, 100);
  error.not_comparable = "the document gives no figure";
  outcome.rows.push_back(std::move(swing));
  outcome.rows.push_back(std::move(error));
}

}  // namespace

Outcome platform_control(const Effort& effort) {
  PlatformOptions options;
  options.seeds = effort.quick ? 1 : 3;
  if (effort.quick) {
    options.speeds = {0.6, 0.8, 1.0, 1.2};
    options.hold = 2.2;
  }
  set_jobs(options, effort);
  const auto runs = run_platform_study(options);
  Outcome outcome;
  if (effort.stopped()) return outcome;
  const auto cases = platform_cases(runs);
  const double step = options.speeds[1] - options.speeds[0];
  for (const auto motion : {PlatformMotion::straight, PlatformMotion::sideways}) {
    add_onset(outcome, cases, motion, step, options.seeds);
  }
  for (const auto motion :
       {PlatformMotion::straight, PlatformMotion::sideways, PlatformMotion::bend}) {
    add_calm(outcome, cases, motion, options.seeds);
  }
  outcome.files = {effort.out / "platform.html"};
  core::write_whole(outcome.files[0], platform_page(runs));
  return outcome;
}

}  // namespace tether::reproduction
