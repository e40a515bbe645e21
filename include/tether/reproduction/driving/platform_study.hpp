// Does the platform oscillate? Every way of control at every speed and motion, several times from
// other angles of its units (platform_trial.hpp), and what happens when it turns back at full
// speed. The document says that wheels alone oscillate above 0.8 m/s, and that control of the
// platform with torque distribution does not.
#pragma once

#include <string>
#include <vector>

#include "tether/reproduction/driving/platform_trial.hpp"
#include "tether/study/statistics.hpp"
#include "tether/study/work_on_threads.hpp"

namespace tether::reproduction {

inline constexpr double kTrackedWithin = 0.05;  // error
// of the wheels: calm is below the one, oscillating above the other
inline constexpr double kCalmSwing = 0.01;
inline constexpr double kOscillatingSwing = 0.03;
inline constexpr double kFullSpeed = 1.2;        // [m/s]
inline constexpr double kDocumentedOnset = 0.8;  // of wheels alone [m/s]
inline constexpr double kSlow = 0.6;             // up to here wheels alone must do well too [m/s]

struct PlatformOptions : study::JobOptions {
  int seeds = 3;
  std::vector<double> speeds{0.2, 0.4, 0.6, 0.8, 1.0, 1.2};  // the last is traced
  std::vector<PlatformMotion> motions;                       // empty = all
  double hold = 3;                                           // [s]
};

struct PlatformRun {
  PlatformTrial trial;
  PlatformFigures figures;
  bool done = false;
};

// in the order drive, motion, speed, seed; then those that turn back. core::InputError
std::vector<PlatformRun> run_platform_study(const PlatformOptions& options);

// all seeds of one case
struct PlatformCase {
  PlatformDrive drive{};
  PlatformMotion motion{};
  double speed = 0;
  bool reverses = false;
  study::Moments error, wheel_swing, body_swing;
  double worst_error = 0, worst_swing = 0, least_swing = 0;
  double torque_swing = 0, pivot_swing = 0, frequency = 0;  // means
  double fastest_wheel = 0, greatest_error = 0;             // largest
  bool lost = false;                                        // one of them
};

std::vector<PlatformCase> platform_cases(const std::vector<PlatformRun>& runs);

// what does not hold, one sentence each; none when all does
std::vector<std::string> platform_objections(const std::vector<PlatformCase>& cases);

std::string platform_table(const std::vector<PlatformCase>& cases);
// for the manual: all at the highest speed, and how much wheels swing over speed
std::string platform_markdown(const std::vector<PlatformCase>& cases);
// a row per drive
std::string platform_csv(const std::vector<PlatformRun>& runs);
// figures and tables on one page that needs nothing else
std::string platform_page(const std::vector<PlatformRun>& runs);

}  // namespace tether::reproduction
