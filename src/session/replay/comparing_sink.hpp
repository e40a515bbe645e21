// Holds the recorded messages of one tick against those that are made now, byte for byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tether/record/recorder.hpp"
#include "tether/session/replay.hpp"

namespace tether::session {

struct Recorded {
  std::string topic;
  core::Time time;
  std::vector<std::byte> payload;
  bool produced = false;  // the replay made it too
};

class ComparingSink final : public record::MessageSink {
 public:
  explicit ComparingSink(ReplayResult& result) : result_(result) {}

  int add_topic(std::string_view topic, record::ros2::MessageType type) override;
  void append(int topic, std::uint32_t sequence, core::Time time,
              std::span<const std::byte> payload) noexcept override;
  // what the log has and the replay did not make
  void finish_tick(std::uint32_t sequence);

  std::vector<Recorded> tick;

 private:
  struct Topic {
    std::string name;
    record::ros2::MessageType type;
  };

  void differs(std::uint32_t sequence, core::Time time, const std::string& topic,
               std::string detail);

  ReplayResult& result_;
  std::vector<Topic> topics_;
};

}  // namespace tether::session
