// A bad network between two programs, for machines whose kernel has none to offer (netem): all that
// comes to one address is passed on to another, later, twice or never, and answers go back the same
// way to whoever spoke last. Datagrams of any size and content; each direction has a channel model
// of its own (channel_model.hpp). Not for ticks: it allocates and waits.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "tether/link/emulated/channel_model.hpp"
#include "tether/link/udp/udp_socket.hpp"

namespace tether::link {

struct RelayParams {
  UdpAddress listen;    // where it is spoken to
  UdpAddress to;        // whom it passes that on to
  NetworkParams there;  // what datagrams meet on that way
  NetworkParams back;
  std::uint64_t seed = 1;
};

// of one direction
struct RelayCounts {
  std::uint64_t came = 0;
  std::uint64_t lost = 0;
  std::uint64_t duplicated = 0;
  std::uint64_t passed_on = 0;  // duplicates included
  std::uint64_t refused = 0;    // by the machine, or nobody has spoken yet
};

class Relay {
 public:
  // core::IoError when an address cannot be had
  explicit Relay(const RelayParams& params);

  // until `stop` is set, which is looked at ten times a second
  void run(const std::atomic<bool>& stop);

  const RelayCounts& there() const noexcept { return counts_[kThere]; }
  const RelayCounts& back() const noexcept { return counts_[kBack]; }
  std::size_t in_flight() const noexcept { return flying_.size(); }
  // where it is spoken to, with the port that the machine has chosen
  UdpAddress address() const { return near_.local(); }

 private:
  enum Direction : std::uint8_t { kThere, kBack };
  struct Packet {
    core::Time arrival;
    std::uint64_t order;
    Direction direction;
    std::vector<std::uint8_t> bytes;
  };
  static bool later(const Packet& a, const Packet& b) noexcept;
  static core::Time now() noexcept;

  void wait() noexcept;
  void take(UdpSocket& socket, Direction direction);
  void pass_on();

  UdpAddress to_, speaker_;
  UdpSocket near_, far_;
  std::array<ChannelModel, 2> channels_;
  std::array<RelayCounts, 2> counts_{};
  std::vector<Packet> flying_;  // heap by arrival
  std::uint64_t order_ = 0;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace tether::link
