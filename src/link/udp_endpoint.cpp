#include "tether/link/udp_endpoint.hpp"

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::link {
namespace {

std::string what(Role role) { return role == Role::leader ? "leader address" : "follower address"; }

UdpAddress peer_of(const UdpEndpointParams& params) {
  if (!params.peer.empty()) return parse_address(params.peer, what(other(params.role)));
  if (params.local.empty()) {
    throw core::InputError(
        fmt::format("{}: neither where to listen nor whom to talk to is given", what(params.role)));
  }
  return {};
}

UdpAddress local_of(const UdpEndpointParams& params, const UdpAddress& peer) {
  if (params.local.empty()) return any_address(peer);
  const UdpAddress local = parse_address(params.local, what(params.role));
  if (peer.known() && local.family() != peer.family()) {
    throw core::InputError(fmt::format("{} {} and {} {} are not of one kind, IPv4 or IPv6",
                                       what(params.role), params.local, what(other(params.role)),
                                       params.peer));
  }
  return local;
}

// a longer datagram than ours is known by the byte that it has more
static_assert(UdpSocket::kLongest > kDatagramBytes);

// two ends that start in step need not stay so
std::uint64_t seed_of(const Ephemeral& ephemeral) noexcept {
  return ByteReader(ephemeral.open.data()).take<std::uint64_t>();
}

}  // namespace

UdpEndpoint::UdpEndpoint(const UdpEndpointParams& params)
    : UdpEndpoint(params, peer_of(params), long_term_keys(params.keys, params.role)) {}

UdpEndpoint::UdpEndpoint(const UdpEndpointParams& params, const UdpAddress& peer,
                         const LongTermKeys& keys)
    : peer_(peer),
      socket_(local_of(params, peer)),
      local_(socket_.local()),
      channel_([&] {
        const Ephemeral first = new_ephemeral();
        return SecureChannel(keys, first, seed_of(first), params.handshake);
      }()),
      agreement_(keys),
      hello_to_(peer),
      message_to_(peer) {}

void UdpEndpoint::send(core::Time now, const Sample& sample) noexcept {
  Datagram datagram;
  while (channel_.speak(now, datagram)) {
    if (hello_to_.known() && !transmit(hello_to_, datagram)) ++send_failed_;
  }
  if (channel_.seal(exchange_.number(now, sample), datagram)) {
    ++(transmit(message_to_, datagram) ? sent_ : send_failed_);
  }
}

Received UdpEndpoint::receive(core::Time now) noexcept {
  agree(now);
  take(now, waiting_ > 0 ? waiting_ : socket_.receive());
  waiting_ = 0;
  return exchange_.received();
}

bool UdpEndpoint::wait(core::Duration timeout) noexcept {
  if (waiting_ == 0) waiting_ = socket_.wait(timeout);
  return waiting_ > 0;
}

void UdpEndpoint::take(core::Time now, std::size_t count) noexcept {
  Sample sample;
  for (std::size_t i = 0; i < count; ++i) {
    const Taken taken = channel_.take(now, socket_.datagram(i), sample);
    if (taken.kind == Taken::Kind::dropped) continue;
    // a listening end answers to where it was spoken to from
    if (!peer_.known()) {
      (taken.kind == Taken::Kind::hello ? hello_to_ : message_to_) = socket_.source(i);
    }
    if (taken.begins) {
      exchange_.begin_conversation();
      connected_.store(true, std::memory_order_relaxed);
    }
    if (taken.kind == Taken::Kind::sample) {
      exchange_.take(now, sample);
      ++received_;
    }
  }
}

void UdpEndpoint::agree(core::Time now) noexcept {
  if (channel_.wants_agreement()) {
    AgreementRequest request;
    if (channel_.wants(request)) agreement_.request(request);
    wipe(request);
  }
  if (const Agreement* agreement = agreement_.result()) {
    channel_.agreed(now, *agreement);
    agreement_.release();
  }
}

bool UdpEndpoint::transmit(const UdpAddress& to, const Datagram& datagram) noexcept {
  return socket_.send(to, datagram.view());
}

LinkCounts UdpEndpoint::counts() const noexcept {
  LinkCounts counts = channel_.counts();
  counts.sent = sent_.value();
  counts.received = received_.value();
  counts.send_failed = send_failed_.value();
  return counts;
}

}  // namespace tether::link
