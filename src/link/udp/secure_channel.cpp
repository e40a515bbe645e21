#include "tether/link/udp/secure_channel.hpp"

namespace tether::link {
namespace {

enum Type : std::uint8_t { kHello = 1, kConfirmation = 2, kSample = 3 };

// 0 for what is of no kind
std::size_t size_of(std::uint8_t type) noexcept {
  switch (type) {
    case kHello:
      return kHelloBytes;
    case kConfirmation:
      return kConfirmationBytes;
    case kSample:
      return kDatagramBytes;
    default:
      return 0;
  }
}

// the direction's part of the nonce
std::uint32_t direction_to(Role role) noexcept { return role == Role::leader ? 1 : 2; }

}  // namespace

SecureChannel::Connection::Connection(const Agreement& agreement, Role role) noexcept
    : number(agreement.connection),
      sealing(agreement.cipher, agreement.seal, direction_to(other(role))),
      opening(agreement.cipher, agreement.open, direction_to(role)) {}

SecureChannel::SecureChannel(const LongTermKeys& keys, const Ephemeral& first,
                             std::uint64_t jitter_seed, const HandshakeParams& params) noexcept
    : keys_(keys), handshake_(keys.role, first, jitter_seed, params) {}

bool SecureChannel::begins_like_ours(std::uint8_t type) noexcept { return size_of(type) != 0; }

Taken SecureChannel::drop(Tally& reason) noexcept {
  ++reason;
  return {};
}

Taken SecureChannel::take(core::Time now, Bytes datagram, signals::Sample& sample) noexcept {
  if (datagram.empty()) return drop(tallies_.truncated);
  const std::size_t size = size_of(datagram[0]);
  if (size == 0) return drop(tallies_.garbage);
  if (datagram.size() == 1) return drop(tallies_.truncated);
  // before its length, which is another version's to choose
  if (datagram[1] != kUdpVersion) {
    tallies_.version.store(datagram[1], std::memory_order_relaxed);
    return drop(tallies_.wrong_version);
  }
  if (datagram[0] == kSample && datagram.size() != size) ++tallies_.misfits;
  if (datagram.size() < size) return drop(tallies_.truncated);
  if (datagram.size() > size) return drop(tallies_.oversized);
  return datagram[0] == kHello ? take_hello(now, datagram) : take_message(now, datagram, sample);
}

Taken SecureChannel::take_hello(core::Time now, Bytes datagram) noexcept {
  const auto bytes = datagram.first<kHelloBytes>();
  const Hello hello = decode_hello(bytes);
  const Hello ours = handshake_.hello();
  if (hello.role == keys_.role) {
    if (hello.own == ours.own) ++tallies_.own;
    return drop(tallies_.same_role);
  }
  if (!authentic(bytes, keys_.peer_hello)) {
    ++tallies_.unverified;
    return drop(tallies_.forged);
  }
  ++tallies_.hellos;
  if (hello.echo == ours.own) ++tallies_.answers;
  handshake_.received(now, hello);
  return {.kind = Taken::Kind::hello};
}

SecureChannel::Connection* SecureChannel::find(std::uint64_t number) noexcept {
  if (connection_ && connection_->number == number) return &*connection_;
  if (candidate_ && candidate_->number == number) return &*candidate_;
  return nullptr;
}

Taken SecureChannel::take_message(core::Time now, Bytes datagram,
                                  signals::Sample& sample) noexcept {
  ByteReader from(datagram.data() + 2);
  Connection* const connection = find(from.take<std::uint64_t>());
  if (connection == nullptr) return drop(tallies_.other_connection);
  const auto counter = from.take<std::uint64_t>();
  if (!connection->seen.fresh(counter)) return drop(tallies_.replayed);
  SampleBytes plain;
  if (!connection->opening.open(counter, datagram.first(kMessageHeaderBytes),
                                datagram.subspan(kMessageHeaderBytes), plain.data())) {
    return drop(tallies_.forged);
  }
  connection->seen.mark(counter);

  // it is the peer who speaks, now
  Taken taken{.kind = Taken::Kind::confirmation};
  if (candidate_ && connection == &*candidate_) {
    connection_ = candidate_;
    candidate_.reset();
    confirm_ = false;
    handshake_.confirmed(now);
    ++tallies_.connections;
    taken.begins = true;
  }
  handshake_.received_from_peer(now);
  if (datagram[0] == kSample) {
    SampleError error = SampleError::none;
    taken.kind = Taken::Kind::sample;
    if (!decode(plain, sample, error)) {
      ++tallies_.bad_content;
      if (error == SampleError::version) ++tallies_.misfits;
      taken.kind = Taken::Kind::confirmation;
    }
  } else {
    ++tallies_.answers;
  }
  return taken;
}

void SecureChannel::agreed(core::Time now, const Agreement& agreement) noexcept {
  if (handshake_.agreed(now, agreement)) candidate_.emplace(agreement, keys_.role);
}

bool SecureChannel::speak(core::Time now, Datagram& datagram) noexcept {
  if (handshake_.expired(now)) {
    candidate_.reset();
    confirm_ = false;
  }
  if (confirm_ && candidate_) {
    confirm_ = false;
    write(*candidate_, kConfirmation, {}, datagram);
    return true;
  }
  if (!handshake_.due(now)) return false;
  encode(handshake_.hello(), keys_.own_hello,
         std::span<std::uint8_t, kHelloBytes>(datagram.bytes.data(), kHelloBytes));
  datagram.size = kHelloBytes;
  // goes after the hello that makes the peer understand it
  confirm_ = candidate_.has_value();
  return true;
}

bool SecureChannel::seal(const signals::Sample& sample, Datagram& datagram) noexcept {
  if (!connection_) return false;
  SampleBytes plain;
  encode(sample, plain);
  write(*connection_, kSample, plain, datagram);
  return true;
}

void SecureChannel::write(Connection& connection, std::uint8_t type, Bytes content,
                          Datagram& to) noexcept {
  const std::uint64_t counter = connection.next++;
  ByteWriter(to.bytes.data()).put(type).put(kUdpVersion).put(connection.number).put(counter);
  connection.sealing.seal(counter, {to.bytes.data(), kMessageHeaderBytes}, content,
                          to.bytes.data() + kMessageHeaderBytes);
  to.size = kMessageHeaderBytes + content.size() + Cipher::kTagBytes;
}

std::optional<CipherKind> SecureChannel::cipher() const noexcept {
  if (!connection_) return std::nullopt;
  return connection_->sealing.kind();
}

LinkCounts SecureChannel::counts() const noexcept {
  const Tallies& t = tallies_;
  LinkCounts counts;
  counts.hellos = t.hellos.value();
  counts.connections = t.connections.value();
  counts.forged = t.forged.value();
  counts.replayed = t.replayed.value();
  counts.truncated = t.truncated.value();
  counts.oversized = t.oversized.value();
  counts.garbage = t.garbage.value();
  counts.wrong_version = t.wrong_version.value();
  counts.same_role = t.same_role.value();
  counts.bad_content = t.bad_content.value();
  counts.other_connection = t.other_connection.value();
  return counts;
}

ChannelEvidence SecureChannel::evidence() const noexcept {
  const Tallies& t = tallies_;
  return {.answers = t.answers.value(),
          .unverified = t.unverified.value(),
          .own = t.own.value(),
          .misfits = t.misfits.value(),
          .version = t.version.load(std::memory_order_relaxed)};
}

}  // namespace tether::link
