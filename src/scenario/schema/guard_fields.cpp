// The keys of [guard] and of [leader.guard] and [follower.guard].
#include "scenario/schema/guard_fields.hpp"

#include <fmt/format.h>

namespace tether::scenario {
namespace {

void describe(Fields& f, guard::ToolSpeedLimitParams& p) {
  f.number("speed", p.linear_speed, {.unit = "m/s", .max = 10, .above = 0, .help = "of the tool"});
  f.number("turn_speed", p.angular_speed,
           {.unit = "rad/s", .max = 50, .above = 0, .help = "of the tool"});
  f.number("acceleration", p.linear_acceleration,
           {.unit = "m/s²", .max = 1000, .above = 0, .help = "by the controller's efforts"});
  f.number("turn_acceleration", p.angular_acceleration,
           {.unit = "rad/s²", .max = 10000, .above = 0, .help = "by the controller's efforts"});
}

void describe(Fields& f, std::string_view key, guard::ContactThreshold& p, const char* unit) {
  f.table(key, [&](Fields& g) {
    g.number("contact", p.lower, {.unit = unit, .above = 0, .help = "from it on: reported"});
    g.number("collision", p.upper, {.unit = unit, .above = 0, .help = "above it: a stop"});
    g.check(p.lower <= p.upper, "collision", "collision lies below contact");
  });
}

void describe(Fields& f, guard::ContactWatchParams& p) {
  describe(f, "force", p.force, "N");
  describe(f, "torque", p.torque, "N m");
  describe(f, "joint", p.joint, "N m or N");
}

void describe(Fields& f, guard::FrozenWatchParams& p) {
  f.number("patience", p.patience,
           {.unit = "s", .min = 0.01, .max = 10, .help = "with the same position"});
  f.number("stir", p.stir,
           {.unit = "N m or N", .above = 0, .help = "change of efforts that should have moved it"});
}

void describe(Fields& f, guard::OperatorPresentParams& p) {
  f.number("grace", p.grace, {.unit = "s", .min = 0, .max = 10, .help = "without a hand"});
  f.number("release", p.release, {.unit = "s", .max = 10, .above = 0, .help = "to ease out"});
  f.number("ramp", p.ramp, {.unit = "s", .max = 10, .above = 0, .help = "to ease in"});
}

void describe(Fields& f, guard::FenceBox& box) {
  f.vector3("centre", box.centre.position,
            {.unit = "m", .min = -10, .max = 10, .help = "in the device's base", .required = true});
  f.vector3("half_size", box.half_size,
            {.unit = "m", .max = 10, .above = 0, .help = "along its axes", .required = true});
  f.matrix3("rotation", box.centre.rotation, {.help = "its axes, three rows"}, must_be_rotation);
  f.boolean("enabled", box.enabled, {.help = "in force; can change while the session runs"});
}

void describe(Fields& f, FenceParams& p) {
  guard::GeofenceParams& g = p.geofence;
  f.boolean("enabled", p.enabled, {.help = "all boxes; can change while the session runs"});
  f.number("radius", g.radius, {.unit = "m", .min = 0, .max = 1, .help = "around the tool point"});
  f.number("deceleration", g.deceleration,
           {.unit = "m/s²", .max = 100, .above = 0, .help = "of an approach"});
  f.number("max_force", g.max_force, {.unit = "N", .max = 1000, .above = 0, .help = "at most"});
  f.number("hand_force", g.hand_force,
           {.unit = "N", .min = 0, .max = 1000, .help = "that braking must overcome besides"});
  f.check(g.hand_force < g.max_force, "hand_force", "hand_force is not below max_force");
  f.named("boxes", p.boxes, [](Fields& h, guard::FenceBox& box) { describe(h, box); },
          {.help = "where the tool may not go"});
  f.check(p.boxes.size() <= static_cast<std::size_t>(guard::Geofence::kMaxBoxes), "boxes",
          fmt::format("at most {} boxes", guard::Geofence::kMaxBoxes));
}

}  // namespace

void describe(Fields& f, GuardParams& p) {
  f.number("max_energy", p.max_energy,
           {.unit = "J", .max = 1000, .above = 0, .help = "in the spring and the leader's motion"});
  f.number("max_force", p.max_force,
           {.unit = "N", .max = 1000, .above = 0, .help = "of the spring, on both sides"});
  f.choice("on_stop", p.on_stop,
           {{"end", GuardParams::OnStop::end}, {"hold", GuardParams::OnStop::hold}},
           {.help = "a stop ends the session, or brakes until a change with reset_stop"});
}

void describe(Fields& f, SideGuardParams& p) {
  f.number("max_power", p.max_power,
           {.unit = "W", .max = 10000, .above = 0, .help = "of the controller into the device"});
  f.boolean("joint_limits", p.joint_limits,
            {.help = "brakes before joint stops, and joints that are too fast"});
  f.number("torque_rate", p.torque_rate,
           {.unit = "N m/s or N/s", .max = 1e6, .above = 0, .help = "change of a joint's effort"});
  f.optional_table("tool", p.tool, [](Fields& g, auto& t) { describe(g, t); },
                   {.help = "speed and acceleration of the tool"});
  f.optional_table("contact", p.contact, [](Fields& g, auto& t) { describe(g, t); },
                   {.help = "loads that are contact, and loads that stop"});
  f.optional_table("frozen", p.frozen, [](Fields& g, auto& t) { describe(g, t); },
                   {.help = "a sensor that stands still stops"});
  f.optional_table("hand", p.hand, [](Fields& g, auto& t) { describe(g, t); },
                   {.help = "force only for a hand that is there"});
  f.optional_table("fence", p.fence, [](Fields& g, auto& t) { describe(g, t); },
                   {.help = "boxes that the tool may not enter"});
  f.number("stop_damping", p.stop_damping,
           {.unit = "N m s/rad or N s/m", .min = 0, .max = 1000, .help = "while stopped"});
}

}  // namespace tether::scenario
