#include "tether/link/udp/udp_endpoint.hpp"

#include <cerrno>

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
      message_to_(peer) {
  socket_.watch_path(true);
}

void UdpEndpoint::send(core::Time now, const signals::Sample& sample) noexcept {
  Datagram datagram;
  while (channel_.speak(now, datagram)) {
    if (hello_to_.known() && !transmit(hello_to_, datagram)) ++send_failed_;
  }
  if (channel_.seal(tracker_.number(now, sample), datagram)) {
    ++(transmit(message_to_, datagram) ? sent_ : send_failed_);
  }
  note_path();
}

signals::Received UdpEndpoint::receive(core::Time now) noexcept {
  agree(now);
  take(now, waiting_ > 0 ? waiting_ : socket_.receive());
  waiting_ = 0;
  note_path();
  return tracker_.received();
}

bool UdpEndpoint::wait(core::Duration timeout) noexcept {
  if (waiting_ == 0) waiting_ = socket_.wait(timeout);
  return waiting_ > 0;
}

void UdpEndpoint::take(core::Time now, std::size_t count) noexcept {
  signals::Sample sample;
  for (std::size_t i = 0; i < count; ++i) {
    const Taken taken = channel_.take(now, socket_.datagram(i), sample);
    if (taken.kind == Taken::Kind::dropped) {
      if (watching_) note_refused(i);
      continue;
    }
    // a listening end answers to where it was spoken to from
    if (!peer_.known()) {
      (taken.kind == Taken::Kind::hello ? hello_to_ : message_to_) = socket_.source(i);
    }
    if (taken.begins) {
      tracker_.begin_epoch();
      connected_.store(true, std::memory_order_relaxed);
    }
    if (taken.kind == Taken::Kind::sample) {
      tracker_.take(now, sample);
      ++received_;
      if (sample.echoes) ++echoing_;
      if (sample.echoes && watching_) {
        watching_ = false;
        socket_.watch_path(false);
      }
    }
  }
}

void UdpEndpoint::note_refused(std::size_t i) noexcept {
  const Bytes datagram = socket_.datagram(i);
  const bool similar = !datagram.empty() && SecureChannel::begins_like_ours(datagram[0]);
  (similar ? similar_from_ : other_from_).write(socket_.source(i));
}

void UdpEndpoint::note_path() noexcept {
  const PathError refusal = socket_.path_error();
  if (refusal.error == 0) return;
  if (refusal.error != EMSGSIZE) {
    path_error_.store(refusal.error, std::memory_order_relaxed);
    return;
  }
  ++too_large_;
  if (refusal.mtu > 0) path_mtu_.store(refusal.mtu, std::memory_order_relaxed);
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

ConnectionEvidence UdpEndpoint::evidence() {
  const LinkCounts now = counts();
  const ChannelEvidence channel = channel_.evidence();
  const std::uint64_t echoing = echoing_.value(), too_large = too_large_.value();
  const auto since = [](std::uint64_t after, std::uint64_t before) { return after - before; };

  ConnectionEvidence e;
  e.samples = since(now.received, seen_.received);
  e.echoing = since(echoing, echoing_seen_);
  e.greetings = since(now.hellos, seen_.hellos);
  e.answers = since(channel.answers, channel_seen_.answers);
  // a peer that receives our samples says nothing else any more
  if (now.connections > 0 && now.received == 0) ++e.answers;
  e.unverified = since(channel.unverified, channel_seen_.unverified);
  e.own = since(channel.own, channel_seen_.own);
  e.same_role = since(now.same_role, seen_.same_role) - e.own;
  const std::uint64_t other = since(now.wrong_version, seen_.wrong_version);
  e.other_version = other + since(channel.misfits, channel_seen_.misfits);
  e.version = other > 0 ? channel.version : 0;
  e.unknown = since(now.garbage + now.truncated + now.oversized,
                    seen_.garbage + seen_.truncated + seen_.oversized);
  e.too_large = since(too_large, too_large_seen_);
  e.path_mtu = path_mtu_.load(std::memory_order_relaxed);
  e.error = path_error_.exchange(0, std::memory_order_relaxed);
  UdpAddress from;
  if (similar_from_.read(from) || other_from_.read(from)) e.source = to_string(from);

  seen_ = now;
  channel_seen_ = channel;
  echoing_seen_ = echoing;
  too_large_seen_ = too_large;
  return e;
}

}  // namespace tether::link
