#include "scenario/schema/stream_fields.hpp"

namespace tether::scenario {
namespace {

void describe(Fields& f, control::MotionLimitsParams& p) {
  f.number("max_velocity", p.translation.velocity,
           {.unit = "m/s", .max = 100, .above = 0, .help = "of the arm's tool, per axis"});
  f.number("max_acceleration", p.translation.acceleration,
           {.unit = "m/s²", .max = 1e4, .above = 0, .help = "the same"});
  f.number("max_jerk", p.translation.jerk,
           {.unit = "m/s³", .max = 1e7, .above = 0, .help = "the same"});
  f.number("max_turn_velocity", p.rotation.velocity,
           {.unit = "rad/s", .max = 100, .above = 0, .help = "of its turns, per axis"});
  f.number("max_turn_acceleration", p.rotation.acceleration,
           {.unit = "rad/s²", .max = 1e4, .above = 0, .help = "the same"});
  f.number("max_turn_jerk", p.rotation.jerk,
           {.unit = "rad/s³", .max = 1e7, .above = 0, .help = "the same"});
}

void describe(Fields& f, control::PlayoutParams& p) {
  f.number("spacing", p.spacing,
           {.unit = "s", .min = 0.001, .max = 0.1, .help = "of points that are played, at least"});
  f.integer("segments", p.segments,
            {.min = 1, .max = 32, .help = "between points that are there before it begins"});
  f.number("least_delay", p.least_delay,
           {.unit = "s", .min = 0, .max = 0.5, .help = "between what comes and what is played"});
  f.number("most_delay", p.most_delay,
           {.unit = "s", .min = 0, .max = 0.5, .help = "the same; it grows when points come late"});
  f.check(p.most_delay >= p.least_delay, "most_delay", "lies below least_delay");
  f.number("catch_up", p.catch_up,
           {.min = 0, .max = 0.5, .help = "how much faster it plays to shorten the delay"});
  f.number("patience", p.patience,
           {.unit = "s", .min = 0.001, .max = 2, .help = "a longer pause ends the stream"});
  f.number("stopping", p.stopping,
           {.unit = "s", .min = 0.01, .max = 5, .help = "to come to rest when it has ended"});
}

}  // namespace

void describe_stream(Fields& f, control::ForcePositionLeaderParams& p) {
  f.choice("variant", p.variant,
           {{"velocity", control::StreamVariant::velocity},
            {"impedance", control::StreamVariant::impedance}},
           {.help = "how the arm goes along with the simulated point", .noun = "variant"});
  f.number("bandwidth", p.servo.bandwidth,
           {.unit = "rad/s", .max = 300, .above = 0, .help = "of the servo; velocity"});
  f.number("damping_ratio", p.servo.damping_ratio,
           {.max = 10, .above = 0, .help = "of the servo; velocity"});
  describe(f, p.playout);
  describe(f, p.limits);
  double k_t = p.impedance.stiffness.translation(0, 0);
  double k_o = p.impedance.stiffness.orientation(0, 0);
  f.number("translation_stiffness", k_t,
           {.unit = "N/m", .min = 0, .max = 1e5, .help = "of the spring; impedance"});
  f.number("orientation_stiffness", k_o,
           {.unit = "N m/rad", .min = 0, .max = 1e4, .help = "of the spring; impedance"});
  p.impedance.stiffness.translation = k_t * spatial::Matrix3::Identity();
  p.impedance.stiffness.orientation = k_o * spatial::Matrix3::Identity();
  f.number("translation_damping", p.impedance.translation_damping,
           {.unit = "N s/m", .min = 0, .max = 1e4, .help = "of all motion; impedance"});
  f.number("orientation_damping", p.impedance.orientation_damping,
           {.unit = "N m s/rad", .min = 0, .max = 1000, .help = "of all turns; impedance"});
}

void describe_conditioning(Fields& f, control::ForcePositionLeaderParams& p) {
  control::EffortConditioningParams& c = p.conditioning;
  f.boolean("enabled", p.condition, {.help = "otherwise the force is sent as it is measured"});
  f.number("recording", c.recording,
           {.unit = "s", .max = 60, .above = 0, .help = "at rest, before the first force is sent"});
  f.number("band", c.band,
           {.min = 0, .max = 100, .help = "dead band over what the recording spans, S"});
  f.number("rerecording", c.rerecording,
           {.unit = "s", .max = 60, .above = 0, .help = "the same at another posture"});
  f.number("moved", c.moved,
           {.unit = "m", .min = 0, .max = 1, .help = "that makes another posture"});
  f.number("turned", c.turned,
           {.unit = "rad", .min = 0, .max = 3, .help = "the same of the orientation"});
  f.number("still", c.still, {.unit = "m/s", .max = 1, .above = 0, .help = "slower is at rest"});
  f.number("turning_still", c.turning_still,
           {.unit = "rad/s", .max = 1, .above = 0, .help = "the same of turns"});
  f.number("largest_shift", c.largest_shift,
           {.min = 0, .max = 100, .help = "of the offset in all, in dead bands"});
}

}  // namespace tether::scenario
