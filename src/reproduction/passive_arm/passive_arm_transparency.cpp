// Transparency of the robots alone: a sine along x, y and z through springs of 5000, 500 and
// 100 N/m, beside appendices A and B.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "reproduction/sessions.hpp"

namespace tether::reproduction {
namespace {

constexpr double kReasonable = 12;  // what the omega.7 can give, section A.9 [N]
// docs/design/robot-models.md
constexpr std::string_view kFittedFriction =
    "the youBot's joint friction was chosen so that it moves as little as the document says";

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

double travelled(const study::SessionOutcome& session) {
  double least = 1e9;
  for (const char* phase : {"sine_x", "sine_y", "sine_z"}) {
    least = std::min(least, value_of(session, "travel_ratio", phase));
  }
  return least;
}

Row transparency_row(const Robot& robot, std::size_t spring, std::string_view name,
                     std::string_view quantity, const char* unit, double ours) {
  const int stiffness = kSprings.at(spring).stiffness;
  return {.id = fmt::format("1.transparency.{}_{}_{}",
                            robot.scenario.substr(0, robot.scenario.find('_')), stiffness, name),
          .quantity = fmt::format("{} at {} N/m: {}", robot.name, stiffness, quantity),
          .unit = unit,
          .source = std::string(robot.figures.at(spring)),
          .ours = Figure{ours},
          .not_comparable = "the document plots its curves and prints no figure of them"};
}

void add_transparency_rows(Outcome& outcome, const Robot& robot, std::size_t spring,
                           const study::SessionOutcome& session) {
  Row tracking = transparency_row(robot, spring, "tracking", "distance from the setpoint, mean",
                                  "mm", 1e3 * value_of(session, "tracking_error_mean"));
  tracking.remark = fmt::format("It moves by {:.0f} % of what is asked along its worst axis",
                                100 * travelled(session));
  Row force = transparency_row(robot, spring, "force", "largest force of the spring", "N",
                               value_of(session, "spring_force_max"));
  // what a hand can be given is said of the stiffest and of the softest spring
  if (robot.name == "youBot" && spring != 1) {
    force.theirs = Figure{.value = kReasonable, .kind = FigureKind::bound};
    force.not_comparable.clear();
    force.source = "section A.9";
  }
  if (robot.name == "youBot" && spring == 0) {
    force.origin = Origin::fitted;
    force.origin_note = kFittedFriction;
    force.aim = Aim::above;
    force.cause = "the joints of the simulated youBot have less friction than the real ones";
    force.remark =
        "The document finds that it follows only with more than the 12 N that a hand can "
        "be given";
  }
  if (robot.name == "youBot" && spring == 2) {
    force.origin = Origin::by_construction;
    force.origin_note = "100 N/m stretched by the whole motion of 50 mm is 5 N";
    force.aim = Aim::below;
    force.cause = "the spring is stretched by more than the 50 mm of the motion";
    force.remark =
        "The document finds these forces reasonable, and that they do not move the robot";
  }
  outcome.rows.push_back(std::move(tracking));
  outcome.rows.push_back(std::move(force));
}

// what the document says of its curves without a number: one is larger than the other
Row order_row(const char* id, const char* quantity, double larger, double smaller) {
  return {.id = fmt::format("1.transparency.{}", id),
          .quantity = quantity,
          .source = "section B.2",
          .theirs = Figure{.value = 1, .kind = FigureKind::bound},
          .ours = Figure{larger / smaller},
          .origin = Origin::measured,
          .aim = Aim::above,
          .cause = "friction and mass of the simulated robots are assumptions",
          .remark = "The document says that it is more, not by how much"};
}

}  // namespace

Outcome transparency(const Effort& effort) {
  std::vector<Variant> variants;
  for (const Robot& robot : kRobots) {
    for (const Spring& spring : kSprings) {
      variants.push_back({fmt::format("{}_{}", robot.scenario, spring.level)});
    }
  }
  const auto sessions = run_seeds(variants, 1, effort);
  Outcome outcome;
  if (effort.stopped()) return outcome;
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    add_transparency_rows(outcome, kRobots.at(i / kSprings.size()), i % kSprings.size(),
                          sessions[i].at(0));
  }
  const auto error = [&](std::size_t i) { return value_of(sessions[i][0], "tracking_error_mean"); };
  const auto force = [&](std::size_t i) { return value_of(sessions[i][0], "spring_force_max"); };
  for (const Row& row :
       {order_row("lwr_error_medium_high", "LWR: error at 500 N/m over that at 5000", error(1),
                  error(0)),
        order_row("lwr_error_low_medium", "LWR: error at 100 N/m over that at 500", error(2),
                  error(1)),
        order_row("lwr_force_high_medium", "LWR: force at 5000 N/m over that at 500", force(0),
                  force(1)),
        order_row("force_youbot_lwr", "force at 5000 N/m: youBot over LWR", force(3), force(0))}) {
    outcome.rows.push_back(row);
  }
  outcome.rows.back().origin = Origin::fitted;
  outcome.rows.back().origin_note = kFittedFriction;
  return outcome;
}

}  // namespace tether::reproduction
