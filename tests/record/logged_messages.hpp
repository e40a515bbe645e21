// What a log holds, as values that tests compare.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "tests/record/mcap_bytes.hpp"
#include "tether/record/mcap/mcap_reader.hpp"

namespace tether::record::mcap {

// what of a message must come back
using Logged = std::tuple<std::string, std::uint32_t, std::int64_t, Bytes>;

inline std::vector<Logged> messages_of(McapReader& log) {
  std::vector<Logged> messages;
  McapMessage message;
  while (log.next(message)) {
    messages.emplace_back(message.channel->topic, message.sequence,
                          message.log_time.time_since_epoch().count(),
                          Bytes(message.payload.begin(), message.payload.end()));
  }
  return messages;
}

}  // namespace tether::record::mcap
