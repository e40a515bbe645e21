// The keys of [operator].
#include "scenario/schema/operator_fields.hpp"

#include <fmt/format.h>

#include "scenario/schema/spell_fields.hpp"
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
  describe_spells(f, "clutch", p.clutch,
                  "when the person presses the clutch, to move the leader alone");
  describe_spells(f, "let_go", p.let_go, "when the person lets go of the leader");
  f.number("stop_at", p.stop_at,
           {.unit = "s", .min = 0, .help = "when the person presses the emergency stop"});
}

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

}  // namespace

void describe(Fields& f, OperatorParams& p) {
  using Task = OperatorParams::Task;
  f.choice("task", p.task,
           {{name(Task::waypoints), Task::waypoints},
            {name(Task::positioning), Task::positioning},
            {name(Task::peg_in_hole), Task::peg_in_hole},
            {name(Task::tool_pickup), Task::tool_pickup},
            {name(Task::drive), Task::drive}},
           {.help = "what the person does", .noun = "task"});
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
  f.check(p.task == Task::waypoints || p.waypoints.empty(), "waypoints",
          "way-points are for operator.task = \"waypoints\"");
  describe(f, p.handling);
  f.table("positioning", [&](Fields& g) { describe(g, p.positioning); },
          {.help = "the task of that name"});
  f.table("peg_in_hole", [&](Fields& g) { describe(g, p.peg_in_hole); },
          {.help = "the task of that name"});
  f.table("tool_pickup", [&](Fields& g) { describe(g, p.tool_pickup, p.view); },
          {.help = "the task of that name"});
  f.table("drive", [&](Fields& g) { describe(g, p.drive); }, {.help = "the task of that name"});
  f.table("skill", [&](Fields& g) { describe(g, p.skill); }, {.help = "sight and aim, in tasks"});
  f.table("wrist", [&](Fields& g) { describe(g, p.wrist); }, {.help = "for devices that turn"});
  f.table("hand", [&](Fields& g) { describe(g, p.hand); }, {.help = "impedance and habits"});
}

}  // namespace tether::scenario
