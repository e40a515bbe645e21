// Passes datagrams on between two ends, as fast as they come, and keeps copies of the latest of
// each length and direction: what somebody on the way can get hold of.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tether/link/udp/udp_socket.hpp"

namespace tether::test {

using Captured = std::vector<std::uint8_t>;

class CapturingRelay {
 public:
  // "HOST:PORT": where one end sends to, and where the other is; answers go back
  CapturingRelay(const std::string& listen, const std::string& to);
  CapturingRelay(const CapturingRelay&) = delete;
  CapturingRelay& operator=(const CapturingRelay&) = delete;
  ~CapturingRelay();

  // datagrams that came so far
  std::uint64_t there() const noexcept { return there_; }
  std::uint64_t back() const noexcept { return back_; }
  // up to kKept of each kind and direction, the latest ones
  std::vector<Captured> captured() const;

 private:
  static constexpr std::size_t kKept = 64;

  void run();
  void keep(link::Bytes datagram, int direction);

  link::UdpSocket near_, far_;
  link::UdpAddress to_, speaker_;
  std::atomic<std::uint64_t> there_{0}, back_{0};
  struct Kind {
    std::size_t length;
    int direction;
    std::vector<Captured> kept;
    std::size_t next = 0;
  };
  mutable std::mutex mutex_;  // of kinds_
  std::vector<Kind> kinds_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace tether::test
