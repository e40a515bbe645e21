// Transparency of the robots alone: a sine along x, y and z through springs of 5000, 500 and
// 100 N/m, beside appendices A and B.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "reproduction/passive_arm/passive_arm_experiments.hpp"
#include "reproduction/sessions.hpp"

namespace tether::reproduction {
namespace {

constexpr double kReasonable = 12;  // what the omega.7 can give, section A.9 [N]
// docs/design/robot-models.md
constexpr std::string_view kFittedFriction =
    "the youBot's joint friction was chosen so that it moves as little as the document says";
constexpr std::string_view kPlotted = "the document plots its curves and prints no figure of them";

struct Robot {
  std::string_view scenario;  // beginning of its name
  std::string_view name;
  std::array<std::string_view, 3> figures;  // of the document, by stiffness
};
constexpr std::array<Robot, 2> kRobots{{
    {"lwr_sine", "LWR", {"figure B.1", "figure B.2", "figure B.3"}},
    {"youbot_sine", "youBot", {"figure A.5", "figure A.6", "figure A.7"}},
}};
struct Spring {
  std::string_view level;  // end of the scenario's name
  int stiffness;           // [N/m]
};
constexpr std::array<Spring, 3> kSprings{{{"high", 5000}, {"medium", 500}, {"low", 100}}};

double travelled(const SessionSeen& session) {
  double least = 1e9;
  for (const char* phase : {"sine_x", "sine_y", "sine_z"}) {
    least = std::min(least, session.metric("travel_ratio", phase));
  }
  return least;
}

Row transparency_row(const Robot& robot, std::size_t spring, std::string_view name,
                     std::string_view quantity, std::string_view unit) {
  Row row;
  row.document = 1;
  row.id =
      fmt::format("1.transparency.{}_{}_{}", robot.scenario.substr(0, robot.scenario.find('_')),
                  kSprings.at(spring).stiffness, name);
  row.quantity =
      fmt::format("{} at {} N/m: {}", robot.name, kSprings.at(spring).stiffness, quantity);
  row.unit = unit;
  row.source = robot.figures.at(spring);
  return row;
}

void add_transparency_rows(Outcome& outcome, const Robot& robot, std::size_t spring,
                           const SessionSeen& session) {
  Row tracking =
      transparency_row(robot, spring, "tracking", "distance from the setpoint, mean", "mm");
  tracking.ours = Figure{1e3 * session.metric("tracking_error_mean")};
  tracking.not_comparable = kPlotted;
  tracking.remark = fmt::format("It moves by {:.0f} % of what is asked along its worst axis",
                                100 * travelled(session));
  Row force = transparency_row(robot, spring, "force", "largest force of the spring", "N");
  force.ours = Figure{session.metric("spring_force_max")};
  force.not_comparable = kPlotted;
  if (robot.name == "youBot" && spring == 0) {
    force.theirs = Figure{.value = kReasonable, .kind = FigureKind::bound};
    force.origin = Origin::fitted;
    force.origin_note = kFittedFriction;
    force.aim = Aim::above;
    force.not_comparable.clear();
    force.source = "section A.9";
    force.cause = "the joints of the simulated youBot have less friction than the real ones";
    force.remark =
        "The document finds that it follows only with more than the 12 N that a hand can "
        "be given";
  }
  if (robot.name == "youBot" && spring == 2) {
    force.theirs = Figure{.value = kReasonable, .kind = FigureKind::bound};
    force.origin = Origin::by_construction;
    force.origin_note = "100 N/m stretched by the whole motion of 50 mm is 5 N";
    force.aim = Aim::below;
    force.not_comparable.clear();
    force.source = "section A.9";
    force.cause = "the spring is stretched by more than the 50 mm of the motion";
    force.remark =
        "The document finds these forces reasonable, and that they do not move the robot";
  }
  outcome.rows.push_back(std::move(tracking));
  outcome.rows.push_back(std::move(force));
}

// what the document says of its curves without a number: one is larger than the other
Row& add_order(Outcome& outcome, std::string_view id, std::string_view quantity,
               std::string_view source, double larger, double smaller) {
  Row row;
  row.document = 1;
  row.id = fmt::format("1.transparency.{}", id);
  row.quantity = quantity;
  row.source = source;
  row.theirs = Figure{.value = 1, .kind = FigureKind::bound};
  row.ours = Figure{larger / smaller};
  row.origin = Origin::measured;
  row.aim = Aim::above;
  row.cause = "friction and mass of the simulated robots are assumptions";
  row.remark = "The document says that it is more, not by how much";
  return outcome.rows.emplace_back(std::move(row));
}

Outcome measure_passive_arm_transparency(const Effort& effort) {
  std::vector<SessionCondition> conditions;
  for (const Robot& robot : kRobots) {
    for (const Spring& spring : kSprings) {
      conditions.push_back({fmt::format("{}_{}", robot.scenario, spring.level), {}, false});
    }
  }
  const auto sessions = run_sessions(conditions, 1, effort);
  Outcome outcome;
  if (effort.stopped()) return outcome;
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    add_transparency_rows(outcome, kRobots.at(i / kSprings.size()), i % kSprings.size(),
                          sessions[i].at(0));
  }
  const auto of = [&](std::size_t i, std::string_view metric) {
    return sessions[i].at(0).metric(metric);
  };
  add_order(outcome, "lwr_error_medium_high", "LWR: error at 500 N/m over that at 5000",
            "section B.2", of(1, "tracking_error_mean"), of(0, "tracking_error_mean"));
  add_order(outcome, "lwr_error_low_medium", "LWR: error at 100 N/m over that at 500",
            "section B.2", of(2, "tracking_error_mean"), of(1, "tracking_error_mean"));
  add_order(outcome, "lwr_force_high_medium", "LWR: force at 5000 N/m over that at 500",
            "section B.2", of(0, "spring_force_max"), of(1, "spring_force_max"));
  Row& robots = add_order(outcome, "force_youbot_lwr", "force at 5000 N/m: youBot over LWR",
                          "section B.2", of(3, "spring_force_max"), of(0, "spring_force_max"));
  robots.origin = Origin::fitted;
  robots.origin_note = kFittedFriction;
  return outcome;
}

}  // namespace

Experiment transparency() {
  return {.id = "1.transparency",
          .title = "Transparency of the robots alone",
          .what =
              "A simulated LWR4+ and a simulated youBot arm are pulled along a sine of 50 mm and "
              "5 s, first along x, then y, then z, by springs of three stiffnesses. Nobody "
              "holds anything.",
          .command = "tether run lwr_sine_high",
          .seconds = 5,
          .quick_seconds = 5,
          .run = measure_passive_arm_transparency};
}

}  // namespace tether::reproduction
