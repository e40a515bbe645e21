#include "tether/record/ros2/ros2_encoders.hpp"

#include <algorithm>
#include <numbers>

#include "record/ros2/ros2_fields.hpp"
#include "tether/core/fixed_string.hpp"

namespace tether::record::ros2 {

template <class Body>
Encoder<Body>::Encoder(std::string_view frame_id, const Body& largest) {
  constexpr std::size_t kRoom = 256;  // at first
  bytes_.resize(kRoom);
  while (true) {
    CdrWriter to(bytes_);
    Put put(to);
    put("stamp", core::Time{});
    put("frame_id", frame_id);
    body_ = to.size();
    describe(put, largest);
    if (to.ok()) break;
    bytes_.resize(2 * bytes_.size());
  }
}

template <class Body>
std::span<const std::byte> Encoder<Body>::encode(core::Time stamp, const Body& body) noexcept {
  CdrWriter head(bytes_);
  Put put_stamp(head);
  put_stamp("stamp", stamp);
  CdrWriter to(bytes_, body_);
  Put put(to);
  describe(put, body);
  return to.ok() ? to.bytes() : std::span<const std::byte>();
}

template <class Body>
Stamped<Body> decode(std::span<const std::byte> payload) {
  CdrReader from(payload);
  Get get(from);
  Stamped<Body> message;
  get("stamp", message.stamp);
  get("frame_id", message.frame_id);
  describe(get, message.body);
  return message;
}

template class Encoder<JointState>;
template class Encoder<Pose>;
template class Encoder<spatial::Wrench>;
template class Encoder<signals::Received>;
template class Encoder<EngagementState>;
template class Encoder<EnergyAccount>;
template class Encoder<GuardState>;
template class Encoder<AssistState>;
template class Encoder<LaserScan>;
template class Encoder<DriveState>;
template class Encoder<LinkCounts>;
template class Encoder<signals::CommandsTick>;
template class Encoder<Change>;
template class Encoder<FixtureMotion>;
template class Encoder<signals::OutsideTick>;
template Stamped<JointState> decode(std::span<const std::byte>);
template Stamped<Pose> decode(std::span<const std::byte>);
template Stamped<spatial::Wrench> decode(std::span<const std::byte>);
template Stamped<signals::Received> decode(std::span<const std::byte>);
template Stamped<EngagementState> decode(std::span<const std::byte>);
template Stamped<EnergyAccount> decode(std::span<const std::byte>);
template Stamped<GuardState> decode(std::span<const std::byte>);
template Stamped<AssistState> decode(std::span<const std::byte>);
template Stamped<LaserScan> decode(std::span<const std::byte>);
template Stamped<DriveState> decode(std::span<const std::byte>);
template Stamped<LinkCounts> decode(std::span<const std::byte>);
template Stamped<signals::CommandsTick> decode(std::span<const std::byte>);
template Stamped<Change> decode(std::span<const std::byte>);
template Stamped<FixtureMotion> decode(std::span<const std::byte>);
template Stamped<signals::OutsideTick> decode(std::span<const std::byte>);

Event decode_event(std::span<const std::byte> payload) {
  CdrReader from(payload);
  Get get(from);
  Event event;
  describe(get, event);
  return event;
}

LaserScan to_message(const assist::RangeScan& scan) noexcept {
  const int count = scan.count > assist::kMaxBeams ? 0 : std::max(scan.count, 0);
  const double first = scan.first_angle - std::numbers::pi / 2;
  LaserScan message{
      .angle_min = static_cast<float>(first),
      .angle_max = static_cast<float>(first + std::max(count - 1, 0) * scan.angle_step),
      .angle_increment = static_cast<float>(scan.angle_step),
      .ranges = {.count = static_cast<std::uint32_t>(count)}};
  std::copy_n(scan.ranges.begin(), count, message.ranges.values.begin());
  return message;
}

assist::RangeScan from_message(const Stamped<LaserScan>& message) noexcept {
  const LaserScan& body = message.body;
  assist::RangeScan scan{.time = message.stamp,
                         .first_angle = body.angle_min + std::numbers::pi / 2,
                         .angle_step = body.angle_increment,
                         .count = static_cast<int>(body.ranges.count)};
  std::copy_n(body.ranges.values.begin(), scan.count, scan.ranges.begin());
  return scan;
}

namespace {

// numbers that are filled in later
JointState joints_of(std::span<const std::string> names, bool has_position, bool has_velocity,
                     bool has_effort) {
  const auto zeros = [&](bool has) { return std::vector<double>(has ? names.size() : 0); };
  return {.name = {names.begin(), names.end()},
          .position = zeros(has_position),
          .velocity = zeros(has_velocity),
          .effort = zeros(has_effort)};
}

bool fill(std::vector<double>& to, std::span<const double> values) noexcept {
  if (values.size() != to.size()) return false;
  std::ranges::copy(values, to.begin());
  return true;
}

}  // namespace

JointStateEncoder::JointStateEncoder(std::string_view frame_id, std::span<const std::string> names,
                                     bool has_position, bool has_velocity, bool has_effort)
    : joints_(joints_of(names, has_position, has_velocity, has_effort)),
      encoder_(frame_id, joints_) {}

std::span<const std::byte> JointStateEncoder::encode(core::Time stamp,
                                                     std::span<const double> position,
                                                     std::span<const double> velocity,
                                                     std::span<const double> effort) noexcept {
  const bool fits = fill(joints_.position, position) && fill(joints_.velocity, velocity) &&
                    fill(joints_.effort, effort);
  return fits ? encoder_.encode(stamp, joints_) : std::span<const std::byte>();
}

std::span<const std::byte> EventEncoder::encode(core::Time stamp, std::string_view what,
                                                std::string_view detail) noexcept {
  const core::FixedString<kWhatBytes> what_cut(what);
  const core::FixedString<kDetailBytes> detail_cut(detail);
  const BasicEvent<std::string_view> event{stamp, what_cut, detail_cut};
  CdrWriter to(bytes_);
  Put put(to);
  describe(put, event);
  return to.bytes();
}

}  // namespace tether::record::ros2
