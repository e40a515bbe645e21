// A UDP socket that never makes a tick wait: datagrams that came are taken in one system call, a
// bounded number at a time, so that a flood is left to the kernel to drop. IPv4 and IPv6; nothing
// is ever fragmented.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <netinet/in.h>
#include <sys/socket.h>

#include "tether/core/time.hpp"
#include "tether/link/bytes.hpp"

namespace tether::link {

struct UdpAddress {
  sockaddr_in6 storage{};  // of IPv4 too, whose is shorter; read by its family
  socklen_t length = 0;

  bool known() const noexcept { return length != 0; }
  int family() const noexcept { return storage.sin6_family; }
  std::uint16_t port() const noexcept;
};
bool operator==(const UdpAddress& a, const UdpAddress& b) noexcept;

// "10.0.0.1:7000", "[::1]:7000"
std::string to_string(const UdpAddress& address);

// From "host:port", "10.0.0.1:7000" or "[::1]:7000"; names are looked up, which may take a while.
// `what` begins the message of the core::InputError, as in
//   leader address robot.local: expected HOST:PORT or [HOST]:PORT
UdpAddress parse_address(const std::string& text, std::string_view what);
// Any address and port, for talking to `peer` first.
UdpAddress any_address(const UdpAddress& peer) noexcept;

// why something that was sent did not go, or did not arrive
struct PathError {
  int error = 0;  // errno; 0 = none. EMSGSIZE: longer than the path takes
  int mtu = 0;    // with EMSGSIZE: bytes that it takes, headers included; 0 = not known
};

class UdpSocket {
 public:
  static constexpr std::size_t kBatch = 64;  // datagrams taken at once
  // Bytes kept of a datagram: more than ours have, so that longer ones are known as such, and few
  // enough that a tick finds them in six lines of the cache.
  static constexpr std::size_t kLongest = 348;

  // core::IoError like "cannot bind 10.0.0.1:7000: Address already in use"
  explicit UdpSocket(const UdpAddress& local);
  ~UdpSocket();
  UdpSocket(const UdpSocket&) = delete;
  UdpSocket& operator=(const UdpSocket&) = delete;

  // false when the machine refuses
  bool send(const UdpAddress& to, Bytes datagram) noexcept;

  // From now on, or no more, the network's own answers to what was sent are kept for path_error()
  // (ICMP; IP_RECVERR in ip(7)). Such an answer costs a few system calls when it comes.
  void watch_path(bool watch) noexcept;
  // the latest refusal by this machine or, while it is watched, by the network; taken once
  PathError path_error() noexcept { return std::exchange(error_, {}); }

  // Takes what has come, in place of what was taken before; returns how many.
  std::size_t receive() noexcept;
  // Waits for one, up to `timeout` in steps of the kernel's timer, and takes that one only. Not for
  // a tick that has a clock.
  std::size_t wait(core::Duration timeout) noexcept;
  // the i-th of them; a longer one than kLongest is cut there
  Bytes datagram(std::size_t i) const noexcept;
  const UdpAddress& source(std::size_t i) const noexcept;

  // with the port that the machine has chosen
  UdpAddress local() const;
  int descriptor() const noexcept { return descriptor_; }

 private:
  struct Batch;

  void note(int error) noexcept;
  int take_batch() noexcept;

  int descriptor_;
  bool watching_ = false;
  PathError error_;
  core::Duration timeout_{0};
  std::unique_ptr<Batch> batch_;
};

}  // namespace tether::link
