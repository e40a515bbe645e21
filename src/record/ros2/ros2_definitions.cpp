// The .msg texts. Those of tether's messages follow from their descriptions; fields and defaults of
// the standard ones are those of ROS 2, the words are ours.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "record/ros2/ros2_fields.hpp"
#include "tether/record/ros2/ros2_messages.hpp"

namespace tether::record::ros2 {

namespace {

// what messages are made of
struct Part {
  std::string_view name;  // package/Type
  std::string_view text;
  std::array<std::string_view, 2> parts;  // that it is directly made of itself; the rest is empty
};

constexpr std::array kParts = std::to_array<Part>({
    {"builtin_interfaces/Time", "# Session time\nint32 sec\nuint32 nanosec\n", {}},
    {"std_msgs/Header",
     "# When, and in which frame\nbuiltin_interfaces/Time stamp\nstring frame_id\n",
     {"builtin_interfaces/Time"}},
    {"geometry_msgs/Vector3", "float64 x\nfloat64 y\nfloat64 z\n", {}},
    {"geometry_msgs/Point", "# [m]\nfloat64 x\nfloat64 y\nfloat64 z\n", {}},
    {"geometry_msgs/Quaternion", "float64 x 0\nfloat64 y 0\nfloat64 z 0\nfloat64 w 1\n", {}},
    {"geometry_msgs/Pose",
     "Point position\nQuaternion orientation\n",
     {"geometry_msgs/Point", "geometry_msgs/Quaternion"}},
    {"geometry_msgs/Wrench",
     "# [N] and [N m]\nVector3 force\nVector3 torque\n",
     {"geometry_msgs/Vector3"}},
});

const Part* find(std::string_view name) {
  const auto* found = std::ranges::find(kParts, name, &Part::name);
  return found == kParts.end() ? nullptr : found;
}

// `name` and what it is made of, each once, in the order they are first met
void collect(std::string_view name, std::vector<const Part*>& found) {
  const Part* part = find(name);
  if (part == nullptr) return;
  if (std::ranges::find(found, part) == found.end()) found.push_back(part);
  for (const std::string_view inner : part->parts) collect(inner, found);
}

// the fields of a message, along its description
struct Lines {
  struct Line {
    std::string_view type;
    std::string_view name;
    std::string_view meaning;
    std::size_t width() const { return type.size() + 1 + name.size(); }
  };
  template <class Value>
  void operator()(std::string_view name, const Value&, std::string_view meaning = {}) {
    static_assert(!kTypeName<Value>.empty(), "a kind of field that no message can have");
    lines.push_back({kTypeName<Value>, name, meaning});
  }
  std::vector<Line> lines;
};

std::string text_of(const MessageInfo& message, const Lines& fields) {
  std::string text;
  if (!message.about.empty()) text += fmt::format("# {}\n", message.about);
  std::size_t column = 0;
  for (const Lines::Line& line : fields.lines) {
    if (!line.meaning.empty()) column = std::max(column, line.width());
  }
  for (const Lines::Line& line : fields.lines) {
    text += fmt::format("{} {}", line.type, line.name);
    if (!line.meaning.empty()) {
      text += fmt::format("{:{}}  # {}", "", column - line.width(), line.meaning);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string_view name(MessageType type) noexcept {
  return with_body_of(type, []<class Body>() { return kMessage<Body>.name; });
}

std::string definition(MessageType type) {
  Lines fields;
  const MessageInfo message = with_body_of(type, [&fields]<class Body>() {
    if (kMessage<Body>.headed) fields.lines.push_back({"std_msgs/Header", "header", ""});
    const Body body;
    describe(fields, body);
    return kMessage<Body>;
  });
  std::string text = text_of(message, fields);
  std::vector<const Part*> parts;
  for (const Lines::Line& line : fields.lines) collect(line.type, parts);
  for (const Part* part : parts) {
    text.append(80, '=').append("\nMSG: ").append(part->name).append("\n").append(part->text);
  }
  return text;
}

McapChannelId add_channel(McapWriter& log, std::string_view topic, MessageType type) {
  const McapSchemaId schema = log.add_schema(name(type), "ros2msg", definition(type));
  // rosbag2 asks for the key; an empty list of profiles means its own default
  return log.add_channel(topic, schema, {{"offered_qos_profiles", ""}}, "cdr");
}

}  // namespace tether::record::ros2
