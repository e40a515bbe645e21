// How two ends find each other over datagrams that anybody may forge, lose, repeat or reorder.
// Neither end is first: both say hello every 100 ms until they are connected,
//    0  u8   type, 1             4  u64  connection that the sender has, 0 = none
//    1  u8   version             12  the sender's ephemeral public key, 32 bytes
//    2  u8   role                44  that of the receiver as last received, or zeros, 32 bytes
//    3  u8   1 where it has AES  76  BLAKE2b of all this under the sender's hello key, 32 bytes
// A hello that carries our own ephemeral key back is an answer to us, now: from an earlier run, or
// an earlier agreement, there is none. Only such a one leads to an agreement, and with it to a
// candidate connection, which replaces the connection that there is when a message under its keys
// has come. So a hello repeated or forged changes nothing, and a peer that was started anew is
// accepted at once, also when its former run died half-way. Ephemeral keys serve one agreement; the
// next one comes with each agreement.
//
// In a tick this takes one keyed hash per hello; agreements are made elsewhere, one at a time, and
// only for hellos that are authentic and fresh. docs/design/udp-link.md says why it is right.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tether/core/time.hpp"
#include "tether/link/udp/key_agreement.hpp"

namespace tether::link {

inline constexpr std::uint8_t kUdpVersion = 1;
inline constexpr std::size_t kHelloBytes = 108;

struct Hello {
  Role role = Role::leader;
  bool aes = false;              // the sender's processor has it
  std::uint64_t connection = 0;  // that the sender has
  Key own{};                     // ephemeral, of the sender
  Key echo{};                    // ephemeral, of the receiver
};
void encode(const Hello& hello, const Key& hello_key,
            std::span<std::uint8_t, kHelloBytes> bytes) noexcept;
// the content of a hello of this version; authentic() says whether to believe it
Hello decode_hello(std::span<const std::uint8_t, kHelloBytes> bytes) noexcept;
bool authentic(std::span<const std::uint8_t, kHelloBytes> bytes, const Key& hello_key) noexcept;

struct HandshakeParams {
  core::Duration interval = std::chrono::milliseconds(100);  // between two hellos, ± a fifth
  core::Duration answer = std::chrono::milliseconds(10);  // at least, when there is something new
  core::Duration patience = std::chrono::seconds(3);      // with a candidate that keeps silent
  core::Duration silence = std::chrono::seconds(1);       // of the peer, that makes us ask
};

class Handshake {
 public:
  enum class State : std::uint8_t {
    waiting,   // for a hello that answers ours
    agreeing,  // on keys, elsewhere
    candidate  // agreed, not confirmed
  };

  // `jitter_seed` keeps two ends from talking in step
  Handshake(Role role, const Ephemeral& first, std::uint64_t jitter_seed,
            const HandshakeParams& params = {}) noexcept;

  // an authentic hello has come
  void received(core::Time now, const Hello& hello) noexcept;
  // a message of the connection has come
  void received_from_peer(core::Time now) noexcept { last_received_ = now; }
  // an agreement is to be made; wants() gives it out once
  bool wants_agreement() const noexcept { return wanted_; }
  bool wants(AgreementRequest& request) noexcept;
  // the agreement is made; false when it came to nothing
  bool agreed(core::Time now, const Agreement& agreement) noexcept;
  // a message under the candidate's keys has come: it is the connection now
  void confirmed(core::Time now) noexcept;
  // gives up a candidate that keeps silent, or whose run of the peer is over; true when it did
  bool expired(core::Time now) noexcept;

  // whether hello, and confirmation where there is a candidate, are to be sent now; true once
  bool due(core::Time now) noexcept;
  Hello hello() const noexcept;

  State state() const noexcept { return state_; }
  std::uint64_t connection() const noexcept { return connection_; }

 private:
  void renew() noexcept;
  void prompt() noexcept;
  core::Duration jittered() noexcept;

  Role role_;
  HandshakeParams params_;
  State state_ = State::waiting;
  Ephemeral own_, next_;
  bool aes_;
  Key peer_{};  // the other's ephemeral key as last received, or of the agreement at hand
  bool peer_aes_ = false;
  bool wanted_ = false;  // an agreement that nobody has fetched yet

  std::uint64_t connection_ = 0;  // the one there is
  std::uint64_t candidate_ = 0;
  bool outlived_ = false;  // another run of the peer has answered us
  Key connected_to_{};     // the other's ephemeral key of the connection there is

  std::uint64_t jitter_;
  bool answer_ = false;  // somebody waits for our hello
  core::Time next_hello_, last_hello_, candidate_since_, last_received_;
};

}  // namespace tether::link
