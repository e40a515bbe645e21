// Where the parts of a ROS 2 message stand: laid out once with zeros, and written over in each
// tick.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tether/core/time.hpp"
#include "tether/session/cdr.hpp"
#include "tether/session/little_endian.hpp"
#include "tether/session/ros2_messages.hpp"

namespace tether::session::ros2 {

// every message here begins with its stamp
inline constexpr std::size_t kStamp = kCdrHeaderBytes;
inline constexpr std::size_t kStampBytes = 8;
inline constexpr std::size_t kPoseNumbers = 7;
inline constexpr std::size_t kWrenchNumbers = 6;

struct StampFields {
  std::int32_t seconds;
  std::uint32_t nanoseconds;
};

// the fraction is never negative, not even before the session began
inline StampFields split(core::Time time) noexcept {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  return {static_cast<std::int32_t>(seconds.time_since_epoch().count()),
          static_cast<std::uint32_t>((time - seconds).count())};
}

inline void store_stamp(std::byte* to, core::Time time) noexcept {
  const StampFields stamp = split(time);
  store(to, stamp.seconds);
  store(to + 4, stamp.nanoseconds);
}

inline void store_vector(std::byte* to, const spatial::Vector3& vector) noexcept {
  store(to, vector.x());
  store(to + 8, vector.y());
  store(to + 16, vector.z());
}

inline void store_pose(std::byte* to, const Pose& pose) noexcept {
  store_vector(to, pose.position);
  store(to + 24, pose.orientation.x());
  store(to + 32, pose.orientation.y());
  store(to + 40, pose.orientation.z());
  store(to + 48, pose.orientation.w());
}

// messages have the force first
inline void store_wrench(std::byte* to, const spatial::Wrench& wrench) noexcept {
  store_vector(to, wrench.force);
  store_vector(to + 24, wrench.torque);
}

inline void put_stamp(CdrWriter& writer) {
  writer.put(std::int32_t{0});
  writer.put(std::uint32_t{0});
}

// zeros where numbers will stand; returns where the first one does
inline std::size_t put_numbers(CdrWriter& writer, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) writer.put(0.0);
  return writer.size() - count * sizeof(double);
}

// A message that begins with a header, and then has what `put_rest` puts. `room` is for the rest.
template <class PutRest>
std::vector<std::byte> lay_out(std::string_view frame_id, std::size_t room, PutRest put_rest) {
  constexpr std::size_t kHeaderRoom = 32;
  std::vector<std::byte> bytes(kHeaderRoom + frame_id.size() + room);
  CdrWriter writer(bytes);
  put_stamp(writer);
  writer.put(frame_id);
  put_rest(writer);
  bytes.resize(writer.size());
  return bytes;
}

}  // namespace tether::session::ros2
