// Forces of fixtures that are asked here, in the tick.
#pragma once

#include <span>

#include "tether/assist/fixture_forces.hpp"
#include "tether/assist/scene.hpp"

namespace tether::assist {

class SceneForces final : public FixtureForces {
 public:
  // throws core::InputError when a fixture is refused
  explicit SceneForces(std::span<const Fixture> fixtures) : scene_(fixtures) {}

  FixtureEffect at(core::Time /*now*/, const spatial::Pose& tool,
                   const spatial::Twist& twist) noexcept override {
    const SceneAnswer answer = scene_.query({tool, twist}, state_);
    FixtureEffect effect{.at_tool = {answer.wrench.torque_at(tool.position), answer.wrench.force},
                         .potential = answer.potential,
                         .motion = answer.motion,
                         .active = answer.active,
                         .nearest = answer.nearest_id};
    if (answer.active > 0) effect.distance = answer.distance;
    return effect;
  }

 private:
  Scene scene_;
  SceneState state_;
};

}  // namespace tether::assist
