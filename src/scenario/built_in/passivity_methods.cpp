// The passivity methods that are built in: what each is called, its keys, and how it is made.
#include "scenario/built_in/built_in.hpp"
#include "tether/passivity/methods/no_layer.hpp"

namespace tether::scenario {
namespace {

using passivity::Method;

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

// an entry whose keys and layer go by one member of passivity::Params
template <class Layer, class Params>
PassivityMethod method(std::string name, std::string help, Params passivity::Params::*member) {
  return {.name = std::move(name),
          .help = std::move(help),
          .keys =
              [member](Fields& f, passivity::Params& p, const CouplingParams& coupling) {
                if constexpr (requires { describe(f, p.*member, coupling); }) {
                  describe(f, p.*member, coupling);
                } else {
                  describe(f, p.*member);
                }
              },
          .make =
              [member](const passivity::Params& p, passivity::Role role,
                       const passivity::PortMotionParams& port) {
                return std::make_unique<Layer>(p.*member, role, port);
              }};
}

}  // namespace

void add_methods(core::Registry<PassivityMethod>& methods) {
  using P = passivity::Params;
  methods.add({.name = "none",
               .help = "no passivity layer: nothing is guaranteed",
               .make = [](const P&, passivity::Role,
                          const auto& port) { return std::make_unique<passivity::NoLayer>(port); }},
              Method::none);
  methods.add(method<passivity::TwoLayer>(
                  "two-layer", "energy tanks on both sides, charged by the operator's motion",
                  &P::two_layer),
              Method::two_layer);
  methods.add(method<passivity::Wave>("wave", "wave variables, sent as integrals with their energy",
                                      &P::wave),
              Method::wave);
  methods.add(method<passivity::TimeDomain>(
                  "time-domain", "observers and controllers of energy on both sides of the delay",
                  &P::time_domain),
              Method::time_domain);
  methods.add(method<passivity::EnergyBounding>(
                  "energy-bounding", "efforts that change no faster than the sampled device bears",
                  &P::energy_bounding),
              Method::energy_bounding);
  methods.add(
      method<passivity::SetPosition>(
          "set-position", "setpoints only as far away as the account can pay", &P::set_position),
      Method::set_position);
}

}  // namespace tether::scenario
