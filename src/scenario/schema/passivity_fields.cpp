// The keys of [passivity].
#include "tether/scenario/schema/passivity_fields.hpp"

namespace tether::scenario {
namespace {

void describe_share(Fields& f, double& share) {
  f.number("share", share,
           {.min = 0, .max = 1, .help = "β, part of the account that is sent in every tick"});
}

void describe(Fields& f, passivity::TwoLayerParams& p) {
  f.number("desired_level", p.desired_level,
           {.unit = "J", .min = 0, .max = 100, .help = "H_D, of the leader's tank"});
  f.number("gain", p.gain,
           {.unit = "N s/(m J)", .min = 0, .max = 1e4, .help = "α of the tank level controller"});
  describe_share(f, p.share);
  f.number("upper_level", p.upper_level,
           {.unit = "J", .min = 0, .max = 1000, .help = "above it energy goes to the reserve"});
  f.number("refill_power", p.refill_power,
           {.unit = "W", .min = 0, .max = 1000, .help = "at most, from the reserve to the tank"});
  f.check(p.upper_level >= p.desired_level, "upper_level", "lies below desired_level");
}

void describe(Fields& f, passivity::WaveParams& p) {
  f.number("impedance", p.impedance,
           {.unit = "N s/m", .max = 1000, .above = 0, .help = "b, of the waves"});
  f.number("bandwidth", p.bandwidth,
           {.unit = "rad/s", .max = 1e4, .above = 0, .help = "of the wave filter"});
}

void describe(Fields& f, passivity::TimeDomainParams& p) {
  f.number("kept", p.kept,
           {.unit = "J", .min = 0, .max = 10, .help = "by the leader, to pay for sampling"});
  f.number("drift_rate", p.drift_rate,
           {.unit = "1/s", .min = 0, .max = 1000, .help = "at which drift is taken back"});
}

void describe(Fields& f, passivity::EnergyBoundingParams& p) {
  describe_share(f, p.share);
  f.number("leader_stiffness", p.leader_stiffness,
           {.unit = "N/m", .max = 1e6, .above = 0, .help = "fastest change of its force"});
  f.number("follower_stiffness", p.follower_stiffness,
           {.unit = "N m/rad", .max = 1e6, .above = 0, .help = "fastest change of its torques"});
}

// the springs of both sides are the coupling's
void describe(Fields& f, passivity::SetPositionParams& p, const CouplingParams& coupling) {
  describe_share(f, p.share);
  p.stiffness = coupling.translation_stiffness;
}

}  // namespace

void describe(Fields& f, passivity::Params& p, const CouplingParams& coupling) {
  using passivity::Method;
  f.choice("kind", p.method,
           {{"none", Method::none},
            {"two-layer", Method::two_layer},
            {"wave", Method::wave},
            {"time-domain", Method::time_domain},
            {"energy-bounding", Method::energy_bounding},
            {"set-position", Method::set_position}},
           {.help = "what keeps the session stable over the link", .noun = "passivity method"});
  switch (p.method) {
    case Method::none:
      break;
    case Method::two_layer:
      describe(f, p.two_layer);
      break;
    case Method::wave:
      describe(f, p.wave);
      break;
    case Method::time_domain:
      describe(f, p.time_domain);
      break;
    case Method::energy_bounding:
      describe(f, p.energy_bounding);
      break;
    case Method::set_position:
      describe(f, p.set_position, coupling);
      break;
  }
}

}  // namespace tether::scenario
