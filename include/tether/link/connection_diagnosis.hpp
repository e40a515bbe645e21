// Why two sides do not find each other. An endpoint says what has come to it and what became of
// what it sent (ConnectionEvidence); the watch looks once per second, finds which trouble that
// second shows, and believes it when it has lasted: one second where datagrams prove it, such as
// those of a peer with another key, up to three where it is silence that does. Nothing here
// touches the connection; whoever forges datagrams can make it guess wrong, no more.
//
//   wrong key        hellos come, none of them made with our key
//   same role        hellos come from a leader to a leader
//   own address      our own hellos come back
//   other version    what comes is of another version of the wire
//   too large        machine or network said that a datagram of ours does not fit (EMSGSIZE)
//   samples lost     the handshake passes, longer samples of the peer do not
//   peer lacks samples  the peer's samples come, but echo none of ours
//   peer lacks answer   the peer greets, but never answers us
//   refused          the network said that nobody is at the peer's port (ECONNREFUSED)
//   unreachable      machine or network said that there is no way there
//   not ours         something comes, but nothing that tether sends
//   nobody           nothing comes
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "tether/core/time.hpp"
#include "tether/link/link.hpp"

namespace tether::link {

// what an endpoint has seen since it was last asked
struct ConnectionEvidence {
  // genuine, from the peer
  std::uint64_t samples = 0;    // taken
  std::uint64_t echoing = 0;    // of them: with the echo of a sample of ours
  std::uint64_t greetings = 0;  // before the two are connected
  std::uint64_t answers = 0;  // that only a peer that receives us can send, and that are no samples

  // refused
  std::uint64_t unverified = 0;     // greetings under another key
  std::uint64_t same_role = 0;      // greetings of an end with our role
  std::uint64_t own = 0;            // our own greetings, come back
  std::uint64_t other_version = 0;  // of another version
  std::uint64_t unknown = 0;        // of no kind that tether sends
  std::string source;               // where the latest of these came from; empty = not known
  int version = 0;                  // of the latest of another version; 0 = not known

  // of what was sent
  std::uint64_t too_large = 0;  // did not fit the path
  int path_mtu = 0;             // bytes that the path takes, headers included; 0 = not known
  int error = 0;                // errno of the latest other refusal; 0 = none
};

enum class Trouble : std::uint8_t {
  none,
  wrong_key,
  same_role,
  own_address,
  other_version,
  too_large,
  samples_lost,
  peer_lacks_samples,
  peer_lacks_answer,
  refused,
  unreachable,
  not_ours,
  nobody
};
// "wrong_key", as in summary.json
std::string_view name(Trouble trouble) noexcept;
// "wrong key", for a line of few words
std::string_view words(Trouble trouble) noexcept;

// an endpoint that says what keeps it from its peer
class DiagnosableEndpoint : public Endpoint {
 public:
  // outside of ticks, for one thread
  virtual ConnectionEvidence evidence() = 0;
};

struct Diagnosis {
  Trouble trouble = Trouble::none;
  ConnectionEvidence evidence;  // of the second that showed it first
};

// what one look shows. recent: of the seconds before it in which no sample came, added up
Trouble trouble_in(const ConnectionEvidence& latest, const ConnectionEvidence& recent) noexcept;

class ConnectionWatch {
 public:
  static constexpr core::Duration kInterval = std::chrono::seconds(1);

  // Looks when it is time to, by whatever clock `now` is of; true when the diagnosis has changed.
  bool update(core::Time now, DiagnosableEndpoint& endpoint);
  const Diagnosis& diagnosis() const noexcept { return diagnosis_; }
  // when it is over: the diagnosis, or what the last seconds showed, however short
  const Diagnosis& conclude(DiagnosableEndpoint& endpoint);
  // a sample of the peer has come, at any time
  bool met() const noexcept { return met_; }

 private:
  static constexpr std::size_t kRemembered = 4;  // looks; longer than a handshake that fails takes

  Diagnosis look(DiagnosableEndpoint& endpoint);

  bool begun_ = false, met_ = false;
  core::Time next_;
  Diagnosis diagnosis_;
  std::array<ConnectionEvidence, kRemembered> before_;
  std::size_t looks_ = 0;
  Diagnosis found_;  // at the last look
  int times_ = 0;    // that it was found in a row
};

}  // namespace tether::link
