// Driving blind: the experiment that the document describes and leaves for others to do.
#include <algorithm>

#include <fmt/format.h>

#include "reproduction/driving/driving_experiments.hpp"
#include "reproduction/sessions.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/reproduction/driving/drive_study.hpp"

namespace tether::reproduction {
namespace {

constexpr std::string_view kUndone =
    "the document proposes this experiment and did not do it; it never closed the loop of force";

std::string name_of(const DriveCondition& condition) {
  std::string name = condition.name == "with force"
                         ? std::string(condition.course)
                         : fmt::format("{}_{}", condition.course, condition.name);
  std::ranges::replace(name, ' ', '_');
  return name;
}

Row course_row(const DriveRow& of, std::string_view what, std::string_view quantity,
               std::string_view unit) {
  const DriveCondition& condition = kDriveConditions.at(of.condition);
  Row row;
  row.document = 2;
  row.id = fmt::format("2.driving.{}_{}", name_of(condition), what);
  row.quantity = fmt::format("{}, {}: {}", condition.course, condition.name, quantity);
  row.unit = unit;
  row.source = "section 8.2";
  row.not_comparable = kUndone;
  row.remark =
      fmt::format("{} simulated drive{}{}", of.sessions, of.sessions == 1 ? "" : "s",
                  of.faults > 0 ? fmt::format(", {} more ended in a fault", of.faults) : "");
  return row;
}

void add_course_rows(Outcome& outcome, const DriveRow& of) {
  const auto share = [&](std::size_t some) {
    return of.sessions == 0 ? 0.0
                            : 100 * static_cast<double>(some) / static_cast<double>(of.sessions);
  };
  const DriveCondition& condition = kDriveConditions.at(of.condition);
  Row collided = course_row(of, "collided", "drives with a collision", "%");
  collided.ours = Figure{share(of.collided)};
  outcome.rows.push_back(std::move(collided));
  if (condition.course == "corridor") {
    if (condition.name == "without force") return;
    Row stop = course_row(of, "stop", "distance from where to stop", "m");
    if (of.stop_error) stop.ours = figure_of(*of.stop_error);
    Row beside = course_row(of, "lateral", "beside the middle, RMS", "m");
    if (of.lateral) beside.ours = figure_of(*of.lateral);
    outcome.rows.push_back(std::move(stop));
    outcome.rows.push_back(std::move(beside));
    return;
  }
  Row passed = course_row(of, "passed", "drives that got through", "%");
  passed.aim = Aim::higher;
  passed.ours = Figure{share(of.passed)};
  outcome.rows.push_back(std::move(passed));
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
  Row row;
  row.document = 2;
  row.id = "2.driving.purpose";
  row.quantity = "corridor: collisions that the force prevents";
  row.unit = "%";
  row.source = "section 3.1";
  row.ours = Figure{100 * (without - with)};
  row.aim = Aim::higher;
  row.not_comparable = kUndone;
  row.remark = "Collisions without force minus those with it; the document expects fewer with it";
  outcome.rows.push_back(std::move(row));
}

Outcome measure_driving_courses(const Effort& effort) {
  DriveStudyOptions options;
  options.seeds = effort.quick ? 1 : 10;
  options.threads = effort.threads;
  options.stop = effort.stop;
  options.progress = part_of(effort);
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

}  // namespace

Experiment driving_blind() {
  return {.id = "2.driving",
          .title = "Driving blind by touch",
          .what =
              "Simulated people who see nothing drive a simulated platform by the force at the "
              "handle: along a corridor with a dead end (with force, without, over a far "
              "wireless link), through a doorway, around a bend, through clutter.",
          .command = "tether study drive",
          .seconds = 300,
          .quick_seconds = 30,
          .run = measure_driving_courses};
}

}  // namespace tether::reproduction
