// What came of the sessions, for a terminal, as rows and as a page.
#include <fmt/format.h>

#include "reproduction/assisted/cat_statistics_findings.hpp"
#include "tether/report/plain_page.hpp"
#include "tether/reproduction/driving/drive_study.hpp"
#include "tether/study/measured_part.hpp"

namespace tether::reproduction {
namespace {

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

std::string drive_table(const std::vector<DriveRow>& rows) { return aligned(cells(rows)); }

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
