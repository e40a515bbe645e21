// The keys of [operator].
#include "scenario/schema/operator_fields.hpp"

#include <fmt/format.h>

#include "scenario/built_in/built_in.hpp"
#include "scenario/schema/interval_fields.hpp"
#include "tether/sim/people/operator_profile.hpp"

namespace tether::scenario {
namespace {

void describe(Fields& f, sim::HandParams& p) {
  f.number("mass", p.mass, {.unit = "kg", .min = 0.05, .max = 10, .help = "of hand and forearm"});
  f.number("stiffness", p.stiffness, {.unit = "N/m", .min = 0, .max = 5000, .help = "of the arm"});
  f.number("damping", p.damping, {.unit = "N s/m", .min = 0, .max = 500, .help = "of the arm"});
  f.number("grip_stiffness", p.grip_stiffness,
           {.unit = "N/m", .min = 0, .max = 5000, .help = "between hand and handle"});
  f.number("grip_damping", p.grip_damping,
           {.unit = "N s/m", .min = 0, .max = 100, .help = "between hand and handle"});
  f.number("reaction_delay", p.reaction_delay,
           {.unit = "s", .min = 0, .max = 0.5, .help = "from a cue or a force to the intention"});
  f.number("comfort_force", p.comfort_force,
           {.unit = "N", .max = 1000, .above = 0, .help = "above it the person yields"});
  f.number("yield_rate", p.yield_rate,
           {.unit = "m/(s N)", .min = 0, .max = 1, .help = "how fast the person yields"});
  f.number("tremor", p.tremor,
           {.unit = "m", .min = 0, .max = 0.01, .help = "root mean square per axis"});
}

void describe(Fields& f, sim::WristParams& p) {
  f.number("inertia", p.inertia, {.unit = "kg m²", .min = 1e-4, .max = 1, .help = "of the hand"});
  f.number("stiffness", p.stiffness,
           {.unit = "N m/rad", .min = 0, .max = 100, .help = "of the wrist"});
  f.number("damping", p.damping,
           {.unit = "N m s/rad", .min = 0, .max = 10, .help = "of the wrist"});
  f.number("grip_stiffness", p.grip_stiffness,
           {.unit = "N m/rad", .min = 0, .max = 500, .help = "between hand and handle"});
  f.number("grip_damping", p.grip_damping,
           {.unit = "N m s/rad", .min = 0, .max = 10, .help = "between hand and handle"});
  f.number("reaction_delay", p.reaction_delay,
           {.unit = "s", .min = 0, .max = 0.5, .help = "from a cue to the intention"});
}

void describe(Fields& f, sim::SkillParams& p) {
  f.number(
      "visual_delay", p.visual_delay,
      {.unit = "s", .min = 0, .max = 0.5, .help = "from the tool to a correction of the hand"});
  f.number("acuity", p.acuity,
           {.unit = "m", .min = 0, .max = 0.05, .help = "deviation of a position seen, per axis"});
  f.number("fitts_intercept", p.fitts_intercept,
           {.unit = "s", .max = 2, .above = 0, .help = "a of Fitts' law"});
  f.number("fitts_slope", p.fitts_slope,
           {.unit = "s/bit", .min = 0, .max = 2, .help = "b of Fitts' law"});
  f.number("scatter", p.scatter,
           {.min = 0, .max = 0.5, .help = "deviation of a stroke's end over its length"});
  f.number("novice_excess", p.novice_excess,
           {.min = 0, .max = 10, .help = "by which a beginner is slower and less exact"});
  f.number("learning_rate", p.learning_rate,
           {.min = 0, .max = 2, .help = "exponent of the power law of practice"});
  f.number("adaptation", p.adaptation,
           {.min = 0, .max = 1, .help = "share of an error that the next trial avoids"});
  f.number(
      "press_force", p.press_force,
      {.unit = "N", .max = 100, .above = 0, .help = "with which the person feels for an edge"});
}

void describe(Fields& f, sim::HandlingParams& p) {
  describe_intervals(f, "clutch", p.clutch,
                     "when the person presses the clutch, to move the leader alone");
  describe_intervals(f, "let_go", p.let_go, "when the person lets go of the leader");
  f.number("stop_at", p.stop_at,
           {.unit = "s", .min = 0, .help = "when the person presses the emergency stop"});
}

}  // namespace

void describe(Fields& f, OperatorParams& p, const Extensions& extensions) {
  using Kind = OperatorParams::Task;
  f.choice("task", p.task_name, extensions.tasks.names(),
           {.help = "what the person does", .noun = "task"});
  p.task = built_in_task(p.task_name);
  f.integer("profile", p.profile,
            {.min = 0,
             .max = sim::kProfiles,
             .help = "drawn person whose figures are the defaults below; 0 = the default person"});
  if (p.profile > 0) {
    const auto person = sim::operator_profile(p.profile);
    p.hand = person.hand;
    p.skill = person.skill;
  }
  f.integer("practice", p.practice,
            {.min = 0, .max = 1000, .help = "sessions of the task done before"});
  using Sees = OperatorParams::Sees;
  f.choice("sees", p.sees, {{"late", Sees::late}, {"at once", Sees::at_once}},
           {.help = "the follower's tool, through the link or standing beside it"});
  f.vector3("start", p.start, {.unit = "m", .min = -1, .max = 1, .help = "where the hand begins"});
  f.list("waypoints", p.waypoints,
         [](Fields& g, HandWaypoint& w) {
           g.number("at", w.at,
                    {.unit = "s", .min = 0, .help = "when the motion begins", .required = true});
           g.number("duration", w.duration,
                    {.unit = "s", .above = 0, .help = "how long it takes", .required = true});
           g.vector3("to", w.position,
                     {.unit = "m", .min = -1, .max = 1, .help = "where it ends", .required = true});
           g.vector3("turn", w.turn,
                     {.unit = "rad",
                      .min = -3,
                      .max = 3,
                      .help = "of the hand there, from how it began: axis × angle"});
         },
         {.help = "intended motions of the hand, in order of time"});
  for (std::size_t i = 1; i < p.waypoints.size(); ++i) {
    const auto& before = p.waypoints[i - 1];
    f.check(p.waypoints[i].at >= before.at + before.duration, "waypoints",
            fmt::format("way-point {} begins at {} s, before way-point {} ends at {} s", i + 1,
                        p.waypoints[i].at, i, before.at + before.duration));
  }
  f.check(p.task == Kind::waypoints || p.task == Kind::own || p.waypoints.empty(), "waypoints",
          "way-points are for operator.task = \"waypoints\"");
  describe(f, p.handling);
  for (const Task& task : extensions.tasks) {
    if (task.keys) task.keys(f, p);
  }
  f.table("skill", [&](Fields& g) { describe(g, p.skill); }, {.help = "sight and aim, in tasks"});
  f.table("wrist", [&](Fields& g) { describe(g, p.wrist); }, {.help = "for devices that turn"});
  f.table("hand", [&](Fields& g) { describe(g, p.hand); }, {.help = "impedance and habits"});
}

}  // namespace tether::scenario
