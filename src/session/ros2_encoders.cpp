#include "tether/session/ros2_encoders.hpp"

#include <algorithm>

#include "ros2_layout.hpp"

#include "tether/core/fixed_string.hpp"
#include "tether/session/cdr.hpp"

namespace tether::session::ros2 {

JointStateEncoder::JointStateEncoder(std::string_view frame_id, std::span<const std::string> names,
                                     bool has_position, bool has_velocity, bool has_effort) {
  // per name: its length, closing zero and padding, and three numbers
  std::size_t room = 64;
  for (const std::string& name : names) room += name.size() + 8 + 3 * sizeof(double);

  const auto put_quantity = [&](CdrWriter& writer, bool has) -> Numbers {
    const std::size_t count = has ? names.size() : 0;
    writer.put(static_cast<std::uint32_t>(count));
    return {put_numbers(writer, count), count};
  };
  bytes_ = lay_out(frame_id, room, [&](CdrWriter& writer) {
    writer.put_sequence(names);
    position_ = put_quantity(writer, has_position);
    velocity_ = put_quantity(writer, has_velocity);
    effort_ = put_quantity(writer, has_effort);
  });
}

bool JointStateEncoder::fill(const Numbers& numbers, std::span<const double> values) noexcept {
  if (values.size() != numbers.count) return false;
  std::ranges::copy(std::as_bytes(values),
                    bytes_.begin() + static_cast<std::ptrdiff_t>(numbers.offset));
  return true;
}

std::span<const std::byte> JointStateEncoder::encode(core::Time stamp,
                                                     std::span<const double> position,
                                                     std::span<const double> velocity,
                                                     std::span<const double> effort) noexcept {
  store_stamp(bytes_.data() + kStamp, stamp);
  if (!fill(position_, position) || !fill(velocity_, velocity) || !fill(effort_, effort)) return {};
  return bytes_;
}

PoseStampedEncoder::PoseStampedEncoder(std::string_view frame_id) {
  bytes_ = lay_out(frame_id, kPoseNumbers * sizeof(double),
                   [&](CdrWriter& writer) { pose_ = put_numbers(writer, kPoseNumbers); });
}

std::span<const std::byte> PoseStampedEncoder::encode(core::Time stamp, const Pose& pose) noexcept {
  store_stamp(bytes_.data() + kStamp, stamp);
  store_pose(bytes_.data() + pose_, pose);
  return bytes_;
}

WrenchStampedEncoder::WrenchStampedEncoder(std::string_view frame_id) {
  bytes_ = lay_out(frame_id, kWrenchNumbers * sizeof(double),
                   [&](CdrWriter& writer) { wrench_ = put_numbers(writer, kWrenchNumbers); });
}

std::span<const std::byte> WrenchStampedEncoder::encode(core::Time stamp,
                                                        const spatial::Wrench& wrench) noexcept {
  store_stamp(bytes_.data() + kStamp, stamp);
  store_wrench(bytes_.data() + wrench_, wrench);
  return bytes_;
}

LinkSampleEncoder::LinkSampleEncoder(std::string_view frame_id) {
  const std::size_t room = 112 + (kPoseNumbers + 3 * kWrenchNumbers + 4) * sizeof(double);
  bytes_ = lay_out(frame_id, room, [&](CdrWriter& writer) {
    writer.put(std::uint32_t{0});
    sequence_ = writer.size() - sizeof(std::uint32_t);
    put_stamp(writer);
    sent_ = writer.size() - kStampBytes;
    writer.put(false);
    fresh_ = writer.size() - 1;
    writer.put(std::uint32_t{0});
    arrived_ = writer.size() - sizeof(std::uint32_t);
    writer.put(false);
    echoes_ = writer.size() - 1;
    put_stamp(writer);
    echo_ = writer.size() - kStampBytes;
    writer.put(std::int64_t{0});
    held_ = writer.size() - sizeof(std::int64_t);
    pose_ = put_numbers(writer, kPoseNumbers);
    wrench_ = put_numbers(writer, kWrenchNumbers);
    energy_ = put_numbers(writer, 5);
    moves_ = put_numbers(writer, 6);
    external_ = put_numbers(writer, kWrenchNumbers);
    for (int way = 0; way < 4; ++way) writer.put(0.0F);
    obstruction_ = writer.size() - 4 * sizeof(float);
    acceleration_ = put_numbers(writer, 6);
    writer.put(std::uint8_t{0});
    method_ = writer.size() - 1;
    writer.put(std::uint8_t{0});
    engagement_ = writer.size() - 1;
    writer.put(std::uint8_t{0});
    coupling_ = writer.size() - 1;
    writer.put(false);
    valid_ = writer.size() - 1;
    writer.put(std::uint32_t{0});
    conversation_ = writer.size() - sizeof(std::uint32_t);
  });
}

std::span<const std::byte> LinkSampleEncoder::encode(core::Time stamp,
                                                     const link::Received& received) noexcept {
  const link::Sample& sample = received.sample;
  store_stamp(bytes_.data() + kStamp, stamp);
  store(bytes_.data() + sequence_, sample.sequence);
  store_stamp(bytes_.data() + sent_, sample.sent);
  bytes_[fresh_] = std::byte{received.fresh};
  store(bytes_.data() + arrived_, received.arrived);
  bytes_[echoes_] = std::byte{sample.echoes};
  store_stamp(bytes_.data() + echo_, sample.echo);
  store(bytes_.data() + held_, static_cast<std::int64_t>(sample.held.count()));
  store_pose(bytes_.data() + pose_, {sample.position, sample.orientation});
  store_wrench(bytes_.data() + wrench_, {sample.torque, sample.force});
  store(bytes_.data() + energy_, sample.energy);
  store_vector(bytes_.data() + energy_ + sizeof(double), sample.wave);
  store(bytes_.data() + energy_ + 4 * sizeof(double), sample.kinetic);
  store_vector(bytes_.data() + moves_, sample.angular.cast<double>());
  store_vector(bytes_.data() + moves_ + 3 * sizeof(double), sample.linear.cast<double>());
  store_wrench(bytes_.data() + external_,
               {sample.external_torque.cast<double>(), sample.external_force.cast<double>()});
  for (std::size_t way = 0; way < 4; ++way) {
    store(bytes_.data() + obstruction_ + way * sizeof(float),
          sample.obstruction[static_cast<Eigen::Index>(way)]);
  }
  store_vector(bytes_.data() + acceleration_, sample.angular_acceleration.cast<double>());
  store_vector(bytes_.data() + acceleration_ + 3 * sizeof(double),
               sample.linear_acceleration.cast<double>());
  bytes_[method_] = std::byte{sample.method};
  bytes_[engagement_] = std::byte{sample.engagement};
  bytes_[coupling_] = std::byte{sample.coupling};
  bytes_[valid_] = std::byte{received.valid};
  store(bytes_.data() + conversation_, received.conversation);
  return bytes_;
}

EngagementEncoder::EngagementEncoder(std::string_view frame_id) {
  bytes_ = lay_out(frame_id, 8, [&](CdrWriter& writer) {
    writer.put(std::uint8_t{0});
    state_ = writer.size() - 1;
    for (int mark = 0; mark < 4; ++mark) writer.put(false);
  });
}

std::span<const std::byte> EngagementEncoder::encode(core::Time stamp,
                                                     const EngagementState& state) noexcept {
  store_stamp(bytes_.data() + kStamp, stamp);
  bytes_[state_] = std::byte{state.state};
  bytes_[state_ + 1] = std::byte{state.clutch};
  bytes_[state_ + 2] = std::byte{state.resting};
  bytes_[state_ + 3] = std::byte{state.hand_felt};
  bytes_[state_ + 4] = std::byte{state.stop_pressed};
  return bytes_;
}

EnergyEncoder::EnergyEncoder(std::string_view frame_id) {
  bytes_ = lay_out(frame_id, 10 * sizeof(double),
                   [&](CdrWriter& writer) { numbers_ = put_numbers(writer, 10); });
}

std::span<const std::byte> EnergyEncoder::encode(core::Time stamp,
                                                 const EnergyAccount& account) noexcept {
  store_stamp(bytes_.data() + kStamp, stamp);
  std::byte* to = bytes_.data() + numbers_;
  for (const double number : {account.tank, account.reserve, account.exchanged, account.received,
                              account.sent, account.in_flight, account.tlc_force, account.held_back,
                              account.kinetic, account.potential}) {
    store(to, number);
    to += sizeof(double);
  }
  return bytes_;
}

GuardEncoder::GuardEncoder(std::string_view frame_id) {
  bytes_ = lay_out(frame_id, 13 * sizeof(double), [&](CdrWriter& writer) {
    numbers_ = put_numbers(writer, 12);
    writer.put(std::uint8_t{0});
    stop_ = writer.size() - 1;
    writer.put(false);
  });
}

std::span<const std::byte> GuardEncoder::encode(core::Time stamp,
                                                const guard::WrenchBounds::Out& bounds,
                                                const guard::DeviceGuardsReport& device) noexcept {
  store_stamp(bytes_.data() + kStamp, stamp);
  std::byte* to = bytes_.data() + numbers_;
  for (const double number :
       {bounds.energy, bounds.energy_share, bounds.force_share, bounds.hand_share,
        device.joint_stops, device.joint_speed, device.tool_speed, device.torque_rate, device.power,
        device.fence, device.fence_distance, device.held}) {
    store(to, number);
    to += sizeof(double);
  }
  bytes_[stop_] = static_cast<std::byte>(device.stop);
  bytes_[stop_ + 1] = std::byte{device.contact};
  return bytes_;
}

AssistEncoder::AssistEncoder(std::string_view frame_id) {
  bytes_ = lay_out(frame_id, 17 * sizeof(double), [&](CdrWriter& writer) {
    numbers_ = put_numbers(writer, 16);
    writer.put(std::int32_t{0});
    writer.put(std::int32_t{0});
  });
}

std::span<const std::byte> AssistEncoder::encode(core::Time stamp,
                                                 const AssistState& state) noexcept {
  store_stamp(bytes_.data() + kStamp, stamp);
  std::byte* to = bytes_.data() + numbers_;
  const auto store_vector = [&](const spatial::Vector3& v) {
    for (const double number : {v.x(), v.y(), v.z()}) {
      store(to, number);
      to += sizeof(double);
    }
  };
  store_vector(state.at_leader.force);
  store_vector(state.at_leader.torque);
  store_vector(state.effect.at_tool.force);
  store_vector(state.effect.at_tool.torque);
  for (const double number :
       {state.potential, state.energy, state.effect.potential, state.effect.distance}) {
    store(to, number);
    to += sizeof(double);
  }
  store(to, state.effect.active);
  store(to + sizeof(std::int32_t), state.effect.nearest);
  return bytes_;
}

LinkStatsEncoder::LinkStatsEncoder(std::string_view frame_id) {
  // four counts and two durations, eight bytes each
  bytes_ = lay_out(frame_id, 6 * sizeof(double),
                   [&](CdrWriter& writer) { counts_ = put_numbers(writer, 6); });
}

std::span<const std::byte> LinkStatsEncoder::encode(core::Time stamp,
                                                    const LinkCounts& counts) noexcept {
  store_stamp(bytes_.data() + kStamp, stamp);
  std::byte* const to = bytes_.data() + counts_;
  store(to, counts.sent);
  store(to + 8, counts.received);
  store(to + 16, counts.lost);
  store(to + 24, counts.duplicated);
  store(to + 32, counts.delay);
  store(to + 40, counts.round_trip);
  return bytes_;
}

std::span<const std::byte> EventEncoder::encode(core::Time stamp, std::string_view what,
                                                std::string_view detail) noexcept {
  const core::FixedString<kWhatBytes> what_cut(what);
  const core::FixedString<kDetailBytes> detail_cut(detail);
  CdrWriter writer(bytes_);
  const StampFields fields = split(stamp);
  writer.put(fields.seconds);
  writer.put(fields.nanoseconds);
  writer.put(what_cut.view());
  writer.put(detail_cut.view());
  return writer.bytes();
}

}  // namespace tether::session::ros2
