// The tasks that are built in: what each is called, its keys, and what the person intends.
#include "scenario/built_in/built_in.hpp"
#include "tether/core/error.hpp"
#include "tether/sim/people/driving_intention.hpp"
#include "tether/sim/people/peg_intention.hpp"
#include "tether/sim/people/positioning_intention.hpp"
#include "tether/sim/people/tool_pickup_intention.hpp"

namespace tether::scenario {
namespace {

using Kind = OperatorParams::Task;

// differs from the seeds of other random parts of a session
constexpr std::uint64_t kIntentionSeed = 0x6d696e64;

void describe(Fields& f, sim::PositioningTask& p) {
  f.vector3("first", p.first, {.unit = "m", .min = -1, .max = 1, .help = "mark where it begins"});
  f.vector3("second", p.second, {.unit = "m", .min = -1, .max = 1, .help = "the other mark"});
  f.check((p.second - p.first).norm() > 1e-3, "second", "the marks are at the same place");
  f.number("first_beep", p.first_beep, {.unit = "s", .min = 0, .help = "calls for the second"});
  f.number("interval", p.interval, {.unit = "s", .max = 1000, .above = 0, .help = "between beeps"});
  f.integer("cycles", p.cycles, {.min = 1, .max = 10000, .help = "there and back"});
  f.number("mark_width", p.mark_width,
           {.unit = "m", .max = 1, .above = 0, .help = "what counts as being on a mark"});
}

void describe(Fields& f, sim::PegTask& p) {
  f.vector3("hole", p.hole, {.unit = "m", .min = -1, .max = 1, .help = "middle of its mouth"});
  f.number("hole_radius", p.hole_radius,
           {.unit = "m", .max = 1, .above = 0, .help = "of the world's hole"});
  f.number("peg_length", p.peg_length,
           {.unit = "m", .min = 0, .max = 1, .help = "from the tool's origin to the tip"});
  f.number("depth", p.depth, {.unit = "m", .max = 1, .above = 0, .help = "at which it is in"});
  f.number("clear_radius", p.clear_radius,
           {.unit = "m", .max = 1, .above = 0, .help = "an attempt begins outside this sphere"});
  f.integer("insertions", p.insertions, {.min = 1, .max = 10000, .help = "to be made"});
}

void describe(Fields& f, sim::ToolPickupTask& p, sim::ToolPickupView& view) {
  f.vector3("seat", p.seat,
            {.unit = "m",
             .min = -10,
             .max = 10,
             .help = "of the changer's face on the tool, from where it is at the leader's origin; "
                     "leader's axes, metres of the follower"});
  f.number("pin_length", p.pin_length,
           {.unit = "m", .max = 1, .above = 0, .help = "of the changer"});
  f.number("clearance", p.clearance,
           {.unit = "m", .max = 1, .above = 0, .help = "of a pin in its hole, to every side"});
  f.number("contact_force", p.contact_force,
           {.unit = "N", .max = 1e4, .above = 0, .help = "that counts as contact"});
  f.number("blur", view.blur,
           {.min = 0, .max = 100, .help = "of the video: times the person's acuity, across"});
  f.number("depth_blur", view.depth_blur,
           {.min = 0, .max = 100, .help = "the same along the line of sight, x"});
  f.number("look", view.look,
           {.unit = "s", .min = 0, .max = 20, .help = "to compare the views after a stroke"});
  f.number("compliance", view.compliance,
           {.min = 0, .max = 1, .help = "share of a steady force that the person gives way to"});
}

void describe(Fields& f, sim::DrivingParams& p) {
  const NumberSpec deflection{.unit = "m", .max = 0.05, .above = 0};
  const auto way = [&](const char* help) {
    NumberSpec spec = deflection;
    spec.help = help;
    return spec;
  };
  f.number("push", p.push, way("comfortable deflection ahead"));
  f.number("sway", p.sway, way("of a stroke to feel the sides"));
  f.number("turn", p.turn, way("with which to turn on the spot"));
  f.number("stop_resistance", p.stop_resistance,
           {.unit = "N/m", .max = 5000, .above = 0, .help = "ahead, where the person stops"});
  f.number("open_resistance", p.open_resistance,
           {.unit = "N/m", .max = 5000, .above = 0, .help = "a side less stiff is a way out"});
  f.number("least_veer", p.least_veer,
           {.unit = "m", .min = 0, .max = 0.05, .help = "constant error of the strokes, least"});
  f.number("most_veer", p.most_veer,
           {.unit = "m", .min = 0, .max = 0.05, .help = "and most, to either side"});
  f.check(p.most_veer >= p.least_veer, "most_veer", "lies below least_veer");
  f.number("wander", p.wander,
           {.unit = "m", .min = 0, .max = 0.05, .help = "deviation of the slow error of strokes"});
  f.number("proportional", p.proportional,
           {.unit = "m", .min = 0, .max = 1, .help = "steering per difference of both sides"});
  f.number("derivative", p.derivative,
           {.unit = "m s", .min = 0, .max = 1, .help = "steering per change of that difference"});
  f.number("integral", p.integral,
           {.unit = "m/s", .min = 0, .max = 1, .help = "steering per lasting difference"});
  f.number("steer_effect", p.steer_effect,
           {.unit = "1/(m s²)",
            .min = 0,
            .max = 1000,
            .help = "of steering on that difference, as the person expects it"});
  f.number("stroke", p.stroke, {.unit = "s", .max = 5, .above = 0, .help = "to one side and back"});
  f.integer("attempts", p.attempts,
            {.min = 0, .max = 1000, .help = "turns on the spot before giving up"});
}

// touch is as late as everything else that the person reacts to
sim::DrivingParams driver(const OperatorParams& person) {
  sim::DrivingParams params = person.drive;
  params.reaction_delay = person.hand.reaction_delay;
  params.centre = person.start;
  return params;
}

sim::TaskPerson who(const OperatorParams& person, int trials_per_session) {
  return {.skill = person.skill,
          .reaction_delay = person.hand.reaction_delay,
          .practice = static_cast<double>(person.practice) * trials_per_session,
          .start = person.start};
}

std::unique_ptr<sim::Intention> scripted(const Scenario& s) {
  const OperatorParams& person = s.person;
  return std::make_unique<sim::ScriptedIntention>(
      std::make_shared<control::MinimumJerkPath>(
          person.start,
          std::vector<control::Waypoint>(person.waypoints.begin(), person.waypoints.end())),
      person.hand.reaction_delay);
}

// an entry with a table of its name
template <class Describe, class Make>
Task task(const char* name, const char* help, Describe describe, Make make) {
  return {.name = name,
          .help = help,
          .keys =
              [name, describe](Fields& f, OperatorParams& p) {
                f.table(name, [&](Fields& g) { describe(g, p); },
                        {.help = "the task of that name"});
              },
          .make = make};
}

}  // namespace

OperatorParams::Task built_in_task(std::string_view name) noexcept {
  if (name == "waypoints") return Kind::waypoints;
  if (name == "positioning") return Kind::positioning;
  if (name == "peg_in_hole") return Kind::peg_in_hole;
  if (name == "tool_pickup") return Kind::tool_pickup;
  return name == "drive" ? Kind::drive : Kind::own;
}

void add_tasks(core::Registry<Task>& tasks) {
  tasks.add({.name = "waypoints", .help = "goes from place to place", .make = scripted});
  tasks.add(task(
      "positioning", "goes to and fro between two marks, when it beeps",
      [](Fields& f, OperatorParams& p) { describe(f, p.positioning); },
      [](const Scenario& s) {
        return std::make_unique<sim::PositioningIntention>(
            s.person.positioning, who(s.person, s.person.positioning.cycles),
            s.seed ^ kIntentionSeed);
      }));
  tasks.add(task(
      "peg_in_hole", "puts a peg into a hole, again and again",
      [](Fields& f, OperatorParams& p) { describe(f, p.peg_in_hole); },
      [](const Scenario& s) {
        return std::make_unique<sim::PegIntention>(s.person.peg_in_hole,
                                                   who(s.person, s.person.peg_in_hole.insertions),
                                                   s.seed ^ kIntentionSeed);
      }));
  tasks.add(task(
      "tool_pickup", "brings the pins of a tool changer into their holes",
      [](Fields& f, OperatorParams& p) { describe(f, p.tool_pickup, p.view); },
      [](const Scenario& s) {
        return std::make_unique<sim::ToolPickupIntention>(
            s.person.tool_pickup, s.person.view, who(s.person, 1), s.seed ^ kIntentionSeed);
      }));
  tasks.add(task(
      "drive", "drives a platform through a corridor by feel",
      [](Fields& f, OperatorParams& p) { describe(f, p.drive); },
      [](const Scenario& s) {
        return std::make_unique<sim::DrivingIntention>(driver(s.person), s.seed ^ kIntentionSeed);
      }));
}

}  // namespace tether::scenario
