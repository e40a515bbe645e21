#include "tether/sim/devices/force_sensor.hpp"

#include <cmath>
#include <numbers>

namespace tether::sim {

using spatial::Matrix3;
using spatial::Vector3;
using spatial::Wrench;

ForceSensor::ForceSensor(const ForceSensorParams& params, std::uint64_t seed) noexcept
    : params_(params),
      share_(1 - std::exp(-2 * std::numbers::pi * params.cutoff * params.sample_time)),
      random_(seed),
      offset_(drawn(params.bias)) {}

Wrench ForceSensor::drawn(const ForceAndTorque& deviation) noexcept {
  const Vector3 torque = random_.normal3(deviation.torque);
  return {torque, random_.normal3(deviation.force)};
}

Wrench ForceSensor::weight(double mass, const Matrix3& rotation) const noexcept {
  const Vector3 force = rotation.transpose() * (mass * params_.gravity);
  return {params_.tool_centre.cross(force), force};
}

Wrench ForceSensor::update(const Wrench& contact_at_tool, const Matrix3& tool_rotation) noexcept {
  const auto clip = [](const Vector3& v, double range) -> Vector3 {
    return v.cwiseMax(-range).cwiseMin(range);
  };
  const Matrix3 to_sensor = tool_rotation.transpose();
  const Wrench there =
      Wrench{to_sensor * contact_at_tool.torque, to_sensor * contact_at_tool.force} +
      weight(params_.tool_mass, tool_rotation);
  filtered_ = started_ ? (1 - share_) * filtered_ + share_ * there : there;
  started_ = true;

  const double root = std::sqrt(params_.sample_time);
  offset_ = offset_ + drawn({params_.drift.force * root, params_.drift.torque * root});
  const Wrench raw = filtered_ + offset_ + drawn(params_.noise);
  const Wrench known = weight(params_.known_mass, tool_rotation);
  measured_ = {tool_rotation * (clip(raw.torque, params_.range.torque) - known.torque),
               tool_rotation * (clip(raw.force, params_.range.force) - known.force)};
  return measured_;
}

}  // namespace tether::sim
