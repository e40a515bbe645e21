// What the station's server has done so far.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tether/station/server/admission.hpp"

namespace tether::station {

struct ServerCounts {
  std::uint64_t connections = 0;                   // that were accepted
  std::array<std::uint64_t, kRefusals> refused{};  // requests, by Refused
  std::uint64_t open = 0;                          // WebSockets at this moment
  std::uint64_t waiting = 0;   // messages that clients have not taken, at this moment
  std::uint64_t sent = 0;      // messages that had to arrive
  std::uint64_t shown = 0;     // frames that went out
  std::uint64_t dropped = 0;   // frames that a newer one replaced
  std::uint64_t received = 0;  // messages from clients
  // of broken frames, not UTF-8 or too large; their sender is closed. Whoever breaks the connection
  // before it could be closed counts as gone.
  std::uint64_t bad_messages = 0;
  std::uint64_t sent_away = 0;  // clients that let too much wait
  std::uint64_t failed = 0;     // connections that ended by an exception

  std::uint64_t operator[](Refused why) const noexcept {
    return refused.at(static_cast<std::size_t>(why));
  }
};

}  // namespace tether::station
