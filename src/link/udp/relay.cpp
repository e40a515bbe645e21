#include "tether/link/udp/relay.hpp"

#include <algorithm>

#include <poll.h>

namespace tether::link {
namespace {

constexpr std::size_t kLongestDatagram = 65536;
constexpr std::size_t kMostInFlight = 1 << 18;
constexpr core::Duration kLongestWait = std::chrono::milliseconds(100);
// Ethernet, IP and UDP around the content
constexpr double kHeaderBits = 8.0 * (18 + 20 + 8);

// what is too long for the next wire is cut into pieces there, as it would be without a relay
void allow_fragments(const UdpSocket& socket) noexcept {
  const int v4 = IP_PMTUDISC_DONT, v6 = IPV6_PMTUDISC_DONT;
  setsockopt(socket.descriptor(), IPPROTO_IP, IP_MTU_DISCOVER, &v4, sizeof v4);
  setsockopt(socket.descriptor(), IPPROTO_IPV6, IPV6_MTU_DISCOVER, &v6, sizeof v6);
}

}  // namespace

Relay::Relay(const RelayParams& params)
    : to_(params.to),
      near_(params.listen),
      far_(any_address(params.to)),
      channels_{ChannelModel(params.there, params.seed), ChannelModel(params.back, ~params.seed)},
      buffer_(kLongestDatagram) {
  allow_fragments(near_);
  allow_fragments(far_);
}

bool Relay::later(const Packet& a, const Packet& b) noexcept {
  return a.arrival != b.arrival ? a.arrival > b.arrival : a.order > b.order;
}

core::Time Relay::now() noexcept {
  return core::Time(std::chrono::steady_clock::now().time_since_epoch());
}

void Relay::run(const std::atomic<bool>& stop) {
  while (!stop) {
    wait();
    take(near_, kThere);
    take(far_, kBack);
    pass_on();
  }
}

// for a datagram, or for one to be due
void Relay::wait() noexcept {
  core::Duration longest = kLongestWait;
  if (!flying_.empty()) {
    longest = std::clamp(flying_.front().arrival - now(), core::Duration{0}, kLongestWait);
  }
  std::array<pollfd, 2> sockets{pollfd{near_.descriptor(), POLLIN, 0},
                                pollfd{far_.descriptor(), POLLIN, 0}};
  const timespec timeout{0, longest.count()};
  ppoll(sockets.data(), sockets.size(), &timeout, nullptr);
}

void Relay::take(UdpSocket& socket, Direction direction) {
  UdpAddress source;
  RelayCounts& counts = counts_[direction];
  while (true) {
    source.length = sizeof source.storage;
    const ssize_t size =
        recvfrom(socket.descriptor(), buffer_.data(), buffer_.size(), MSG_DONTWAIT,
                 reinterpret_cast<sockaddr*>(&source.storage),  // NOLINT(*-reinterpret-cast)
                 &source.length);
    if (size < 0) return;
    if (direction == kThere) speaker_ = source;
    ++counts.came;
    const ChannelModel::Arrivals arrivals =
        channels_[direction].draw(now(), kHeaderBits + 8.0 * static_cast<double>(size));
    if (arrivals.count == 0 || flying_.size() >= kMostInFlight) {
      ++counts.lost;
      continue;
    }
    if (arrivals.count == 2) ++counts.duplicated;
    for (std::size_t i = 0; i < arrivals.count; ++i) {
      flying_.push_back(
          {arrivals.at[i], order_++, direction, {buffer_.data(), buffer_.data() + size}});
      std::push_heap(flying_.begin(), flying_.end(), later);
    }
  }
}

void Relay::pass_on() {
  while (!flying_.empty() && flying_.front().arrival <= now()) {
    std::pop_heap(flying_.begin(), flying_.end(), later);
    const Packet& packet = flying_.back();
    const bool there = packet.direction == kThere;
    const UdpAddress& to = there ? to_ : speaker_;
    UdpSocket& socket = there ? far_ : near_;
    RelayCounts& counts = counts_[packet.direction];
    ++(to.known() && socket.send(to, packet.bytes) ? counts.passed_on : counts.refused);
    flying_.pop_back();
  }
}

}  // namespace tether::link
