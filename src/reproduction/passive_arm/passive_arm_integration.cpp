// Integration: free motion along x, y and z, then a wall; beside figures 6.2 to 6.4. The document
// gives no numbers but says what its curves show, and that can be held against ours.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "reproduction/sessions.hpp"

namespace tether::reproduction {
namespace {

constexpr double kForceLimit = 12;    // of the leader [N], table 4.1
constexpr double kAfterTicks = 1e-3;  // what a tick may take before it is measured [J]

struct Implementation {
  std::string_view link;  // of ours
  std::string_view name;  // of theirs
  std::string_view source;
};
constexpr std::array<Implementation, 3> kImplementations{{
    {"ideal", "no network", "figure 6.2"},
    {"luna", "LUNA", "figure 6.3"},
    {"ros", "ROS", "figure 6.4"},
}};

Row integration_row(const Implementation& of, std::string_view name, std::string_view quantity,
                    const char* unit, std::size_t n) {
  return {.id = fmt::format("1.integration.{}_{}", of.link, name),
          .quantity = fmt::format("{}: {}", of.name, quantity),
          .unit = unit,
          .source = std::string(of.source),
          .remark = fmt::format("{} simulated operators", n)};
}

std::vector<double> values_of(const SeededSessions& sessions, std::string_view metric,
                              std::string_view phase = {}) {
  std::vector<double> values;
  for (const auto& session : sessions) values.push_back(value_of(session, metric, phase));
  return values;
}

void add_integration_rows(Outcome& outcome, const Implementation& of,
                          const SeededSessions& sessions) {
  Row tank = integration_row(of, "tank", "least energy in a tank", "mJ", sessions.size());
  tank.source = "section 6.1.2";
  tank.theirs = Figure{.value = 0, .kind = FigureKind::bound};
  tank.ours = Figure{1e3 * std::ranges::min(values_of(sessions, "tank_min"))};
  tank.origin = Origin::by_construction;
  tank.origin_note = "the passivity layer scales down whatever would overdraw a tank";
  tank.aim = Aim::at_least;
  tank.resolution = 1e3 * kAfterTicks;
  tank.cause = "a tank was overdrawn within a tick, before what crossed the port could be measured";
  tank.remark += "; the document says that its tanks were positive all the time";

  Row wall = integration_row(of, "wall_force", "largest force on the hand at the wall", "N",
                             sessions.size());
  wall.source = "table 4.1, " + std::string(of.source);
  wall.theirs = Figure{.value = kForceLimit, .kind = FigureKind::bound};
  wall.ours = Figure{std::ranges::max(values_of(sessions, "operator_force_max", "wall"))};
  wall.origin = Origin::by_construction;
  wall.origin_note = "the leader's controller is limited to the document's 12 N";
  wall.aim = Aim::at_most;
  wall.resolution = 0.05;
  wall.cause =
      "the hand also feels the mass and the damping of the device, beyond what its "
      "controller commands";
  wall.remark += "; the force limit of the leader, which theirs runs into at the wall too";
  outcome.rows.push_back(std::move(tank));
  outcome.rows.push_back(std::move(wall));

  Row tracking = integration_row(of, "tracking", "distance between both tools in free motion", "mm",
                                 sessions.size());
  std::vector<double> free;
  for (const auto& session : sessions) {
    free.push_back((value_of(session, "tracking_error_mean", "free_x") +
                    value_of(session, "tracking_error_mean", "free_y") +
                    value_of(session, "tracking_error_mean", "free_z")) /
                   3);
  }
  tracking.ours = figure_of(study::moments(free), 1e3);
  tracking.not_comparable =
      "the document shows curves of one run per implementation, and says itself that they allow no "
      "quantitative figure: other motions, and clocks that were not synchronised";
  Row felt =
      integration_row(of, "wall_force_mean", "force on the hand at the wall", "N", sessions.size());
  felt.ours = figure_of(study::moments(values_of(sessions, "operator_force_mean", "wall")));
  felt.not_comparable = tracking.not_comparable;
  outcome.rows.push_back(std::move(tracking));
  outcome.rows.push_back(std::move(felt));
}

// force of the tank level controller once the tanks are charged
Figure tlc(const SeededSessions& sessions) {
  std::vector<double> values;
  for (const auto& session : sessions) {
    double squares = 0;
    for (const char* phase : {"free_y", "free_z", "wall"}) {
      const double rms = value_of(session, "tlc_force_rms", phase);
      squares += rms * rms;
    }
    values.push_back(std::sqrt(squares / 3));
  }
  return figure_of(study::moments(values));
}

void add_tank_controller(Outcome& outcome, const std::vector<SeededSessions>& by_link) {
  const std::size_t n = by_link[0].size();
  Row calm = integration_row(kImplementations[0], "tlc",
                             "force of the tank level controller after start-up", "N", n);
  calm.source = "section 6.1.2";
  calm.theirs = Figure{0};
  calm.ours = tlc(by_link[0]);
  calm.origin = Origin::measured;
  calm.aim = Aim::same;
  calm.resolution = 0.05;
  calm.cause =
      "a tank that sends its share away is refilled by the operator whenever the motion has not "
      "paid for it";
  calm.remark += "; the document needs it at start-up only; ours from 7 s on, root mean square";
  outcome.rows.push_back(std::move(calm));

  Row more = integration_row(kImplementations[1], "tlc_ratio",
                             "tank level controller's force, LUNA over no network", "", n);
  more.source = "section 6.1.2";
  more.theirs = Figure{.value = 1, .kind = FigureKind::bound};
  more.origin = Origin::measured;
  more.ours = Figure{tlc(by_link[1]).value / std::max(tlc(by_link[0]).value, 1e-3)};
  more.aim = Aim::above;
  more.cause =
      "a link that is this quick costs the tanks nothing here, as energy is counted and "
      "not lost between rates";
  more.remark += "; the document sees it at work all the time over a network";
  outcome.rows.push_back(std::move(more));
}

}  // namespace

Outcome integration(const Effort& effort) {
  std::vector<Variant> variants;
  for (const Implementation& each : kImplementations) {
    variants.push_back({"omega_lwr_wall_document", {fmt::format("link.kind={}", each.link)}, true});
  }
  const auto by_link = run_seeds(variants, effort.quick ? 3 : 20, effort);
  Outcome outcome;
  if (effort.stopped()) return outcome;
  for (std::size_t i = 0; i < by_link.size(); ++i) {
    add_integration_rows(outcome, kImplementations.at(i), by_link[i]);
  }
  add_tank_controller(outcome, by_link);
  return outcome;
}

}  // namespace tether::reproduction
