#include "tether/reproduction/driving/drive_study.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/report/metrics/metrics.hpp"
#include "tether/report/page.hpp"
#include "tether/report/text_table.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/study/measured_part.hpp"

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

std::string spread(const std::optional<study::Moments>& m, int digits) {
  return m ? fmt::format("{:.{}f} ± {:.{}f}", m->mean, digits, m->deviation, digits) : "";
}

std::vector<std::vector<std::string>> cells(const std::vector<DriveRow>& rows) {
  std::vector<std::vector<std::string>> table{{"course", "sessions", "collided", "passed",
                                               "stop error [m]", "worst", "beside, RMS [m]",
                                               "worst", "time [s]"}};
  for (const DriveRow& row : rows) {
    const DriveCondition& c = kDriveConditions.at(row.condition);
    table.push_back(
        {fmt::format("{}, {}", c.course, c.name), fmt::format("{}", row.sessions),
         fmt::format("{}", row.collided), fmt::format("{}", row.passed), spread(row.stop_error, 3),
         row.stop_error ? fmt::format("{:.3f}", row.worst_stop) : "", spread(row.lateral, 3),
         fmt::format("{:.3f}", row.worst_lateral), spread(row.time, 1)});
  }
  return table;
}

constexpr std::array<std::string_view, 4> kSessionMetrics{"stop_error", "lateral_rms",
                                                          "course_share", "driving_time"};

std::vector<std::string> session_row(const DriveSession& s) {
  const DriveCondition& c = kDriveConditions.at(s.condition);
  std::vector<std::string> row{fmt::format("{}, {}", c.course, c.name), s.collided() ? "collided"
                                                                        : s.passed() ? "passed"
                                                                                     : "neither"};
  for (const std::string_view metric : kSessionMetrics) {
    const auto value = s.value(metric);
    row.push_back(value ? fmt::format("{:.4f}", *value) : "");
  }
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
  study::work_on_threads(sessions.size(), options,
                         [&](std::size_t i) { drive(sessions[i], options); });
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

std::string drive_table(const std::vector<DriveRow>& rows) { return report::aligned(cells(rows)); }

std::string drive_markdown(std::span<const DriveSession> sessions) {
  std::vector<std::vector<std::string>> first{
      {"seed 1", "end", "stop error [m]", "beside, RMS [m]", "share of the way", "time [s]"}};
  for (const DriveSession& s : sessions) {
    if (s.seed == 1 && s.ended()) first.push_back(session_row(s));
  }
  return fmt::format("{}\nSeed 1 by itself (`--seeds 1`):\n\n{}",
                     study::markdown_table(cells(drive_rows(sessions))),
                     study::markdown_table(first));
}

std::string drive_csv(std::span<const DriveSession> sessions) {
  constexpr std::array<std::string_view, 6> kNames{"collisions",  "clearance_min", "stop_error",
                                                   "lateral_rms", "course_share",  "driving_time"};
  std::string csv = "course,condition,seed,verdict,passed,duration";
  for (const std::string_view name : kNames) csv += fmt::format(",{}", name);
  csv += "\n";
  for (const DriveSession& s : sessions) {
    if (s.verdict == report::Verdict::stopped) continue;
    const DriveCondition& c = kDriveConditions.at(s.condition);
    csv += fmt::format("{},{},{},{},{:d},{:g}", c.course, c.name, s.seed,
                       s.ended() ? "ended" : "fault", s.passed(), s.duration);
    for (const std::string_view name : kNames) {
      const auto value = s.value(name);
      csv += value ? fmt::format(",{:.6g}", *value) : ",";
    }
    csv += "\n";
  }
  return csv;
}

std::string drive_page(std::span<const DriveSession> sessions) {
  const auto rows = drive_rows(sessions);
  std::string html = report::open_page("Driving blind by touch");
  html +=
      "<h1>Driving blind by touch</h1>\n<p>Who drives sees nothing and only feels how stiff the "
      "handle is. <strong>Everybody here is simulated</strong>, and so is the platform; none of "
      "this is a measurement of people. What they are made of stands in "
      "docs/measured/driving-operator.md. "
      "A collision is a clearance below the margin of the course; passed is who did not collide "
      "and came to the end; a stop error is positive where the stop was too early.</p>\n";
  html += report::html_table(cells(rows));
  const auto objections = drive_objections(rows);
  if (objections.empty()) {
    html += "<p>All that was asked of these sessions holds.</p>\n";
  } else {
    html += "<p>Does not hold:</p>\n<ul>\n";
    for (const std::string& said : objections)
      html += fmt::format("<li>{}</li>\n", report::escaped(said));
    html += "</ul>\n";
  }
  for (const DriveRow& row : rows) {
    const DriveCondition& c = kDriveConditions.at(row.condition);
    html += fmt::format("<h2>{}, {}</h2>\n<p>{} sessions, {} collided.</p>\n", c.course, c.name,
                        row.sessions, row.collided);
    html += drive_paths_figure(sessions, row.condition);
  }
  return html + "</html>\n";
}

}  // namespace tether::reproduction
