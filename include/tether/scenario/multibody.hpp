// A multibody system as the follower of a scenario: a shipped one by its name in the catalogue, or
// one of the user's own, follower.robot = "multibody" with [multibody] model and site.
#pragma once

#include <string>

#include "tether/robot/multibody.hpp"
#include "tether/scenario/scenario.hpp"
#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

// keys of the table [multibody] and of [leader.wrench]
void describe(Fields& f, MultibodyParams& p);
void describe(Fields& f, LeaderWrenchParams& p);

// the robot, by its name in the catalogue, is a multibody system
bool is_multibody(const std::string& robot);
inline bool is_multibody(const Scenario& scenario) { return is_multibody(scenario.follower.robot); }

// file, site and mass of the multibody system `robot`
robot::MultibodyModel multibody_model(const std::string& robot, const MultibodyParams& params);

// the chain of whatever follows, as the catalogue or the scenario's own model has it
robot::Chain follower_chain(const Scenario& scenario);

// the MJCF file that is simulated on the follower's side
std::string follower_world(const Scenario& scenario);

}  // namespace tether::scenario
