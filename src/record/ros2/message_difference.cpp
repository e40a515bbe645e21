#include "tether/record/ros2/message_difference.hpp"

#include <bit>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "record/ros2/ros2_fields.hpp"
#include "tether/core/error.hpp"

namespace tether::record {
namespace {

// the fields of a message as a list, text for those that are not numbers
struct Field {
  std::string name;
  double number = 0;
  std::string text = {};

  bool same_as(const Field& other) const {
    return name == other.name && text == other.text &&
           std::bit_cast<std::uint64_t>(number) == std::bit_cast<std::uint64_t>(other.number);
  }
  std::string value() const { return text.empty() ? fmt::format("{}", number) : text; }
};

// along the description of a message
class List {
 public:
  template <class Value>
  void operator()(std::string_view name, const Value& value, std::string_view = {}) {
    add(std::string(name), value);
  }
  std::vector<Field> fields;

 private:
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void add(std::string name, T value) {
    fields.push_back({std::move(name), static_cast<double>(value)});
  }
  void add(std::string name, core::Duration time) {
    fields.push_back({std::move(name), core::seconds(time)});
  }
  void add(std::string name, core::Time time) {
    fields.push_back({std::move(name), core::seconds(time)});
  }
  void add(std::string name, const std::string& text) {
    fields.push_back({std::move(name), 0, text});
  }
  template <class T>
  void add(const std::string& name, std::span<const T> values) {
    for (std::size_t i = 0; i < values.size(); ++i) add(fmt::format("{}[{}]", name, i), values[i]);
  }
  void add(const std::string& name, const std::vector<double>& values) {
    add(name, std::span<const double>(values));
  }
  void add(const std::string& name, const robot::JointVector& values) {
    add(name, std::span<const double>(values.data(), static_cast<std::size_t>(values.size())));
  }
  void add(const std::string& name, const std::vector<std::string>& values) {
    add(name, std::span<const std::string>(values));
  }
  void add(const std::string& name, const ros2::LaserScan::Ranges& ranges) {
    add(name, std::span<const float>(ranges.values).first(ranges.count));
  }
  void add(const std::string&, ros2::NoNumbers) {}
  void add(const std::string& name, const Eigen::Vector4f& v) {
    add(name, std::span<const float>(v.data(), 4));
  }
  void add(const std::string& name, const control::Obstruction& o) {
    add(name, std::span<const double>(std::array{o.forward, o.backward, o.left, o.right}));
  }
  template <class Scalar>
  void add(const std::string& name, const Eigen::Matrix<Scalar, 3, 1>& v) {
    add(name + ".x", v.x());
    add(name + ".y", v.y());
    add(name + ".z", v.z());
  }
  template <class Position, class Orientation>
  void add(const std::string& name, const ros2::PoseFields<Position, Orientation>& pose) {
    add(name + ".position", pose.position);
    add(name + ".orientation", spatial::Vector3(pose.orientation.vec()));
    add(name + ".orientation.w", pose.orientation.w());
  }
  template <class Vector>
  void add(const std::string& name, const ros2::WrenchFields<Vector>& wrench) {
    add(name + ".force", wrench.force);
    add(name + ".torque", wrench.torque);
  }
};

std::vector<Field> fields(ros2::MessageType type, std::span<const std::byte> payload) {
  return ros2::with_body_of(type, [payload]<class Body>() {
    List list;
    if constexpr (std::is_same_v<Body, ros2::Event>) {
      const ros2::Event event = ros2::decode_event(payload);
      list("what", event.what);
      list("detail", event.detail);
    } else {
      const auto message = ros2::decode<Body>(payload);
      ros2::describe(list, message.body);
    }
    return list.fields;
  });
}

}  // namespace

std::string first_difference(ros2::MessageType type, std::span<const std::byte> recorded,
                             std::span<const std::byte> replayed) {
  try {
    const auto a = fields(type, recorded);
    const auto b = fields(type, replayed);
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      if (!a[i].same_as(b[i])) {
        return fmt::format("{}: recorded {}, replayed {}", a[i].name, a[i].value(), b[i].value());
      }
    }
  } catch (const core::InputError& e) {
    return fmt::format("the recorded message cannot be decoded ({})", e.what());
  }
  return fmt::format("{} bytes recorded, {} replayed", recorded.size(), replayed.size());
}

}  // namespace tether::record
