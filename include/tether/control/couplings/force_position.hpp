// Force–position coupling: a person touches a simulated system through an arm. The leader sends the
// force of the hand, the follower applies it to the system and sends how the touched point moves,
// and the leader's arm goes along with that motion:
//   W_follower = map(W_hand) / λ                  H_leader → map⁻¹(H_follower), a delay later
// with the maps of workspace.hpp. λ > 1: the system feels heavier to the hand than it is.
// The hand's force is conditioned first (effort_conditioning.hpp); until its zero is known the arm
// is held still. Two ways to go along:
//   velocity   playout.hpp, then motion_limits.hpp, then a stiff servo in the place of the arm's
//              own velocity loop, with the arm's apparent inertia Λ at its tool:
//                W = Λ (ẍ_d + 2 ζ ω (ẋ_d − ẋ) + ω² (x_d − x))                    [N m], [N]
//   impedance  what came last is the rest position of a spring, with a damper against all motion:
//                W = spring(H_d, H_tool) − D ẋ
// The force is sent and the arm is moved by the same share while sides meet and part.
#pragma once

#include "tether/control/couplings/coupling.hpp"
#include "tether/control/couplings/effort_conditioning.hpp"
#include "tether/control/couplings/motion_limits.hpp"
#include "tether/control/couplings/playout.hpp"
#include "tether/control/couplings/pose_controller.hpp"
#include "tether/control/couplings/workspace_port.hpp"
#include "tether/control/estimators/motion_fit.hpp"

namespace tether::control {

enum class StreamVariant : std::uint8_t { velocity, impedance };

struct StreamServoParams {
  double bandwidth = 60;     // ω [rad/s]
  double damping_ratio = 1;  // ζ
};

struct ForcePositionLeaderParams {
  LeaderPortParams port;
  double force_scale = 1;  // λ
  StreamVariant variant = StreamVariant::velocity;
  bool condition = true;  // otherwise the force is sent as it is measured
  EffortConditioningParams conditioning;
  PlayoutParams playout;
  MotionLimitsParams limits;
  StreamServoParams servo;
  // of the impedance variant: 200 N/m, 10 N m/rad, 28.28 N s/m, 6.32 N m s/rad
  PoseControllerParams impedance{.stiffness = {.translation = 200.0 * spatial::Matrix3::Identity(),
                                               .orientation = 10.0 * spatial::Matrix3::Identity()},
                                 .translation_damping = 28.28,
                                 .orientation_damping = 6.32};
};

class ForcePositionLeader final : public Coupling {
 public:
  explicit ForcePositionLeader(const ForcePositionLeaderParams& params) noexcept;
  CouplingOutput update(const CouplingInput& in) noexcept override;

  const Playout& playout() const noexcept { return playout_; }
  const EffortConditioning& conditioning() const noexcept { return conditioning_; }

 private:
  spatial::Wrench hand_force(const CouplingInput& in) noexcept;
  PoseState wanted(const CouplingInput& in) noexcept;
  void servo(const CouplingInput& in, const PoseState& wanted, CouplingOutput& out) const noexcept;
  void pull(const CouplingInput& in, const spatial::Pose& wanted,
            CouplingOutput& out) const noexcept;

  ForcePositionLeaderParams params_;
  LeaderPort port_;
  EffortConditioning conditioning_;
  Playout playout_;
  MotionLimits limits_;
  PoseController impedance_;
  spatial::Pose received_;  // the last place that came, or where the tool was before
};

struct ForcePositionFollowerParams {
  WorkspaceMapParams map;
};

class ForcePositionFollower final : public Coupling {
 public:
  explicit ForcePositionFollower(const ForcePositionFollowerParams& params) noexcept
      : port_(params.map) {}
  CouplingOutput update(const CouplingInput& in) noexcept override;

 private:
  FollowerPort port_;
  MotionFit motion_;
};

}  // namespace tether::control
