// How two ends come to the keys of one connection. Each brings an ephemeral X25519 key that is used
// for one agreement and then forgotten, so that whoever learns the long-term key later still cannot
// read what was said (forward secrecy):
//   chain = BLAKE2b(key: long-term chain;  version ‖ ciphers ‖ E_leader ‖ E_follower ‖
//                   ee [‖ es ‖ se])
//   keys of the two directions and the connection's number = KDF(chain)
// with ee = DH(e_leader, e_follower) and, for key pairs, es = DH(e_leader, s_follower) and
// se = DH(s_leader, e_follower), which only the owners of the secrets can make. With a shared key,
// the long-term chain is what only its holders have. RFC 7748; Trevor Perrin, The Noise Protocol
// Framework, 2018, patterns NNpsk0 and KK, of which this is the symmetric form.
//
// One agreement takes some 100 µs, too long for a tick: KeyAgreementThread does it beside.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include "tether/core/spsc_queue.hpp"
#include "tether/link/bytes.hpp"
#include "tether/link/udp/cipher.hpp"
#include "tether/link/udp/key_material.hpp"
#include "tether/link/udp/role.hpp"

namespace tether::link {

// what both ends know before they have met
struct LongTermKeys {
  Role role = Role::leader;
  Key own_hello{}, peer_hello{};  // authenticate the hellos of this end and of the other
  Key chain{};
  bool pair = false;
  Key secret{}, peer_public{};  // X25519, for key pairs only
};
// throws std::runtime_error when the machine has no randomness
LongTermKeys long_term_keys(const KeyMaterial& material, Role role);

struct Ephemeral {
  Key secret{}, open{};
};
Ephemeral new_ephemeral() noexcept;

struct AgreementRequest {
  Ephemeral own;
  Key peer{};  // the other's public half
  CipherKind cipher = CipherKind::chacha20_poly1305;
};

struct Agreement {
  bool ok = false;  // false when the peer's key is no key
  Key peer{};       // as requested
  CipherKind cipher = CipherKind::chacha20_poly1305;
  Key seal{}, open{};  // from this end, and to it
  std::uint64_t connection = 0;
  Ephemeral next;  // for the agreement after this one
};

// leave nothing of their keys in memory
void wipe(AgreementRequest& request) noexcept;
void wipe(Agreement& agreement) noexcept;

// the same at both ends, but for whose key is whose
Agreement agree(const LongTermKeys& keys, const AgreementRequest& request) noexcept;

// Agrees on a thread of its own. One request at a time; its calls are for one thread, and none
// waits, locks or allocates. The thread sleeps until it is asked. Secrets do not outlast their use.
class KeyAgreementThread {
 public:
  explicit KeyAgreementThread(const LongTermKeys& keys);
  ~KeyAgreementThread();
  KeyAgreementThread(const KeyAgreementThread&) = delete;
  KeyAgreementThread& operator=(const KeyAgreementThread&) = delete;

  void request(const AgreementRequest& request) noexcept;
  // what came of the request, until release(); null before that
  const Agreement* result() noexcept { return done_.front(); }
  void release() noexcept;

 private:
  void work() noexcept;

  LongTermKeys keys_;
  core::SpscQueue<AgreementRequest, 2> asked_;
  core::SpscQueue<Agreement, 2> done_;
  std::atomic<std::uint32_t> calls_{0};  // counts wake-ups
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace tether::link
