#include "tether/link/plain_sample.hpp"

#include <chrono>

namespace tether::link {
namespace {

std::array<double, 3> to_array(const spatial::Vector3& v) noexcept { return {v.x(), v.y(), v.z()}; }
spatial::Vector3 to_vector(const std::array<double, 3>& a) noexcept { return {a[0], a[1], a[2]}; }

}  // namespace

PlainSample to_plain(const Address& address, const Sample& sample) noexcept {
  const Eigen::Quaterniond& turn = sample.orientation;
  return {.address = address,
          .sequence = sample.sequence,
          .sent = sample.sent.time_since_epoch(),
          .echoes = sample.echoes,
          .echo = sample.echo.time_since_epoch(),
          .held = sample.held,
          .position = to_array(sample.position),
          .orientation = {turn.x(), turn.y(), turn.z(), turn.w()},
          .torque = to_array(sample.torque),
          .force = to_array(sample.force),
          .energy = sample.energy,
          .wave = to_array(sample.wave),
          .method = sample.method,
          .engagement = sample.engagement};
}

Sample to_sample(const PlainSample& plain) noexcept {
  const auto& [x, y, z, w] = plain.orientation;
  return {.sequence = plain.sequence,
          .sent = core::Time(plain.sent),
          .echoes = plain.echoes,
          .echo = core::Time(plain.echo),
          .held = plain.held,
          .position = to_vector(plain.position),
          .orientation = Eigen::Quaterniond(w, x, y, z),
          .torque = to_vector(plain.torque),
          .force = to_vector(plain.force),
          .energy = plain.energy,
          .wave = to_vector(plain.wave),
          .method = plain.method,
          .engagement = plain.engagement};
}

StampParts to_stamp(core::Duration since_begin) noexcept {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since_begin);
  return {static_cast<std::int32_t>(seconds.count()),
          static_cast<std::uint32_t>((since_begin - seconds).count())};
}

core::Duration from_stamp(const StampParts& stamp) noexcept {
  return std::chrono::seconds(stamp.seconds) + core::Duration(stamp.nanoseconds);
}

}  // namespace tether::link
