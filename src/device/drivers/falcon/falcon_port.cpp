#include "tether/device/drivers/falcon/falcon_port.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tether::device {

using robot::kFalconLegs;
using robot::LegAngles;
using spatial::Vector3;

namespace {

// the largest share s in [0, 1] with |held + s wanted| <= most for every motor
double share_within(const Vector3& held, const Vector3& wanted, double most) noexcept {
  double share = 1;
  for (int i = 0; i < kFalconLegs; ++i) {
    if (wanted[i] == 0) continue;
    const double room = wanted[i] > 0 ? most - held[i] : most + held[i];
    share = std::min(share, std::max(room, 0.0) / std::abs(wanted[i]));
  }
  return share;
}

}  // namespace

FalconPort::FalconPort(const FalconPortParams& params) noexcept
    : params_(params), falcon_(params.geometry) {}

double FalconPort::angle_per_count() const noexcept {
  return 2 * std::numbers::pi / (params_.counts_per_turn * params_.gear_ratio);
}

void FalconPort::pass_mark(int leg, std::int32_t count) noexcept {
  if (leg < 0 || leg >= kFalconLegs) return;
  marks_[static_cast<std::size_t>(leg)] = count;
  marked_[static_cast<std::size_t>(leg)] = true;
  // the last position was measured from other marks
  last_.reset();
}

bool FalconPort::homed() const noexcept {
  return std::all_of(marked_.begin(), marked_.end(), [](bool marked) { return marked; });
}

std::optional<Vector3> FalconPort::position(const EncoderCounts& counts) noexcept {
  if (!homed()) return std::nullopt;
  LegAngles angles;
  for (int i = 0; i < kFalconLegs; ++i) {
    const auto k = static_cast<std::size_t>(i);
    // in floating point: garbled counts must not overflow
    const double beyond = static_cast<double>(counts[k]) - static_cast<double>(marks_[k]);
    angles[i] = params_.mark_angle + angle_per_count() * beyond;
  }
  const auto found = last_ ? falcon_.forward(angles, last_->position) : falcon_.forward(angles);
  const auto posture = found ? falcon_.posture(found->position) : std::nullopt;
  // near a singularity a torque makes any force: the motors are better without
  if (!posture || !falcon_.regular(*posture)) {
    last_.reset();
    return std::nullopt;
  }
  last_ = posture;
  iterations_ = found->iterations;
  return found->position - params_.centre;
}

FalconDrive FalconPort::drive(const Vector3& force) const noexcept {
  if (!last_ || !force.allFinite()) return {};
  const Vector3 bounded = force.cwiseMax(-params_.max_force).cwiseMin(params_.max_force);
  const Vector3 weight = robot::holding_force(falcon_, params_.masses, *last_, params_.gravity);
  const Vector3 wanted = falcon_.torques(*last_, bounded) / params_.gear_ratio;
  const Vector3 held = falcon_.torques(*last_, weight) / params_.gear_ratio;
  const double share = share_within(held, wanted, params_.max_torque);
  return {held + share * wanted, share * bounded};
}

std::optional<EncoderCounts> FalconPort::counts_beyond_marks(
    const Vector3& position) const noexcept {
  const auto angles = falcon_.inverse(position + params_.centre);
  if (!angles) return std::nullopt;
  EncoderCounts counts{};
  for (int i = 0; i < kFalconLegs; ++i) {
    counts[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(
        std::lround(((*angles)[i] - params_.mark_angle) / angle_per_count()));
  }
  return counts;
}

std::optional<Vector3> FalconPort::acting(const Vector3& position,
                                          const Vector3& torques) const noexcept {
  const auto posture = falcon_.posture(position + params_.centre);
  if (!posture || !torques.allFinite()) return std::nullopt;
  return falcon_.force(*posture, params_.gear_ratio * torques) -
         robot::holding_force(falcon_, params_.masses, *posture, params_.gravity);
}

}  // namespace tether::device
