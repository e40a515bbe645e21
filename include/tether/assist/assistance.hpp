// What fixtures do to the hand, and to what the hand tells. Fixtures stand in the follower's base,
// where the robot is; the hand is in the leader's workspace. The tool is looked at where the leader
// tells it to be, at once, or where it was last heard to be, late by the link:
//   H = map(place ∘ offset ∘ index)          map of workspace.hpp: scaled by s, turned by R_m
// A force at the tool is felt at the hand as it is, times g:
//   F_leader = g R_mᵀ F,   τ_leader = (g / s) R_mᵀ τ                                 [N], [N m]
// which is the gradient of (g/s)·V over the leader's motion: what fixtures store at the tool they
// store at the hand, too, and no loop of the hand yields energy. To pull the hand into a guide they
// need energy all the same; the side's account pays it, or holds it back.
// Fixtures that make motions smaller change what is told: Δtold = R_mᵀ M R_m Δplace. `offset` is
// the way that was left out so far; `index` what the clutch has put between hand and tool.
#pragma once

#include <cstdint>
#include <memory>

#include "tether/assist/fixture_forces.hpp"
#include "tether/control/ease.hpp"
#include "tether/control/workspace.hpp"
#include "tether/core/time.hpp"

namespace tether::assist {

struct AssistanceParams {
  enum class At : std::uint8_t { leader, follower };
  At at = At::leader;  // where the tool is told to be, or where it was heard to be
  control::WorkspaceMapParams map;
  double force_scale = 1;     // g
  double max_force = 20;      // on the hand [N]
  bool torque = false;        // the device lets the hand feel torques
  bool enabled = true;        // at the start
  double ramp = 0.2;          // to switch on or off [s]
  double sample_time = 1e-3;  // [s]
};

struct AssistanceInput {
  core::Time now;
  spatial::Pose tool;    // of the leader, base frame
  spatial::Twist twist;  // of it
  spatial::Pose place;   // of it, in the leader's workspace, as the coupling tells it
  spatial::Pose remote;  // the follower's tool in the leader's workspace, as last heard
  bool remote_valid = false;
  bool clutched = false;  // the hand moves alone
  double share = 1;       // how far the sides are coupled
};

struct AssistanceOutput {
  spatial::Wrench wrench;  // asked for at the leader's tool, base frame
  spatial::Pose told;      // instead of `place`
  double potential = 0;    // that the fixtures hold on the leader [J]
  FixtureEffect fixtures;  // what they do to the tool
};

class Assistance {
 public:
  Assistance(const AssistanceParams& params, std::unique_ptr<FixtureForces> forces) noexcept
      : params_(params),
        map_(params.map),
        forces_(std::move(forces)),
        on_(params.enabled ? 1 : 0) {}

  AssistanceOutput update(const AssistanceInput& in) noexcept;
  // at set-up: another source of forces
  void ask(std::unique_ptr<FixtureForces> forces) noexcept { forces_ = std::move(forces); }
  void enable(bool enabled) noexcept { params_.enabled = enabled; }
  bool enabled() const noexcept { return params_.enabled; }

 private:
  spatial::Pose told(const AssistanceInput& in) noexcept;
  // offset and turn are both kept in base axes, as the follower's engagement does
  spatial::Pose indexed(const spatial::Pose& place) const noexcept {
    return {index_.rotation * place.rotation, index_.position + place.position};
  }
  spatial::Twist twist_at(const spatial::Pose& tool, const AssistanceInput& in) const noexcept;
  spatial::Wrench at_leader(const spatial::Wrench& at_tool) const noexcept;

  AssistanceParams params_;
  control::WorkspaceMap map_;
  std::unique_ptr<FixtureForces> forces_;
  control::Ease on_;
  bool started_ = false;
  spatial::Pose place_;                                 // of the tick before
  spatial::Vector3 offset_ = spatial::Vector3::Zero();  // way that was left out [m]
  spatial::Pose index_;                                 // between hand and tool
  spatial::Pose held_;                                  // where the tool was told to be at last
  bool clutched_ = false;
  spatial::Matrix3 motion_ = spatial::Matrix3::Identity();  // share of motions, leader's axes
};

}  // namespace tether::assist
