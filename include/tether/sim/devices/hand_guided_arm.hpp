// A torque-controlled arm that a simulated person leads by the handle at its tool, in six axes: the
// hand pushes (hand.hpp) and turns (wrist.hpp). Its wrench acts at the tool at every physics step
// through τ = Jᵀ W, added to the commanded efforts; like the arm's own controller this one
// compensates gravity. Positions are measured as finely as its encoders see them (ChainInWorld),
// and efforts taken at every tick. The hand's positions count from where the tool is in the start
// posture, along base axes; where hand and wrist start elsewhere, the arm starts there, as near to
// that posture as it can.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tether/robot/chain.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/sim/devices/simulated_device.hpp"
#include "tether/sim/devices/wrench_estimate.hpp"
#include "tether/sim/people/hand.hpp"
#include "tether/sim/people/handling.hpp"
#include "tether/sim/people/wrist.hpp"
#include "tether/sim/world/world.hpp"

namespace tether::sim {

struct HandGuidedArmParams {
  std::string world;         // MJCF file of the arm and what surrounds it
  robot::JointVector start;  // start posture [rad]
  // of every joint, in the place of the model's own:
  std::optional<double> coulomb_friction = std::nullopt;  // [N m]
  std::optional<double> viscous_friction = std::nullopt;  // [N m s/rad]
  bool needs_hand = false;  // gives no force while nobody holds it, whatever is commanded
  // how the arm knows what the hand does: by an estimate, or exactly when not given
  std::optional<WrenchEstimateParams> wrench = std::nullopt;
  std::uint64_t seed = 1;  // of what is random about that estimate
};

class HandGuidedArm final : public SimulatedDevice {
 public:
  // throws core::InputError when the posture does not fit the chain or the hand starts out of reach
  HandGuidedArm(const robot::Chain& chain, const HandGuidedArmParams& params, Hand hand,
                Wrist wrist, HandlingParams handling = {});

  const robot::Chain& chain() const noexcept override { return chain_; }
  signals::DeviceState read(core::Time now) noexcept override;
  void command(core::Time now, const device::JointEfforts& efforts) noexcept override;
  void advance(core::Duration dt) noexcept override;
  void show(const spatial::Pose& tool) noexcept override { hand_.see(tool); }
  bool done() const noexcept override { return hand_.done(); }
  bool scene(signals::SceneState& scene) const noexcept override {
    sim::show(world_, joints_.bodies(), scene);
    return true;
  }

  const Hand& hand() const noexcept { return hand_; }
  const World& world() const noexcept { return world_; }
  // tool pose in the start posture, base frame: where the hand's positions count from
  const spatial::Pose& origin() const noexcept { return origin_; }

 private:
  robot::JointVector hold() noexcept;
  void estimate(const robot::JointVector& velocity_before, double elapsed) noexcept;

  robot::Chain chain_;
  World world_;
  ChainInWorld joints_;
  Hand hand_;
  Wrist wrist_;
  Handling handling_;
  spatial::Pose origin_;
  core::Time now_;
  bool needs_hand_;
  robot::JointVector resolution_;  // of the encoders, 0 = exact [rad]
  robot::JointVector efforts_;     // commanded
  robot::JointVector acting_;      // of these, what the device gives
  spatial::Wrench held_at_tool_;   // of the hand in the last step, moment about the tool
  spatial::Wrench mean_at_tool_;   // over the last `advance`, so that wrench × motion is its work
  std::optional<WrenchEstimate> estimate_;
  robot::ChainState state_;  // work space
};

}  // namespace tether::sim
