// The kinds of fields that messages are made of: how each is called in a definition, written and
// read. A message is written and read by going along its description.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/ros2/cdr.hpp"
#include "tether/core/error.hpp"
#include "tether/record/ros2/ros2_messages.hpp"

namespace tether::record::ros2 {

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

// of a kind that is written as a number: how many there are, and what one is that is none of them
template <class E>
inline constexpr std::uint8_t kValues = 0;
template <class E>
inline constexpr std::string_view kUnknown = "";
template <>
inline constexpr std::uint8_t kValues<guard::StopReason> = guard::kStopReasons;
template <>
inline constexpr std::string_view kUnknown<guard::StopReason> = "an unknown reason to stop";
template <>
inline constexpr std::uint8_t kValues<control::JogSpace> = 2;
template <>
inline constexpr std::string_view kUnknown<control::JogSpace> = "an unknown space to jog in";
template <>
inline constexpr std::uint8_t kValues<control::JogCommand::Kind> = 3;
template <>
inline constexpr std::string_view kUnknown<control::JogCommand::Kind> = "an unknown command to jog";

template <class Vector>
std::array<double, 3> numbers(const Vector& v) noexcept {
  return {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())};
}

// into a message, along its description
class Put {
 public:
  explicit Put(CdrWriter& to) noexcept : to_(to) {}
  template <class Value>
  void operator()(std::string_view, const Value& value, std::string_view = {}) noexcept {
    put(value);
  }

 private:
  template <class T>
  requires std::is_arithmetic_v<T>
  void put(T value) noexcept { to_.put(value); }
  template <class E>
  requires std::is_enum_v<E>
  void put(E value) noexcept { to_.put(static_cast<std::uint8_t>(value)); }
  void put(const robot::JointVector& v) noexcept {
    to_.put_sequence(std::span<const double>(v.data(), static_cast<std::size_t>(v.size())));
  }
  void put(core::Time time) noexcept {
    const StampFields stamp = split(time);
    to_.put(stamp.seconds);
    to_.put(stamp.nanoseconds);
  }
  void put(core::Duration time) noexcept { to_.put(static_cast<std::int64_t>(time.count())); }
  void put(const spatial::Vector3& v) noexcept { array(numbers(v)); }
  void put(const Eigen::Vector3f& v) noexcept { array(numbers(v)); }
  void put(const Eigen::Vector4f& v) noexcept { array(std::array{v[0], v[1], v[2], v[3]}); }
  void put(const control::Obstruction& o) noexcept {
    array(std::array{o.forward, o.backward, o.left, o.right});
  }
  template <class Position, class Orientation>
  void put(const PoseFields<Position, Orientation>& pose) noexcept {
    const Eigen::Quaterniond& q = pose.orientation;
    put(pose.position);
    array(std::array{q.x(), q.y(), q.z(), q.w()});
  }
  template <class Vector>
  void put(const WrenchFields<Vector>& wrench) noexcept {
    put(wrench.force);
    put(wrench.torque);
  }
  void put(const LaserScan::Ranges& ranges) noexcept {
    to_.put_sequence(std::span(ranges.values).first(ranges.count));
  }
  void put(NoNumbers) noexcept { to_.put(std::uint32_t{0}); }
  void put(std::string_view text) noexcept { to_.put(text); }
  void put(const std::vector<double>& values) noexcept {
    to_.put_sequence(std::span<const double>(values));
  }
  void put(const std::vector<std::string>& texts) noexcept { to_.put_sequence(texts); }

  template <class T, std::size_t N>
  void array(const std::array<T, N>& values) noexcept {
    to_.put_array(std::span<const T>(values));
  }

  CdrWriter& to_;
};

// out of a message, along its description; throws core::InputError
class Get {
 public:
  explicit Get(CdrReader& from) noexcept : from_(from) {}
  template <class Value>
  void operator()(std::string_view, Value&& value, std::string_view = {}) {
    get(value);
  }

 private:
  template <Number T>
  void get(T& value) {
    value = from_.get<T>();
  }
  void get(bool& value) { value = from_.get_bool(); }
  template <class E>
  requires std::is_enum_v<E>
  void get(E& value) {
    const auto number = from_.get<std::uint8_t>();
    if (number >= kValues<E>) throw core::InputError(std::string(kUnknown<E>));
    value = static_cast<E>(number);
  }
  void get(robot::JointVector& v) {
    const auto values = from_.get_sequence<double>();
    if (values.size() > robot::kMaxJoints) throw core::InputError("a robot of too many joints");
    v = Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  }
  void get(core::Time& time) {
    const std::chrono::seconds seconds(from_.get<std::int32_t>());
    const std::chrono::nanoseconds fraction(from_.get<std::uint32_t>());
    time = core::Time(seconds + fraction);
  }
  void get(core::Duration& time) { time = core::Duration(from_.get<std::int64_t>()); }
  void get(spatial::Vector3& v) {
    v = Eigen::Map<const spatial::Vector3>(array<double, 3>().data());
  }
  void get(Eigen::Vector3f& v) {
    v = Eigen::Map<const spatial::Vector3>(array<double, 3>().data()).cast<float>();
  }
  void get(Eigen::Vector4f& v) { v = Eigen::Map<const Eigen::Vector4f>(array<float, 4>().data()); }
  void get(control::Obstruction& o) {
    const auto [forward, backward, left, right] = array<double, 4>();
    o = {forward, backward, left, right};
  }
  template <class Position, class Orientation>
  void get(const PoseFields<Position, Orientation>& pose) {
    get(pose.position);
    const auto [x, y, z, w] = array<double, 4>();
    pose.orientation = Eigen::Quaterniond(w, x, y, z);
  }
  template <class Vector>
  void get(const WrenchFields<Vector>& wrench) {
    get(wrench.force);
    get(wrench.torque);
  }
  void get(LaserScan::Ranges& ranges) {
    const auto values = from_.get_sequence<float>();
    if (values.size() > ranges.values.size()) throw core::InputError("a scan of too many beams");
    ranges.count = static_cast<std::uint32_t>(values.size());
    std::ranges::copy(values, ranges.values.begin());
  }
  void get(const NoNumbers&) { from_.get_sequence<float>(); }
  void get(std::string& text) { text = from_.get_string(); }
  void get(std::vector<double>& values) { values = from_.get_sequence<double>(); }
  void get(std::vector<std::string>& texts) { texts = from_.get_string_sequence(); }

  template <class T, std::size_t N>
  std::array<T, N> array() {
    std::array<T, N> values{};
    from_.get_array(std::span<T>(values));
    return values;
  }

  CdrReader& from_;
};

// as a .msg text has it
template <class Value>
inline constexpr std::string_view kTypeName{};
template <>
inline constexpr std::string_view kTypeName<bool> = "bool";
template <>
inline constexpr std::string_view kTypeName<std::uint8_t> = "uint8";
template <>
inline constexpr std::string_view kTypeName<guard::StopReason> = "uint8";
template <>
inline constexpr std::string_view kTypeName<control::JogSpace> = "uint8";
template <>
inline constexpr std::string_view kTypeName<control::JogCommand::Kind> = "uint8";
template <>
inline constexpr std::string_view kTypeName<robot::JointVector> = "float64[]";
template <>
inline constexpr std::string_view kTypeName<std::int32_t> = "int32";
template <>
inline constexpr std::string_view kTypeName<std::uint32_t> = "uint32";
template <>
inline constexpr std::string_view kTypeName<std::uint64_t> = "uint64";
template <>
inline constexpr std::string_view kTypeName<core::Duration> = "int64";
template <>
inline constexpr std::string_view kTypeName<float> = "float32";
template <>
inline constexpr std::string_view kTypeName<double> = "float64";
template <>
inline constexpr std::string_view kTypeName<std::string> = "string";
template <>
inline constexpr std::string_view kTypeName<core::Time> = "builtin_interfaces/Time";
template <>
inline constexpr std::string_view kTypeName<spatial::Vector3> = "geometry_msgs/Vector3";
template <>
inline constexpr std::string_view kTypeName<Eigen::Vector3f> = "geometry_msgs/Vector3";
template <class Position, class Orientation>
inline constexpr std::string_view kTypeName<PoseFields<Position, Orientation>> =
    "geometry_msgs/Pose";
template <class Vector>
inline constexpr std::string_view kTypeName<WrenchFields<Vector>> = "geometry_msgs/Wrench";
template <>
inline constexpr std::string_view kTypeName<Eigen::Vector4f> = "float32[4]";
template <>
inline constexpr std::string_view kTypeName<control::Obstruction> = "float64[4]";
template <>
inline constexpr std::string_view kTypeName<LaserScan::Ranges> = "float32[]";
template <>
inline constexpr std::string_view kTypeName<NoNumbers> = "float32[]";
template <>
inline constexpr std::string_view kTypeName<std::vector<double>> = "float64[]";
template <>
inline constexpr std::string_view kTypeName<std::vector<std::string>> = "string[]";

// calls to<Body>() for the body of that type of message
template <class To>
decltype(auto) with_body_of(MessageType type, To to) {
  switch (type) {
    case MessageType::joint_state:
      return to.template operator()<JointState>();
    case MessageType::pose_stamped:
      return to.template operator()<Pose>();
    case MessageType::wrench_stamped:
      return to.template operator()<spatial::Wrench>();
    case MessageType::link_sample:
      return to.template operator()<signals::Received>();
    case MessageType::engagement:
      return to.template operator()<EngagementState>();
    case MessageType::energy:
      return to.template operator()<EnergyAccount>();
    case MessageType::guard:
      return to.template operator()<GuardState>();
    case MessageType::assist:
      return to.template operator()<AssistState>();
    case MessageType::laser_scan:
      return to.template operator()<LaserScan>();
    case MessageType::drive:
      return to.template operator()<DriveState>();
    case MessageType::link_stats:
      return to.template operator()<LinkCounts>();
    case MessageType::commands:
      return to.template operator()<signals::CommandsTick>();
    case MessageType::change:
      return to.template operator()<Change>();
    case MessageType::fixture_motion:
      return to.template operator()<FixtureMotion>();
    case MessageType::outside:
      return to.template operator()<signals::OutsideTick>();
    case MessageType::event:
      break;
  }
  return to.template operator()<Event>();
}

}  // namespace tether::record::ros2
