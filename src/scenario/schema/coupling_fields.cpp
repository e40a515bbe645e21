#include "tether/scenario/schema/coupling_fields.hpp"

namespace tether::scenario {
namespace {

void describe(Fields& f, control::StiffnessModulationParams& p) {
  f.number("least", p.least,
           {.min = 0, .max = 1, .help = "share of the stiffness on a bad link; 1 = always full"});
  f.number("good_round_trip", p.good_round_trip,
           {.unit = "s", .min = 0, .max = 10, .help = "up to it the stiffness is full"});
  f.number("bad_round_trip", p.bad_round_trip,
           {.unit = "s", .min = 0, .max = 10, .help = "from it on it is the least"});
  f.number("rise", p.rise,
           {.unit = "1/s", .min = 0, .max = 1000, .help = "fastest rise; paid by the account"});
  f.check(p.bad_round_trip > p.good_round_trip, "bad_round_trip", "lies below good_round_trip");
}

void describe(Fields& f, control::ImpedanceModel& p) {
  f.number("mass", p.mass, {.unit = "kg", .min = 0, .max = 1000, .help = "at the tool"});
  f.number("damping", p.damping, {.unit = "N s/m", .min = 0, .max = 1e4, .help = "at the tool"});
  f.number("inertia", p.inertia, {.unit = "kg m²", .min = 0, .max = 100, .help = "of turns"});
  f.number("turning_damping", p.turning_damping,
           {.unit = "N m s/rad", .min = 0, .max = 1000, .help = "of turns"});
}

void describe(Fields& f, control::FourChannelParams& p) {
  f.number("c1", p.c1, {.min = 0, .max = 1, .help = "share of the leader's motion, C_1"});
  f.number("c2", p.c2, {.min = 0, .max = 1, .help = "share of the follower's force, C_2"});
  f.number("c3", p.c3, {.min = 0, .max = 1, .help = "share of the hand's force, C_3"});
  f.number("c4", p.c4, {.min = 0, .max = 1, .help = "share of the follower's motion, C_4"});
  f.number(
      "acceleration_cutoff", p.acceleration_cutoff,
      {.unit = "Hz", .max = 400, .above = 0, .help = "of s / (τ s + 1), which makes Z causal"});
  f.table("leader", [&](Fields& g) { describe(g, p.leader); }, {.help = "Z_m, its model"});
  f.table("follower", [&](Fields& g) { describe(g, p.follower); }, {.help = "Z_s, its model"});
}

void describe_rate(Fields& f, CouplingParams& p) {
  control::RateLeaderParams& l = p.rate;
  control::RateFollowerParams& r = p.rate_follower;
  f.number("gain", l.gain, {.unit = "1/s", .min = 0, .max = 100, .help = "speed per distance"});
  f.number("turn_gain", l.turn_gain, {.unit = "1/s", .min = 0, .max = 100, .help = "of turns"});
  f.number("dead_zone", l.dead_zone,
           {.unit = "m", .min = 0, .max = 1, .help = "round the centre, where nothing moves"});
  f.number("turn_dead_zone", l.turn_dead_zone,
           {.unit = "rad", .min = 0, .max = 1, .help = "of turns"});
  f.number("centring", l.centring,
           {.unit = "N/m", .min = 0, .max = 1e4, .help = "spring towards the centre"});
  f.number("turn_centring", l.turn_centring,
           {.unit = "N m/rad", .min = 0, .max = 1000, .help = "of turns"});
  f.number("centring_damping", l.centring_damping,
           {.unit = "N s/m", .min = 0, .max = 1000, .help = "of the hand's motion"});
  f.number("turn_damping", l.turn_damping,
           {.unit = "N m s/rad", .min = 0, .max = 100, .help = "of turns"});
  f.number("lead", r.lead,
           {.unit = "m", .max = 1, .above = 0, .help = "of the setpoint over the tool, at most"});
  f.number("turn_lead", r.turn_lead, {.unit = "rad", .max = 3, .above = 0, .help = "of turns"});
}

void describe_drive(Fields& f, CouplingParams& p) {
  control::DriveLeaderParams& l = p.drive;
  f.number("forward_gain", l.forward_gain,
           {.unit = "1/s", .min = 0, .max = 100, .help = "k1: speed per push of the handle"});
  f.number("turn_gain", l.turn_gain,
           {.unit = "rad/(s m)", .min = 0, .max = 100, .help = "k2: turn rate per steering"});
  f.number("dead_zone", l.dead_zone,
           {.unit = "m", .min = 0, .max = 0.05, .help = "of pushing, where nothing moves"});
  f.number("turn_dead_zone", l.turn_dead_zone,
           {.unit = "m", .min = 0, .max = 0.05, .help = "of steering"});
  f.number("centring", l.centring,
           {.unit = "N/m", .min = 0, .max = 1000, .help = "K_p, towards the centre"});
  f.number("centring_damping", l.centring_damping,
           {.unit = "N/m per tick", .min = 0, .max = 1000, .help = "K_d"});
  f.number("max_speed", l.max_speed, {.unit = "m/s", .min = 0, .max = 1.5, .help = "that is told"});
  f.number("max_turn", l.max_turn, {.unit = "rad/s", .min = 0, .max = 2, .help = "that is told"});
}

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
  f.boolean("enabled", p.condition, {.help = "otherwise the force is told as it is measured"});
  f.number("recording", c.recording,
           {.unit = "s", .max = 60, .above = 0, .help = "at rest, before the first force is told"});
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

}  // namespace

void describe(Fields& f, CouplingParams& p) {
  f.choice("kind", p.kind,
           {{"position-force", CouplingParams::Kind::position_force},
            {"position-position", CouplingParams::Kind::position_position},
            {"four-channel", CouplingParams::Kind::four_channel},
            {"rate", CouplingParams::Kind::rate},
            {"drive", CouplingParams::Kind::drive},
            {"force-position", CouplingParams::Kind::force_position}},
           {.help = "control law between the sides", .noun = "coupling"});
  f.boolean("feedback", p.feedback, {.help = "the hand feels the follower"});
  f.number("force_scale", p.force_scale,
           {.max = 100,
            .above = 0,
            .help = "of what the hand feels; the account counts the follower's energy times this"});
  f.number("translation_stiffness", p.translation_stiffness,
           {.unit = "N/m", .min = 0, .max = 1e6, .help = "k_t of the spatial spring"});
  f.number("orientation_stiffness", p.orientation_stiffness,
           {.unit = "N m/rad", .min = 0, .max = 1e5, .help = "k_o of the spatial spring"});
  f.number("coupling_stiffness", p.coupling_stiffness,
           {.unit = "N", .min = 0, .max = 1e5, .help = "k_c of the spatial spring"});
  f.number("translation_damping", p.translation_damping,
           {.unit = "N s/m",
            .min = 0,
            .max = 1e4,
            .help = "between both sides; position-position and four-channel"});
  f.number("orientation_damping", p.orientation_damping,
           {.unit = "N m s/rad", .min = 0, .max = 1000, .help = "the same of turns"});
  f.choice("reflect", p.reflect,
           {{"spring", control::Reflect::spring}, {"measured", control::Reflect::measured}},
           {.help = "what comes back to the hand; position-force and rate", .noun = "force"});
  f.number("measured_cutoff", p.measured_cutoff,
           {.unit = "Hz",
            .max = 400,
            .above = 0,
            .help = "low-pass of measured forces; none when not given"});
  f.table("modulation", [&](Fields& g) { describe(g, p.modulation); },
          {.help = "softer over a worse link; position-force"});
  f.table("channels", [&](Fields& g) { describe(g, p.channels); }, {.help = "of four-channel"});
  f.table("rate", [&](Fields& g) { describe_rate(g, p); }, {.help = "of rate"});
  f.table("drive", [&](Fields& g) { describe_drive(g, p); }, {.help = "of drive"});
  f.table("stream",
          [&](Fields& g) {
            describe_stream(g, p.stream);
            g.number("store", p.stream_store,
                     {.unit = "J", .min = 0, .max = 100, .help = "that the account begins with"});
          },
          {.help = "of force-position"});
  f.table("conditioning", [&](Fields& g) { describe_conditioning(g, p.stream); },
          {.help = "of the hand's force; force-position"});
}

}  // namespace tether::scenario
