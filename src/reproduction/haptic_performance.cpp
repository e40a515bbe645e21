// Test 1 of document 3: how well a Panda in the hand leads an LWR, in free motion and at a wall.
#include "safe_arm_families.hpp"
#include "seeded_sessions.hpp"
#include <fmt/format.h>

namespace tether::reproduction {
namespace {

using Phases = std::vector<std::string>;

const Phases& free_motion() {
  static const Phases phases{"P1", "P3", "P5"};
  return phases;
}
const Phases& at_the_wall() {
  static const Phases phases{"P2", "P4", "P6"};
  return phases;
}

// one line of tables 4.3 and 4.4
struct Printed {
  const char* id;
  const char* quantity;
  const char* unit;
  const char* source;
  const char* metric;
  const Phases& phases;
  double scale;  // from SI to the unit
  Figure theirs;
};

constexpr double kMillimetres = 1e3;

std::vector<Printed> printed_lines() {
  const char* errors = "table 4.3";
  const char* forces = "table 4.4";
  return {{"position_mean",
           "mean position error, free motion",
           "mm",
           errors,
           "tracking_error_mean",
           free_motion(),
           kMillimetres,
           {14, 4}},
          {"position_max",
           "largest position error, free motion",
           "mm",
           errors,
           "tracking_error_max",
           free_motion(),
           kMillimetres,
           {26}},
          {"orientation_mean",
           "mean orientation error, free motion",
           "rad",
           errors,
           "orientation_error_mean",
           free_motion(),
           1,
           {0.019, 0.009}},
          {"orientation_max",
           "largest orientation error, free motion",
           "rad",
           errors,
           "orientation_error_max",
           free_motion(),
           1,
           {0.075}},
          {"force_mean",
           "force difference user/device, free motion",
           "N",
           forces,
           "force_difference_mean",
           free_motion(),
           1,
           {4.073, 2.041}},
          {"torque_mean",
           "torque difference user/device, free motion",
           "N m",
           forces,
           "torque_difference_mean",
           free_motion(),
           1,
           {2.745, 1.113}},
          {"wall_force",
           "force difference user/device, at the wall",
           "N",
           forces,
           "force_difference_mean",
           at_the_wall(),
           1,
           {3.206, 1.515}},
          {"wall_torque",
           "torque difference user/device, at the wall",
           "N m",
           forces,
           "torque_difference_mean",
           at_the_wall(),
           1,
           {2.665, 1.057}},
          {"wall_position",
           "mean position error at the wall",
           "mm",
           errors,
           "tracking_error_mean",
           at_the_wall(),
           kMillimetres,
           {55, 17}}};
}

// the goal that was set here for free motion
std::string half_of(const Figure& theirs, const Figure& ours) {
  return fmt::format("half of the document's figure was the goal: {}",
                     ours.value <= theirs.value / 2 ? "kept" : "missed");
}

Row performance_row(const Printed& line, std::span<const study::Outcome> sessions) {
  Row row{.document = 3,
          .id = fmt::format("3.haptic.{}", line.id),
          .quantity = line.quantity,
          .unit = line.unit,
          .source = line.source,
          .theirs = line.theirs,
          .ours = mean(sessions, metric(line.metric, line.phases), line.scale)};
  if (&line.phases == &free_motion() && row.ours) row.remark = half_of(line.theirs, *row.ours);
  if (row.id.ends_with("wall_position")) {
    row.aim = Aim::same;
    row.not_comparable = "how far the spring is stretched is how hard the person pushes";
  }
  return row;
}

Outcome measure_haptic_performance(const Effort& effort) {
  const int seeds = effort.quick ? 2 : 10;
  const std::vector<Variant> variants{{"panda_lwr_haptic"}, {"panda_lwr_haptic_nl_it"}};
  const auto sessions = run_seeds(variants, seeds, effort);
  if (effort.stopped()) return {};
  Outcome outcome;
  for (const Printed& line : printed_lines())
    outcome.rows.push_back(performance_row(line, sessions[0]));
  outcome.rows.push_back(
      {.document = 3,
       .id = "3.haptic.far_position_mean",
       .quantity = "mean position error, free motion, 80 ms round trip",
       .unit = "mm",
       .source = "none",
       .theirs = std::nullopt,
       .ours = mean(sessions[1], metric("tracking_error_mean", free_motion()), kMillimetres),
       .not_comparable = "the document has no delay: its passivity layers were left out",
       .remark = "Netherlands to Italy, with the two-layer method; " + seeds_in_words(seeds)});
  return outcome;
}

}  // namespace

Experiment haptic_performance() {
  return {.id = "3.haptic",
          .title = "Haptic performance of a Panda that leads an LWR",
          .what =
              "A simulated person leads the arm about in free motion and three times against a "
              "wall, over an ideal link and over one with 80 ms round trip. The document's "
              "spreads are over time, ours over seeds.",
          .command = "tether run panda_lwr_haptic",
          .seconds = 25,
          .quick_seconds = 5,
          .run = measure_haptic_performance};
}

}  // namespace tether::reproduction
