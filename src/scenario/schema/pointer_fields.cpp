#include "scenario/schema/pointer_fields.hpp"

#include "scenario/schema/interval_fields.hpp"

namespace tether::scenario {
namespace {

void describe(Fields& f, sim::PoseSamplingParams& p) {
  f.number("rate", p.rate,
           {.unit = "Hz", .min = 0.5, .max = 1000, .help = "at which the pointer is measured"});
  f.number("jitter", p.jitter,
           {.min = 0, .max = 0.45, .help = "by which a moment is off the grid, share of a period"});
  f.number("loss", p.loss, {.min = 0, .max = 0.95, .help = "share of the poses that never come"});
  describe_intervals(f, "silent", p.silent, "when none come");
}

void describe(Fields& f, device::PointerPathParams& p) {
  f.number("smoothing", p.spacing,
           {.unit = "s",
            .min = 0.001,
            .max = 0.2,
            .help = "poses nearer to each other in time are thinned out; the delay of quick ones"});
  f.number("most_delay", p.most_delay,
           {.unit = "s",
            .min = 0.01,
            .max = 10,
            .help = "of what is played; it follows the intervals between poses that come"});
  f.number("max_velocity", p.limits.translation.velocity,
           {.unit = "m/s", .max = 100, .above = 0, .help = "of what is played, per axis"});
  f.number("max_acceleration", p.limits.translation.acceleration,
           {.unit = "m/s²", .max = 1e4, .above = 0, .help = "the same"});
  f.number("max_jerk", p.limits.translation.jerk,
           {.unit = "m/s³", .max = 1e7, .above = 0, .help = "the same"});
  f.number("max_turn_velocity", p.limits.rotation.velocity,
           {.unit = "rad/s", .max = 100, .above = 0, .help = "of its turns, per axis"});
  f.number("max_turn_acceleration", p.limits.rotation.acceleration,
           {.unit = "rad/s²", .max = 1e4, .above = 0, .help = "the same"});
  f.number("max_turn_jerk", p.limits.rotation.jerk,
           {.unit = "rad/s³", .max = 1e7, .above = 0, .help = "the same"});
}

}  // namespace

void describe(Fields& f, LeaderPointerParams& p) {
  describe(f, p.sampling);
  describe(f, p.handle.path);
  f.number("mass", p.handle.mass,
           {.unit = "kg", .min = 0.05, .max = 100, .help = "of the virtual handle"});
  f.number("stiffness", p.handle.stiffness,
           {.unit = "N/m", .max = 1e5, .above = 0, .help = "of the spring that drags it"});
  f.number("damping", p.handle.damping,
           {.unit = "N s/m", .min = 0, .max = 1e4, .help = "beside that spring"});
  f.number("inertia", p.handle.inertia,
           {.unit = "kg m²", .min = 1e-3, .max = 10, .help = "of joints that turn"});
  f.number("turn_stiffness", p.handle.turn_stiffness,
           {.unit = "N m/rad", .max = 1e4, .above = 0, .help = "of handles that turn"});
  f.number("turn_damping", p.handle.turn_damping,
           {.unit = "N m s/rad", .min = 0, .max = 1000, .help = "beside that spring"});
}

}  // namespace tether::scenario
