#include "tether/reproduction/driving/platform_study.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/report/text_table.hpp"
#include "tether/study/measured_part.hpp"

namespace tether::reproduction {
namespace {

std::vector<PlatformRun> plan(const PlatformOptions& options) {
  std::vector<PlatformRun> runs;
  const auto add = [&](int drive, int motion, double speed, bool reverses) {
    for (int seed = 1; seed <= options.seeds; ++seed) {
      PlatformTrial trial;
      trial.drive = static_cast<PlatformDrive>(drive);
      trial.motion = static_cast<PlatformMotion>(motion);
      trial.speed = speed;
      trial.seed = static_cast<std::uint64_t>(seed);
      trial.hold = options.hold;
      trial.judged = options.hold * 2 / 3;
      trial.reverses = reverses;
      trial.traced = seed == 1 && speed == options.speeds.back();
      runs.push_back({trial, {}, false});
    }
  };
  const auto is_wanted = [&](int motion) {
    return options.motions.empty() ||
           std::ranges::find(options.motions, static_cast<PlatformMotion>(motion)) !=
               options.motions.end();
  };
  for (int drive = 0; drive < kPlatformDrives; ++drive) {
    for (int motion = 0; motion < kPlatformMotions; ++motion) {
      if (!is_wanted(motion)) continue;
      for (const double speed : options.speeds) add(drive, motion, speed, false);
    }
  }
  for (int drive = 0; drive < kPlatformDrives && is_wanted(0); ++drive) {
    add(drive, 0, options.speeds.back(), true);
  }
  return runs;
}

bool same_case(const PlatformTrial& a, const PlatformTrial& b) {
  return a.drive == b.drive && a.motion == b.motion && a.speed == b.speed &&
         a.reverses == b.reverses;
}

PlatformCase gathered(const std::vector<const PlatformRun*>& runs) {
  const PlatformTrial& trial = runs.front()->trial;
  PlatformCase c{trial.drive, trial.motion, trial.speed, trial.reverses};
  std::vector<double> errors, wheels, bodies;
  const auto count = static_cast<double>(runs.size());
  for (const PlatformRun* run : runs) {
    const PlatformFigures& f = run->figures;
    errors.push_back(f.error);
    wheels.push_back(f.wheel_swing);
    bodies.push_back(f.body_swing);
    c.torque_swing += f.torque_swing / count;
    c.pivot_swing += f.pivot_swing / count;
    c.frequency += f.frequency / count;
    c.fastest_wheel = std::max(c.fastest_wheel, f.fastest_wheel);
    c.greatest_error = std::max(c.greatest_error, f.greatest_error);
    c.lost = c.lost || f.lost;
  }
  c.error = study::moments(errors);
  c.wheel_swing = study::moments(wheels);
  c.body_swing = study::moments(bodies);
  c.worst_error = std::ranges::max(errors);
  c.worst_swing = std::ranges::max(wheels);
  c.least_swing = std::ranges::min(wheels);
  return c;
}

std::string where(const PlatformCase& c) {
  return fmt::format("{}, {} at {:g} {}", name(c.drive), name(c.motion), c.speed,
                     c.motion == PlatformMotion::spot ? "rad/s" : "m/s");
}

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

std::vector<PlatformRun> run_platform_study(const PlatformOptions& options) {
  if (options.seeds < 1 || options.speeds.empty()) {
    throw core::InputError("a study of the platform needs a seed and a speed");
  }
  std::vector<PlatformRun> runs = plan(options);
  study::work_on_threads(runs.size(), options, [&](std::size_t i) {
    runs[i].figures = run_platform_trial(runs[i].trial);
    runs[i].done = true;
  });
  return runs;
}

std::vector<PlatformCase> platform_cases(const std::vector<PlatformRun>& runs) {
  std::vector<PlatformCase> cases;
  std::vector<const PlatformRun*> together;
  for (const PlatformRun& run : runs) {
    if (!run.done) continue;
    if (!together.empty() && !same_case(together.front()->trial, run.trial)) {
      cases.push_back(gathered(together));
      together.clear();
    }
    together.push_back(&run);
  }
  if (!together.empty()) cases.push_back(gathered(together));
  return cases;
}

std::vector<std::string> platform_objections(const std::vector<PlatformCase>& cases) {
  std::vector<std::string> said;
  for (const PlatformCase& c : cases) {
    if (c.reverses) continue;
    if (c.lost) said.push_back(fmt::format("{}: the drive was lost", where(c)));
    if (c.drive == PlatformDrive::platform) {
      if (c.worst_error > kTrackedWithin) {
        said.push_back(fmt::format("{}: error of {:.1f} %, more than {:g} %", where(c),
                                   100 * c.worst_error, 100 * kTrackedWithin));
      }
      if (c.worst_swing > kCalmSwing) {
        said.push_back(
            fmt::format("{}: not calm, wheels swing by {:.1f} %", where(c), 100 * c.worst_swing));
      }
    }
    if (c.drive == PlatformDrive::wheels_only && c.motion != PlatformMotion::spot) {
      if (c.speed <= kSlow && c.worst_error > kTrackedWithin) {
        said.push_back(
            fmt::format("{}: no fair rival, error of {:.1f} %", where(c), 100 * c.worst_error));
      }
      if (c.speed > kDocumentedOnset && c.least_swing < kOscillatingSwing) {
        said.push_back(fmt::format("{}: does not oscillate, wheels swing by {:.1f} %", where(c),
                                   100 * c.least_swing));
      }
    }
  }
  return said;
}

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
  return report::aligned(rows);
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
