// Lets something without motors lead: a stream of poses drags a virtual handle, a mass on every
// joint of a device's model, by a spring and damper between the tool and where the pointer is
// played to be (pointer_path.hpp). To everything else it is a device as any other: it has a
// position, takes efforts, and the pull of the spring is what the outside does to it.
//   M q̈ = τ + Jᵀ F,     F = K e + D (v_p − J q̇) + Λ a_p                  [N m or N]
// with the spring K and damper D of turns and ways, the way e from the tool to the pointer, the
// pointer's velocity v_p and acceleration a_p, and the apparent inertia Λ (apparent_inertia.hpp):
// left alone, the handle goes along with the pointer. M is the same in every posture. Integrated
// semi-implicitly, spring and damper by the speed at the end of the tick,
//   (M + T Jᵀ(D + T K)J) q̇⁺ = M q̇ + T (τ + Jᵀ(K e + D v_p + Λ a_p)),     q⁺ = q + T q̇⁺
// so that the motion never holds more energy than τ and F put in, ½ q̇ᵀMq̇ ≤ Σ (τ + Jᵀ F)ᵀ Δq,
// whatever the stream, the efforts and T are. A damper brakes a joint that comes to the end of its
// range too fast to stop there smoothly. An effort that is no number counts as none.
// The virtual coupling of Adams & Hannaford, IEEE T-RA 15(3), 1999, turned around.
#pragma once

#include <memory>

#include "tether/device/device.hpp"
#include "tether/device/pointer/pointer_params.hpp"
#include "tether/device/pointer/pointer_path.hpp"
#include "tether/robot/inertia_factor.hpp"

namespace tether::device {

// the model with those masses in the place of its own, and no friction
robot::Chain virtual_chain(robot::Chain chain, const PointerHandleParams& params);

class PointerHandle final : public Device {
 public:
  // chain: of the device that it stands for, as it is after virtual_chain; start: its posture, in
  // which its tool is `origin` moved by the pointer's start
  PointerHandle(const robot::Chain& chain, const PointerHandleParams& params,
                const robot::JointVector& start, const spatial::Pose& origin,
                std::unique_ptr<PoseStream> stream);

  const robot::Chain& chain() const noexcept override { return chain_; }
  // goes on to `now`
  signals::DeviceState read(core::Time now) noexcept override;
  void command(core::Time now, const JointEfforts& efforts) noexcept override;

  const PointerPath& path() const noexcept { return path_; }

 private:
  spatial::Pose within_reach(const spatial::Pose& tool) const noexcept;
  double end_speed(Eigen::Index joint, double dt) const noexcept;
  double share_within_range(double dt) const noexcept;
  void step(const control::PoseState& pointer, double dt) noexcept;

  robot::Chain chain_;
  PointerHandleParams params_;
  spatial::Pose origin_;
  std::unique_ptr<PoseStream> stream_;
  robot::JointVector lower_, upper_;
  robot::JointVector position_, velocity_, efforts_;
  robot::ChainState state_;
  robot::JointMatrix masses_;             // M
  bool turns_;                            // the tool can
  spatial::Vector6 stiffness_, damping_;  // turns, ways
  bool slides_ = false;                   // three axes that slide, and nothing else
  spatial::Matrix3 rails_ = spatial::Matrix3::Identity();  // their directions
  spatial::Vector3 zero_ = spatial::Vector3::Zero();       // tool at q = 0 [m]
  PointerPath path_;
  robot::InertiaFactor factor_;
  spatial::Vector6 pull_ = spatial::Vector6::Zero();  // mean since the last `read` (torque, force)
  bool started_ = false;
  core::Time now_;
};

}  // namespace tether::device
