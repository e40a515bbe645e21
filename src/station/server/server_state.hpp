// What all connections of one server share. Touched by the server's thread alone but for the tally.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "tether/station/server/admission.hpp"
#include "tether/station/server/client_connection.hpp"
#include "tether/station/server/server.hpp"
#include "tether/station/server/static_files.hpp"

namespace tether::station {

class WebSocket;

using Count = std::atomic<std::uint64_t>;

struct Tally {
  Count connections = 0, open = 0, waiting = 0, sent = 0, shown = 0, dropped = 0, received = 0,
        bad_messages = 0, sent_away = 0, failed = 0;
  std::array<Count, kRefusals> refused{};

  static void add(Count& count, std::uint64_t by = 1) noexcept {
    count.fetch_add(by, std::memory_order_relaxed);
  }
  static void subtract(Count& count, std::uint64_t by = 1) noexcept {
    count.fetch_sub(by, std::memory_order_relaxed);
  }
  void refuse(Refused why) noexcept { add(refused.at(static_cast<std::size_t>(why))); }
};

struct ServerState {
  ServerParams params;
  StaticFiles files;
  Host& host;
  Gate gate = {};
  Tally tally = {};
  std::vector<WebSocket*> sockets = {};  // all that live
  std::size_t askers = 0;                // connections without a WebSocket
  bool finishing = false;                // nobody is received any more
  std::function<void()> emptied = {};    // called once when the last socket is gone
};

inline std::chrono::steady_clock::duration span_of(double seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(seconds));
}

}  // namespace tether::station
