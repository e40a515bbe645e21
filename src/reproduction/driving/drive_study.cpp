#include "tether/reproduction/driving/drive_study.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/report/metrics/metrics.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/study/work_on_threads.hpp"

namespace tether::reproduction {
namespace {

bool is_wanted(const DriveStudyOptions& options, const DriveCondition& condition) {
  return options.courses.empty() ||
         std::ranges::find(options.courses, condition.course) != options.courses.end();
}

void drive(DriveSession& session, const DriveStudyOptions& options) {
  const scenario::Scenario scenario =
      drive_scenario(kDriveConditions.at(session.condition), session.seed, options.overrides);
  report::MetricsCollector metrics(scenario);
  report::GuardCollector guards(scenario);
  session::RunOptions run;
  run.observers = {&metrics, &guards};
  run.stop = options.stop;
  const session::RunResult result = session::run(scenario, run);
  if (result.end == session::RunEnd::stopped) return;
  const report::Summary summary = summarise(scenario, result, metrics, guards);
  session.duration = result.duration;
  session.metrics = summary.overall.metrics;
  if (const report::DriveMap* map = metrics.drive_map()) session.map = *map;
  session.map.scans.clear();
  session.verdict = summary.verdict;
}

std::string of(const DriveRow& row) {
  const DriveCondition& c = kDriveConditions.at(row.condition);
  return fmt::format("{} {}", c.course, c.name);
}

std::optional<study::Moments> moments_of(const std::vector<double>& values) {
  return values.empty() ? std::nullopt : std::optional(study::moments(values));
}

DriveRow row_of(std::span<const DriveSession> sessions, std::size_t condition) {
  DriveRow row{.condition = condition};
  std::vector<double> stops, laterals, times;
  for (const DriveSession& s : sessions) {
    if (s.condition != condition || s.verdict == report::Verdict::stopped) continue;
    if (!s.ended()) {
      ++row.faults;
      continue;
    }
    ++row.sessions;
    if (s.collided()) ++row.collided;
    if (s.passed()) ++row.passed;
    if (const auto v = s.value("stop_error")) {
      stops.push_back(*v);
      row.worst_stop = std::max(row.worst_stop, std::abs(*v));
    }
    if (const auto v = s.value("lateral_rms")) {
      laterals.push_back(*v);
      row.worst_lateral = std::max(row.worst_lateral, *v);
    }
    if (const auto v = s.value("driving_time")) times.push_back(*v);
  }
  row.stop_error = moments_of(stops);
  row.lateral = moments_of(laterals);
  row.time = moments_of(times);
  return row;
}

}  // namespace

std::optional<double> DriveSession::value(std::string_view metric) const noexcept {
  const report::Metric* found = find_metric(metrics, metric);
  return found == nullptr ? std::nullopt : std::optional(found->value);
}

bool DriveSession::passed() const noexcept {
  return ended() && !collided() && value("course_share").value_or(0) >= kPassedShare;
}

scenario::Scenario drive_scenario(const DriveCondition& condition, std::uint64_t seed,
                                  const std::vector<std::string>& overrides) {
  std::vector<std::string> changes = overrides;
  if (!condition.change.empty()) changes.emplace_back(condition.change);
  changes.push_back(fmt::format("seed={}", seed));
  // the bounds of the study are its own
  changes.emplace_back("expect=[]");
  return scenario::load_scenario(std::string(condition.scenario), changes);
}

std::vector<DriveSession> run_drive_study(const DriveStudyOptions& options) {
  if (options.seeds < 1) throw core::InputError("nobody drives without a seed");
  std::vector<DriveSession> sessions;
  for (std::size_t c = 0; c < kDriveConditions.size(); ++c) {
    if (!is_wanted(options, kDriveConditions.at(c))) continue;
    for (int seed = 1; seed <= options.seeds; ++seed) {
      sessions.push_back({.condition = c, .seed = static_cast<std::uint64_t>(seed)});
    }
  }
  if (sessions.empty()) throw core::InputError("there is no such course to drive");
  std::size_t done = 0;
  std::mutex mutex;  // of done
  if (options.progress) options.progress(0, sessions.size());
  study::work_on_threads(sessions.size(), options.threads, options.stop, [&](std::size_t i) {
    drive(sessions[i], options);
    const std::lock_guard lock(mutex);
    if (options.progress) options.progress(++done, sessions.size());
  });
  return sessions;
}

std::vector<DriveRow> drive_rows(std::span<const DriveSession> sessions) {
  std::vector<DriveRow> rows;
  for (std::size_t c = 0; c < kDriveConditions.size(); ++c) {
    const DriveRow row = row_of(sessions, c);
    if (row.sessions + row.faults > 0) rows.push_back(row);
  }
  return rows;
}

std::vector<std::string> drive_objections(const std::vector<DriveRow>& rows) {
  std::vector<std::string> said;
  for (const DriveRow& row : rows) {
    const DriveCondition& c = kDriveConditions.at(row.condition);
    const auto most =
        static_cast<std::size_t>(std::ceil(kMostOf * static_cast<double>(row.sessions) - 1e-9));
    if (row.faults > 0) said.push_back(fmt::format("{}: {} ended in a fault", of(row), row.faults));
    if (c.course == "corridor" && c.name == "without force") {
      if (row.collided < most) {
        said.push_back(fmt::format("{}: {} of {} collided, fewer than {}", of(row), row.collided,
                                   row.sessions, most));
      }
    } else if (c.course == "corridor" && row.collided > 0) {
      said.push_back(fmt::format("{}: {} of {} collided", of(row), row.collided, row.sessions));
    }
    if (c.course == "corridor" && c.name == "with force") {
      if (!row.stop_error || row.worst_stop > kStoppedWithin) {
        said.push_back(fmt::format("{}: stopped up to {:.2f} m from where to, more than {} m",
                                   of(row), row.worst_stop, kStoppedWithin));
      }
      if (!row.lateral || row.worst_lateral > kBesideWithin) {
        said.push_back(fmt::format("{}: up to {:.2f} m RMS beside the middle, more than {} m",
                                   of(row), row.worst_lateral, kBesideWithin));
      }
    }
    if (c.course == "doorway" && row.passed < most) {
      said.push_back(fmt::format("{}: {} of {} passed, fewer than {}", of(row), row.passed,
                                 row.sessions, most));
    }
  }
  return said;
}

}  // namespace tether::reproduction
