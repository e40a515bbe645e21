// Forces of fixtures that are asked here, in the tick: of a scene that stays as it is, or of one
// that is edited meanwhile.
#pragma once

#include <span>

#include "tether/assist/fixtures/fixture_forces.hpp"
#include "tether/assist/scene/live_scene.hpp"
#include "tether/assist/scene/scene.hpp"

namespace tether::assist {

inline FixtureEffect effect_of(const SceneAnswer& answer, const spatial::Pose& tool) noexcept {
  FixtureEffect effect{.at_tool = {answer.wrench.torque_at(tool.position), answer.wrench.force},
                       .potential = answer.potential,
                       .motion = answer.motion,
                       .active = answer.active,
                       .nearest = answer.nearest_id};
  if (answer.active > 0) effect.distance = answer.distance;
  return effect;
}

class SceneForces final : public FixtureForces {
 public:
  // throws core::InputError when a fixture is refused
  explicit SceneForces(std::span<const Fixture> fixtures) : scene_(fixtures) {}

  FixtureEffect at(core::Time /*now*/, const spatial::Pose& tool,
                   const spatial::Twist& twist) noexcept override {
    return effect_of(scene_.query({tool, twist}, state_), tool);
  }

 private:
  Scene scene_;
  SceneState state_;
};

class LiveSceneForces final : public FixtureForces {
 public:
  // `scene` must outlive it
  explicit LiveSceneForces(LiveScene& scene) : scene_(scene) {}

  FixtureEffect at(core::Time /*now*/, const spatial::Pose& tool,
                   const spatial::Twist& twist) noexcept override {
    return effect_of(scene_.query({tool, twist}), tool);
  }

 private:
  LiveScene& scene_;
};

}  // namespace tether::assist
