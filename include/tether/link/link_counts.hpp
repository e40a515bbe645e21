// What has become of the datagrams of one end of a UDP link so far. Datagrams that were dropped
// had no effect but to be counted here. Written by the thread that ticks; any thread may look.
#pragma once

#include <atomic>
#include <cstdint>

namespace tether::link {

struct LinkCounts {
  std::uint64_t sent = 0;         // samples
  std::uint64_t received = 0;     // samples, late and overtaken ones included
  std::uint64_t send_failed = 0;  // the machine refused: no route, a full queue
  std::uint64_t hellos = 0;       // authentic ones that came
  std::uint64_t connections = 0;  // made and confirmed

  // dropped
  std::uint64_t forged = 0;            // wrong key, or changed on the way
  std::uint64_t replayed = 0;          // seen before, or older than the window
  std::uint64_t truncated = 0;         // shorter than its kind is
  std::uint64_t oversized = 0;         // longer than its kind is
  std::uint64_t garbage = 0;           // of no known kind
  std::uint64_t wrong_version = 0;     // the peer runs another version
  std::uint64_t same_role = 0;         // both ends lead or follow, or our own hello came back
  std::uint64_t bad_content = 0;       // genuine, but no sample
  std::uint64_t other_connection = 0;  // of one that is over, or not known yet

  std::uint64_t dropped() const noexcept {
    return forged + replayed + truncated + oversized + garbage + wrong_version + same_role +
           bad_content + other_connection;
  }
};

// A count with one writer: adding takes no locked instruction.
class Tally {
 public:
  void operator++() noexcept {
    count_.store(count_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  std::uint64_t value() const noexcept { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> count_{0};
};

}  // namespace tether::link
