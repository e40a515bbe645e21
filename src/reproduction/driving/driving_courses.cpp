// Driving blind: the experiment that the document describes and leaves for others to do.
#include <algorithm>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "reproduction/sessions.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/reproduction/driving/drive_study.hpp"

namespace tether::reproduction {
namespace {

constexpr const char* kUndone =
    "the document proposes this experiment and did not do it; it never closed the loop of force";

std::string name_of(const DriveCondition& condition) {
  std::string name = condition.name == "with force"
                         ? std::string(condition.course)
                         : fmt::format("{}_{}", condition.course, condition.name);
  std::ranges::replace(name, ' ', '_');
  return name;
}

Row course_row(const DriveRow& of, std::string_view what, std::string_view quantity,
               const char* unit, const std::optional<Figure>& ours) {
  const DriveCondition& condition = kDriveConditions.at(of.condition);
  return {.id = fmt::format("2.driving.{}_{}", name_of(condition), what),
          .quantity = fmt::format("{}, {}: {}", condition.course, condition.name, quantity),
          .unit = unit,
          .source = "section 8.2",
          .ours = ours,
          .not_comparable = kUndone,
          .remark = fmt::format(
              "{} simulated drive{}{}", of.sessions, of.sessions == 1 ? "" : "s",
              of.faults > 0 ? fmt::format(", {} more ended in a fault", of.faults) : "")};
}

std::optional<Figure> over_drives(const std::optional<study::Moments>& moments) {
  return moments ? std::optional(figure_of(*moments)) : std::nullopt;
}

void add_course_rows(Outcome& outcome, const DriveRow& of) {
  const auto share = [&](std::size_t some) {
    return Figure{of.sessions == 0
                      ? 0.0
                      : 100 * static_cast<double>(some) / static_cast<double>(of.sessions)};
  };
  std::vector<Row>& rows = outcome.rows;
  const DriveCondition& condition = kDriveConditions.at(of.condition);
  rows.push_back(course_row(of, "collided", "drives with a collision", "%", share(of.collided)));
  if (condition.course != "corridor") {
    rows.push_back(course_row(of, "passed", "drives that got through", "%", share(of.passed)));
    rows.back().aim = Aim::higher;
  } else if (condition.name != "without force") {
    rows.push_back(
        course_row(of, "stop", "distance from where to stop", "m", over_drives(of.stop_error)));
    rows.push_back(
        course_row(of, "lateral", "beside the middle, RMS", "m", over_drives(of.lateral)));
  }
}

// "blind without force must collide": what the force is for
void add_purpose(Outcome& outcome, const std::vector<DriveRow>& rows) {
  double with = 0, without = 0;
  for (const DriveRow& row : rows) {
    const DriveCondition& condition = kDriveConditions.at(row.condition);
    if (condition.course != "corridor" || row.sessions == 0) continue;
    const double share = static_cast<double>(row.collided) / static_cast<double>(row.sessions);
    if (condition.name == "with force") with = share;
    if (condition.name == "without force") without = share;
  }
  outcome.rows.push_back(
      {.id = "2.driving.purpose",
       .quantity = "corridor: collisions that the force prevents",
       .unit = "%",
       .source = "section 3.1",
       .ours = Figure{100 * (without - with)},
       .aim = Aim::higher,
       .not_comparable = kUndone,
       .remark =
           "Collisions without force minus those with it; the document expects fewer with it"});
}

}  // namespace

Outcome driving_blind(const Effort& effort) {
  DriveStudyOptions options;
  options.seeds = effort.quick ? 1 : 10;
  set_jobs(options, effort);
  const auto sessions = run_drive_study(options);
  Outcome outcome;
  if (effort.stopped()) return outcome;
  const auto rows = drive_rows(sessions);
  for (const DriveRow& row : rows) add_course_rows(outcome, row);
  add_purpose(outcome, rows);
  outcome.files = {effort.out / "drive.html"};
  core::write_whole(outcome.files[0], drive_page(sessions));
  return outcome;
}

}  // namespace tether::reproduction
