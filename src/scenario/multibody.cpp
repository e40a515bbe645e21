#include "tether/scenario/multibody.hpp"

#include "scenario/own_file.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/sim/world/world_file.hpp"

namespace tether::scenario {
void describe(Fields& f, MultibodyParams& p) {
  f.text("model", p.model, {.help = "MJCF file of your own, beside the scenario"});
  f.text("site", p.site, {.help = "of the model: where it is touched"});
  f.number("mass", p.mass,
           {.unit = "kg",
            .max = 1000,
            .above = 0,
            .help = "of the body that carries the site, instead of the model's"});
  if (!p.model.empty()) p.file = own_file(f, "model", p.model);
}

void describe(Fields& f, LeaderWrenchParams& p) {
  using Kind = LeaderWrenchParams::Kind;
  f.choice("kind", p.kind, {{"exact", Kind::exact}, {"estimated", Kind::estimated}},
           {.help = "how an arm knows what the hand does: from joint torques and a model of itself",
            .noun = "wrench"});
  sim::WrenchEstimateParams& e = p.estimate;
  f.number("load_mass", e.load_mass,
           {.unit = "kg", .min = 0, .max = 10, .help = "at the tool, not known to that model"});
  f.vector3("load_centre", e.load_centre,
            {.unit = "m", .min = -1, .max = 1, .help = "of that load, in the tool's frame"});
  f.number("centre_error", e.centre_error,
           {.unit = "m", .min = 0, .max = 0.2, .help = "of every link's centre of mass"});
  f.number("torque_offset", e.torque_offset,
           {.unit = "N m", .min = 0, .max = 10, .help = "of joint sensors, standard deviation"});
  f.number("friction", e.friction,
           {.unit = "N m", .min = 0, .max = 10, .help = "of a joint, not compensated"});
  f.number("force_noise", e.noise.force,
           {.unit = "N", .min = 0, .max = 100, .help = "standard deviation"});
  f.number("torque_noise", e.noise.torque,
           {.unit = "N m", .min = 0, .max = 10, .help = "standard deviation"});
  f.number("cutoff", e.cutoff,
           {.unit = "Hz", .max = 10000, .above = 0, .help = "of the estimate's low-pass"});
}

bool is_multibody(const std::string& robot) {
  return robot::find(robot).kind == robot::RobotKind::multibody;
}

robot::MultibodyModel multibody_model(const std::string& robot, const MultibodyParams& params) {
  const robot::CatalogueEntry entry = robot::find(robot);
  return {.file = entry.model.empty() ? params.file : robot::model_path(entry).string(),
          .site = params.site,
          .mass = params.mass};
}

robot::Chain follower_chain(const Scenario& scenario) {
  const std::string& name = scenario.follower.robot;
  if (!is_multibody(scenario)) return robot::load(name);
  robot::Chain chain = robot::load_multibody(multibody_model(name, scenario.multibody)).chain;
  if (!robot::find(name).model.empty()) chain.name = name;
  return chain;
}

std::string follower_world(const Scenario& scenario) {
  if (!is_multibody(scenario)) return sim::world_file(scenario.follower.world);
  return multibody_model(scenario.follower.robot, scenario.multibody).file;
}

}  // namespace tether::scenario
