#include "session/assemble/assistance.hpp"

#include "tether/assist/scene/scene_forces.hpp"
#include "tether/scenario/workspace.hpp"
#include "tether/session/assemble/assemble.hpp"

namespace tether::session {
namespace {

// fixtures whose laws are not built in, besides the scene's, if it has any
class AddedForces final : public assist::FixtureForces {
 public:
  AddedForces(const scenario::Scenario& scenario, std::unique_ptr<assist::FixtureForces> scene)
      : scene_(std::move(scene)) {
    for (const scenario::ExtensionFixture& fixture : scenario.assist.extension_fixtures) {
      if (!fixture.enabled) continue;
      const auto& law = scenario.extensions->fixture_laws.at(fixture.law);
      own_.push_back({fixture.id, law.make(scenario, fixture)});
    }
  }

  assist::FixtureEffect at(core::Time now, const spatial::Pose& tool,
                           const spatial::Twist& twist) noexcept override {
    assist::FixtureEffect sum;
    if (scene_) sum = scene_->at(now, tool, twist);
    bool any = scene_ != nullptr;
    for (const Own& own : own_) {
      const assist::FixtureEffect effect = own.forces->at(now, tool, twist);
      sum.at_tool = sum.at_tool + effect.at_tool;
      sum.potential += effect.potential;
      sum.motion = effect.motion * sum.motion;
      sum.active += effect.active;
      if (!any || effect.distance < sum.distance) {
        sum.nearest = own.id;
        sum.distance = effect.distance;
      }
      any = true;
    }
    return sum;
  }

 private:
  struct Own {
    std::int32_t id;
    std::unique_ptr<assist::FixtureForces> forces;
  };
  std::unique_ptr<assist::FixtureForces> scene_;
  std::vector<Own> own_;
};

}  // namespace

std::unique_ptr<assist::Assistance> make_assistance(const scenario::Scenario& scenario,
                                                    const robot::Chain& leader,
                                                    std::unique_ptr<assist::FixtureForces> forces) {
  const scenario::AssistParams& p = scenario.assist;
  if (!p.present() && !forces) return nullptr;
  const assist::AssistanceParams params{.at = p.at,
                                        .map = workspace_map(scenario, follower_setup(scenario)),
                                        .force_scale = p.force_scale,
                                        .max_force = p.max_force,
                                        .torque = robot::can_turn(leader),
                                        .enabled = p.enabled,
                                        .sample_time = 1 / scenario.rate};
  const bool only_own = p.fixtures.empty() && !p.extension_fixtures.empty();
  if (!forces && !only_own && p.source == scenario::AssistParams::Source::here) {
    forces = std::make_unique<assist::SceneForces>(p.fixtures);
  }
  if (!p.extension_fixtures.empty()) {
    forces = std::make_unique<AddedForces>(scenario, std::move(forces));
  }
  return std::make_unique<assist::Assistance>(params, std::move(forces));
}

}  // namespace tether::session
