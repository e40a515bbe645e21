// What a client was sent and has not yet taken. Messages that must arrive wait in order, as many as
// the bounds allow; of those that the next one makes worthless only the newest waits. So a client
// that does not read costs no more than this.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>

#include "tether/station/server/client_connection.hpp"

namespace tether::station {

struct WaitingLimits {
  std::size_t messages = 256;
  std::size_t bytes = std::size_t{4} << 20;  // a single one may be larger
};

class WaitingMessages {
 public:
  explicit WaitingMessages(const WaitingLimits& limits = {}) : limits_(limits) {}

  // false: too much waits already, and this does not
  [[nodiscard]] bool send(Outgoing message);
  // true: it took the place of another
  bool show(Outgoing message);

  struct Next {
    Outgoing message;
    bool shown = false;  // else sent
  };
  // what must arrive goes first; nothing when nothing waits
  std::optional<Next> take();
  void clear();

  std::size_t sends() const noexcept { return sends_.size(); }
  std::size_t count() const noexcept { return sends_.size() + (shown_ ? 1U : 0U); }

 private:
  WaitingLimits limits_;
  std::deque<Outgoing> sends_;
  std::size_t bytes_ = 0;  // of sends_
  std::optional<Outgoing> shown_;
};

}  // namespace tether::station
