// The experiment of the document, which left it undone: who sees nothing drives a platform by what
// the handle lets them feel, along a corridor (with force, without, and over a far wireless link),
// through a doorway, around a bend and between posts. Every session is driven by a simulated
// person, with a seed of its own for the person, the start and the sensors.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/report/plots/drive_map.hpp"
#include "tether/study/batch.hpp"
#include "tether/study/statistics.hpp"

namespace tether::reproduction {

struct DriveCondition {
  std::string_view course;    // corridor, doorway, …
  std::string_view name;      // with force, …
  std::string_view scenario;  // in scenarios/
  std::string_view change;    // key=value on top of it; empty for none
};
inline constexpr std::array<DriveCondition, 6> kDriveConditions{{
    {"corridor", "with force", "falcon_ropod_corridor", ""},
    {"corridor", "without force", "falcon_ropod_corridor", "obstacles.enabled=false"},
    {"corridor", "far link", "falcon_ropod_corridor", "link.kind=wifi_far"},
    {"doorway", "with force", "falcon_ropod_doorway", ""},
    {"bend", "with force", "falcon_ropod_bend", ""},
    {"clutter", "with force", "falcon_ropod_clutter", ""},
}};

inline constexpr double kPassedShare = 0.85;    // of the way, for a course that was passed
inline constexpr double kStoppedWithin = 0.15;  // of dist2 [m]
inline constexpr double kBesideWithin = 0.15;   // lateral RMS [m]
inline constexpr double kMostOf = 0.9;          // 18 of 20

struct DriveSession {
  std::size_t condition = 0;  // of kDriveConditions
  std::uint64_t seed = 0;
  report::Verdict verdict = report::Verdict::stopped;
  double duration = 0;  // simulated [s]
  std::vector<report::Metric> metrics;
  report::DriveMap map;  // without scans

  bool ended() const noexcept { return report::ended(verdict); }
  std::optional<double> value(std::string_view metric) const noexcept;
  bool collided() const noexcept { return value("collisions").value_or(0) > 0; }
  bool passed() const noexcept;
};

struct DriveStudyOptions : study::JobOptions {
  int seeds = 20;
  std::vector<std::string> courses;    // empty = all
  std::vector<std::string> overrides;  // key=value, on top of all scenarios
};

// The scenario of a session; core::InputError for one that is not there or an override of nothing.
scenario::Scenario drive_scenario(const DriveCondition& condition, std::uint64_t seed,
                                  const std::vector<std::string>& overrides);

// by condition, then seed; core::InputError
std::vector<DriveSession> run_drive_study(const DriveStudyOptions& options);

// all sessions of one condition
struct DriveRow {
  std::size_t condition = 0;
  std::size_t sessions = 0, faults = 0;  // that ended, and that did not
  std::size_t collided = 0, passed = 0;
  // of those that have the figure, which no stop error is where no stop is asked for
  std::optional<study::Moments> stop_error, lateral, time;
  double worst_stop = 0, worst_lateral = 0;  // by size [m]
};

std::vector<DriveRow> drive_rows(std::span<const DriveSession> sessions);

// what does not hold, one sentence each; none when all does
std::vector<std::string> drive_objections(const std::vector<DriveRow>& rows);

std::string drive_table(const std::vector<DriveRow>& rows);
// for the manual: the same table, and seed 1 by itself, which one session of each repeats
std::string drive_markdown(std::span<const DriveSession> sessions);
// a row per session
std::string drive_csv(std::span<const DriveSession> sessions);
// the paths of one condition over each other on the map of the course
std::string drive_paths_figure(std::span<const DriveSession> sessions, std::size_t condition);
// figures and table on one page that needs nothing else
std::string drive_page(std::span<const DriveSession> sessions);

}  // namespace tether::reproduction
