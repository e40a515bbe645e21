#include "tether/link/udp/handshake.hpp"

#include <algorithm>

#include <sodium.h>

namespace tether::link {
namespace {

constexpr std::uint8_t kHelloType = 1;
constexpr std::size_t kMacAt = kHelloBytes - std::tuple_size_v<Key>;

Key mac_of(std::span<const std::uint8_t, kHelloBytes> bytes, const Key& key) noexcept {
  Key mac;
  crypto_generichash(mac.data(), mac.size(), bytes.data(), kMacAt, key.data(), key.size());
  return mac;
}

}  // namespace

void encode(const Hello& hello, const Key& hello_key,
            std::span<std::uint8_t, kHelloBytes> bytes) noexcept {
  ByteWriter to(bytes.data());
  to.put(kHelloType)
      .put(kUdpVersion)
      .put(static_cast<std::uint8_t>(hello.role))
      .put(static_cast<std::uint8_t>(hello.aes ? 1 : 0))
      .put(hello.connection)
      .put(hello.own)
      .put(hello.echo);
  to.put(mac_of(bytes, hello_key));
}

Hello decode_hello(std::span<const std::uint8_t, kHelloBytes> bytes) noexcept {
  ByteReader from(bytes.data() + 2);
  Hello hello;
  hello.role = from.take<std::uint8_t>() == 0 ? Role::leader : Role::follower;
  hello.aes = from.take<std::uint8_t>() == 1;
  hello.connection = from.take<std::uint64_t>();
  hello.own = from.take_key();
  hello.echo = from.take_key();
  return hello;
}

bool authentic(std::span<const std::uint8_t, kHelloBytes> bytes, const Key& hello_key) noexcept {
  const Key mac = mac_of(bytes, hello_key);
  return sodium_memcmp(mac.data(), bytes.data() + kMacAt, mac.size()) == 0;
}

Handshake::Handshake(Role role, const Ephemeral& first, std::uint64_t jitter_seed,
                     const HandshakeParams& params) noexcept
    : role_(role), params_(params), own_(first), aes_(aes_available()), jitter_(jitter_seed | 1) {}

void Handshake::received(core::Time now, const Hello& hello) noexcept {
  // the peer only asks whether we are still there, or has not received yet that we are
  const bool known =
      connection_ != 0 && (hello.connection == connection_ || hello.own == connected_to_);
  if (known) return;
  if (state_ == State::candidate) {
    // Only a run of the peer that has received this very key of ours can say this, and it has
    // another key than the one agreed with. It does so once per key, so this cannot go on for ever.
    outlived_ |= hello.echo == own_.open && hello.own != peer_ && hello.connection != candidate_;
    return;
  }
  if (state_ != State::waiting) return;

  const bool fresh = hello.own != peer_;
  peer_ = hello.own;
  peer_aes_ = hello.aes;
  if (hello.echo == own_.open) {
    state_ = State::agreeing;
    wanted_ = true;
    return;
  }
  answer_ = true;
  if (fresh || now >= last_hello_ + params_.interval) prompt();
}

bool Handshake::wants(AgreementRequest& request) noexcept {
  if (!wanted_) return false;
  wanted_ = false;
  request.own = own_;
  // of use to nobody any more; the public half goes on being said
  sodium_memzero(own_.secret.data(), own_.secret.size());
  request.peer = peer_;
  request.cipher = aes_ && peer_aes_ ? CipherKind::aes256_gcm : CipherKind::chacha20_poly1305;
  return true;
}

bool Handshake::agreed(core::Time now, const Agreement& agreement) noexcept {
  if (state_ != State::agreeing) return false;
  next_ = agreement.next;
  if (!agreement.ok) {
    renew();
    return false;
  }
  state_ = State::candidate;
  candidate_ = agreement.connection;
  candidate_since_ = now;
  answer_ = true;
  prompt();
  return true;
}

void Handshake::confirmed(core::Time now) noexcept {
  connection_ = candidate_;
  connected_to_ = peer_;
  last_received_ = now;
  answer_ = false;
  renew();
}

bool Handshake::expired(core::Time now) noexcept {
  if (state_ != State::candidate) return false;
  if (!outlived_ && now < candidate_since_ + params_.patience) return false;
  renew();
  return true;
}

// an ephemeral key is never used for two agreements
void Handshake::renew() noexcept {
  own_ = next_;
  sodium_memzero(next_.secret.data(), next_.secret.size());
  outlived_ = false;
  state_ = State::waiting;
}

// as soon as it may be
void Handshake::prompt() noexcept {
  next_hello_ = std::min(next_hello_, last_hello_ + params_.answer);
}

bool Handshake::due(core::Time now) noexcept {
  const bool connected = connection_ != 0 && now < last_received_ + params_.silence;
  if (connected && !answer_) return false;
  if (now < next_hello_) return false;
  // a candidate goes on asking until it is confirmed
  answer_ = state_ == State::candidate;
  last_hello_ = now;
  next_hello_ = now + jittered();
  return true;
}

core::Duration Handshake::jittered() noexcept {
  // Marsaglia, Xorshift RNGs, 2003
  jitter_ ^= jitter_ << 13;
  jitter_ ^= jitter_ >> 7;
  jitter_ ^= jitter_ << 17;
  const auto fifths = static_cast<std::int64_t>(jitter_ % 401);
  return params_.interval * (800 + fifths) / 1000;
}

Hello Handshake::hello() const noexcept {
  return {.role = role_, .aes = aes_, .connection = connection_, .own = own_.open, .echo = peer_};
}

}  // namespace tether::link
