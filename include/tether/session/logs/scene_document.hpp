// How both sides of a scenario look, as JSON for a page that draws them (docs/design/station.md):
//   {"leader": SIDE, "follower": SIDE, "workspace": …}
// The same text goes to the page of a running session and into every log, as an attachment.
#pragma once

#include <string>
#include <vector>

#include "tether/scenario/scenario.hpp"
#include "tether/sim/world/scene_model.hpp"

namespace tether::session {

// of the worlds that both sides stand in
struct SceneModels {
  sim::SceneModel leader, follower;
};
SceneModels scene_models(const scenario::Scenario& scenario);

// Names of all coordinates where those of the robot's joints do not measure everything; none where
// they do, or where there are more than a device shows.
std::vector<std::string> unmeasured_coordinates(const sim::SceneModel& scene, int joints);

// SCENE alone
std::string scene_json(const sim::SceneModel& scene);

// throws core::InputError where a side could not be set up either
std::string scene_document(const scenario::Scenario& scenario, const SceneModels& scenes);
inline std::string scene_document(const scenario::Scenario& scenario) {
  return scene_document(scenario, scene_models(scenario));
}

}  // namespace tether::session
