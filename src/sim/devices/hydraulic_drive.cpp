#include "tether/sim/devices/hydraulic_drive.hpp"

#include <algorithm>
#include <cmath>

#include "sim/people/full_turn.hpp"

namespace tether::sim {

HydraulicDrive::HydraulicDrive(const HydraulicDriveParams& params, double max_speed,
                               double max_effort) noexcept
    : params_(params), max_speed_(max_speed), max_effort_(max_effort) {}

void HydraulicDrive::reset(double position) noexcept {
  fluid_ = position;
  speed_ = acceleration_ = 0;
}

double HydraulicDrive::update(double dt, const Target& target, const Joint& joint) noexcept {
  double asked = target.velocity + params_.gain * (target.position - joint.position);
  asked = std::clamp(asked, -max_speed_, max_speed_);
  if (std::abs(asked) < params_.dead_band * max_speed_) asked = 0;

  const double valve = kTurn * params_.valve_frequency;
  acceleration_ +=
      dt * (valve * valve * (asked - speed_) - 2 * params_.valve_damping * valve * acceleration_);
  speed_ += dt * acceleration_;
  fluid_ += dt * speed_;

  const double fluid = kTurn * params_.fluid_frequency;
  const double stiffness = joint.inertia * fluid * fluid;
  const double damper =
      joint.inertia * 2 * params_.fluid_damping * fluid * (speed_ - joint.velocity);
  const double effort = stiffness * (fluid_ - joint.position) + damper;
  const double cut = std::clamp(effort, -max_effort_, max_effort_);
  if (cut != effort) fluid_ = joint.position + (cut - damper) / stiffness;
  return cut;
}

}  // namespace tether::sim
