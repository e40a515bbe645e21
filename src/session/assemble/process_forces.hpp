// Forces of fixtures in a process of their own (`tether assist`): it is sent the tool's pose in
// every tick and answers over DDS. A tick without an answer repeats the last force; when the
// process stays away, the force is let go (assist/fixtures/force_hold.hpp).
#pragma once

#include <memory>

#include "tether/assist/fixtures/fixture_forces.hpp"
#include "tether/assist/fixtures/force_hold.hpp"
#include "tether/assistant/client/cat_link.hpp"
#include "tether/scenario/scenario.hpp"

namespace tether::session {

class ProcessForces final : public assist::FixtureForces {
 public:
  ProcessForces(std::unique_ptr<assistant::CatLink> process, double sample_time)
      : process_(std::move(process)), hold_({.sample_time = sample_time}) {}

  assist::FixtureEffect at(core::Time /*now*/, const spatial::Pose& tool,
                           const spatial::Twist& /*twist*/) noexcept override {
    process_->send({.last_frame = tool});
    assist::FixtureEffect effect;
    effect.at_tool = hold_.update(process_->newest());
    effect.active = hold_.share() > 0 && !effect.at_tool.vector().isZero(0) ? 1 : 0;
    return effect;
  }

 private:
  std::unique_ptr<assistant::CatLink> process_;
  assist::ForceHold hold_;
};

// a way to the process of a scenario; throws core::InputError or core::IoError
std::unique_ptr<ProcessForces> open_process(const scenario::Scenario& scenario);

}  // namespace tether::session
