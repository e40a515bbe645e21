// One end of a UDP link without the socket: takes datagrams as bytes, whatever they are, and makes
// the ones to be sent. Besides hellos (handshake.hpp) there are messages of a connection:
//    0  u8   type: 2 confirmation, 3 sample        18  content, encrypted: a sample
//    1  u8   version                                   (wire_format.hpp), or nothing
//    2  u64  connection                             …  16 bytes that authenticate all of it
//   10  u64  counter
// What is not exactly one of these, genuine and new is dropped and counted. Nothing here allocates,
// locks or waits; the seam makes every order, loss and mutation of datagrams testable.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tether/core/time.hpp"
#include "tether/link/link.hpp"
#include "tether/link/link_counts.hpp"
#include "tether/link/udp/cipher.hpp"
#include "tether/link/udp/handshake.hpp"
#include "tether/link/udp/replay_window.hpp"
#include "tether/link/wire_format.hpp"

namespace tether::link {

inline constexpr std::size_t kMessageHeaderBytes = 18;
inline constexpr std::size_t kConfirmationBytes = kMessageHeaderBytes + Cipher::kTagBytes;
inline constexpr std::size_t kDatagramBytes =
    kMessageHeaderBytes + kSampleBytes + Cipher::kTagBytes;
// passes everywhere in one piece: RFC 8200 promises 1280 bytes with headers
static_assert(kDatagramBytes < 1200 && kHelloBytes <= kDatagramBytes);

// a datagram of ours; none is longer
struct Datagram {
  std::array<std::uint8_t, kDatagramBytes> bytes;
  std::size_t size = 0;
  Bytes view() const noexcept { return {bytes.data(), size}; }
};

// what a datagram that came was
struct Taken {
  enum class Kind : std::uint8_t { dropped, hello, confirmation, sample };
  Kind kind = Kind::dropped;
  bool begins = false;  // the first message of a new connection: the peer is a new run
};

// What the counts do not distinguish, since the channel was made (connection_diagnosis.hpp).
struct ChannelEvidence {
  std::uint64_t answers = 0;  // hellos with our own key in them, and messages that are no samples
  std::uint64_t unverified = 0;  // of the forged: hellos
  std::uint64_t own = 0;         // of the same role: our own hello
  std::uint64_t misfits = 0;     // samples of another length or version than ours
  std::uint8_t version = 0;      // of the latest datagram of another version
};

class SecureChannel {
 public:
  SecureChannel(const LongTermKeys& keys, const Ephemeral& first, std::uint64_t jitter_seed,
                const HandshakeParams& params = {}) noexcept;

  // writes `sample` when it returns one
  Taken take(core::Time now, Bytes datagram, signals::Sample& sample) noexcept;
  // what the handshake has to say now; to be asked until there is nothing more
  bool speak(core::Time now, Datagram& datagram) noexcept;
  // false while there is nobody to send it to
  bool seal(const signals::Sample& sample, Datagram& datagram) noexcept;

  // an agreement to be made (key_agreement.hpp), and what came of it
  bool wants_agreement() const noexcept { return handshake_.wants_agreement(); }
  bool wants(AgreementRequest& request) noexcept { return handshake_.wants(request); }
  void agreed(core::Time now, const Agreement& agreement) noexcept;

  // whether a datagram with this first byte is of a kind that there is
  static bool begins_like_ours(std::uint8_t type) noexcept;

  bool connected() const noexcept { return connection_.has_value(); }
  // of this connection; nothing without one
  std::optional<CipherKind> cipher() const noexcept;
  // of hellos and drops only
  LinkCounts counts() const noexcept;
  // what shows why two ends do not meet; any thread
  ChannelEvidence evidence() const noexcept;

 private:
  struct Connection {
    Connection(const Agreement& agreement, Role role) noexcept;
    std::uint64_t number;
    Cipher sealing, opening;
    std::uint64_t next = 0;  // counter of what is sent
    ReplayWindow seen;
  };
  struct Tallies {
    Tally hellos, connections;
    Tally forged, replayed, truncated, oversized, garbage, wrong_version, same_role, bad_content,
        other_connection;
    // of them
    Tally answers, unverified, own, misfits;
    std::atomic<std::uint8_t> version{0};
  };

  Taken take_hello(core::Time now, Bytes datagram) noexcept;
  Taken take_message(core::Time now, Bytes datagram, signals::Sample& sample) noexcept;
  Connection* find(std::uint64_t number) noexcept;
  void write(Connection& connection, std::uint8_t type, Bytes content, Datagram& to) noexcept;
  Taken drop(Tally& reason) noexcept;

  LongTermKeys keys_;
  Handshake handshake_;
  std::optional<Connection> connection_, candidate_;
  bool confirm_ = false;  // is due
  Tallies tallies_;
};

}  // namespace tether::link
