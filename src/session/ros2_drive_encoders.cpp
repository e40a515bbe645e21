#include <array>
#include <cstring>
#include <numbers>

#include "ros2_layout.hpp"

#include "tether/session/ros2_encoders.hpp"

namespace tether::session::ros2 {
namespace {

constexpr std::size_t kSettings = 7;  // of a scan, before its ranges

}  // namespace

LaserScanEncoder::LaserScanEncoder(std::string_view frame_id) {
  // ranges, two counts
  const std::size_t room = (kSettings + assist::kMaxBeams + 2) * sizeof(float);
  bytes_ = lay_out(frame_id, room, [&](CdrWriter& writer) {
    const std::array<float, kSettings + assist::kMaxBeams + 2> zeros{};
    writer.put_array(std::span<const float>(zeros));
    settings_ = writer.size() - sizeof zeros;
  });
}

std::span<const std::byte> LaserScanEncoder::encode(core::Time stamp,
                                                    const assist::RangeScan& scan) noexcept {
  if (scan.count < 0 || scan.count > assist::kMaxBeams) return {};
  store_stamp(bytes_.data() + kStamp, stamp);
  const double first = scan.first_angle - std::numbers::pi / 2;
  const double last = first + (scan.count > 0 ? scan.count - 1 : 0) * scan.angle_step;
  const std::array<float, kSettings> settings{static_cast<float>(first),
                                              static_cast<float>(last),
                                              static_cast<float>(scan.angle_step),
                                              0.0F,
                                              0.0F,
                                              kLeastRange,
                                              kMostRange};
  std::byte* to = bytes_.data() + settings_;
  std::memcpy(to, settings.data(), sizeof settings);
  to += sizeof settings;
  const auto count = static_cast<std::uint32_t>(scan.count);
  store(to, count);
  to += sizeof count;
  std::memcpy(to, scan.ranges.data(), count * sizeof(float));
  to += count * sizeof(float);
  store(to, std::uint32_t{0});  // no intensities
  to += sizeof(std::uint32_t);
  return {bytes_.data(), to};
}

DriveEncoder::DriveEncoder(std::string_view frame_id) {
  bytes_ = lay_out(frame_id, 15 * sizeof(double), [&](CdrWriter& writer) {
    numbers_ = put_numbers(writer, 14);
    writer.put(std::uint8_t{0});
  });
}

std::span<const std::byte> DriveEncoder::encode(core::Time stamp,
                                                const DriveState& state) noexcept {
  store_stamp(bytes_.data() + kStamp, stamp);
  const control::Obstruction& ways = state.obstruction;
  const assist::ObstacleForceOutput& felt = state.felt;
  std::byte* to = bytes_.data() + numbers_;
  for (const double number : {ways.forward, ways.backward, ways.left, ways.right, felt.force.x(),
                              felt.force.y(), felt.force.z(), felt.push, felt.steer, felt.potential,
                              felt.store, state.forward, state.turn, state.scan_age}) {
    store(to, number);
    to += sizeof(double);
  }
  *to = std::byte{state.braking};
  return bytes_;
}

}  // namespace tether::session::ros2
