#include "session/replay/comparing_sink.hpp"

#include <algorithm>

#include "tether/record/ros2/message_difference.hpp"

namespace tether::session {
namespace {

// what a simulated world was really like is no concern of a controller
bool for_watchers(std::string_view topic) noexcept {
  return topic == "/follower/actual_cp" || topic.ends_with("/scene");
}

}  // namespace

int ComparingSink::add_topic(std::string_view topic, record::ros2::MessageType type) {
  topics_.push_back({std::string(topic), type});
  return static_cast<int>(topics_.size()) - 1;
}

void ComparingSink::append(int topic, std::uint32_t sequence, core::Time time,
                           std::span<const std::byte> payload) noexcept {
  const Topic& t = topics_[static_cast<std::size_t>(topic)];
  ++result_.messages;
  const auto recorded = std::find_if(tick.begin(), tick.end(), [&](const Recorded& r) {
    return !r.produced && r.topic == t.name;
  });
  if (recorded == tick.end()) {
    differs(sequence, time, t.name, "not in the log");
    return;
  }
  recorded->produced = true;
  if (!std::equal(payload.begin(), payload.end(), recorded->payload.begin(),
                  recorded->payload.end())) {
    differs(sequence, time, t.name, record::first_difference(t.type, recorded->payload, payload));
  }
}

void ComparingSink::finish_tick(std::uint32_t sequence) {
  for (const Recorded& r : tick) {
    if (for_watchers(r.topic)) continue;
    if (!r.produced) differs(sequence, r.time, r.topic, "in the log, but not made now");
  }
  tick.clear();
}

void ComparingSink::differs(std::uint32_t sequence, core::Time time, const std::string& topic,
                            std::string detail) {
  ++result_.differences;
  if (!result_.first) result_.first = {sequence, time, topic, std::move(detail)};
}

}  // namespace tether::session
