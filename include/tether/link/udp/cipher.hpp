// Authenticated encryption of datagrams in one direction of one connection: nobody without the key
// can read one, make one or change one. AES-256-GCM where both processors have it (about 0.2 µs a
// datagram), ChaCha20-Poly1305 otherwise (a few times that), both by libsodium. The nonce is
//   32 bits direction ‖ 64 bits counter
// and never comes twice under one key: keys are made for one connection and one direction, and the
// counter only rises. Keys are set up ahead; sealing and opening neither allocate nor fail.
// NIST SP 800-38D, section 8.2.1; RFC 8439.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tether/link/bytes.hpp"

namespace tether::link {

enum class CipherKind : std::uint8_t { chacha20_poly1305, aes256_gcm };

// whether this processor has AES in hardware; otherwise libsodium has no AES-256-GCM either
bool aes_available() noexcept;

class Cipher {
 public:
  static constexpr std::size_t kTagBytes = 16;

  // AES only where aes_available()
  Cipher(CipherKind kind, const Key& key, std::uint32_t direction) noexcept;
  Cipher(const Cipher&) noexcept = default;
  Cipher& operator=(const Cipher&) noexcept = default;
  // leaves nothing of the key in memory
  ~Cipher();

  // Writes plain.size() + kTagBytes bytes to `sealed`. `header` travels in the clear, but cannot be
  // changed either. No counter may be used twice.
  void seal(std::uint64_t counter, Bytes header, Bytes plain, std::uint8_t* sealed) const noexcept;
  // Writes sealed.size() - kTagBytes bytes to `plain`; false when it is not genuine.
  bool open(std::uint64_t counter, Bytes header, Bytes sealed, std::uint8_t* plain) const noexcept;

  CipherKind kind() const noexcept { return kind_; }

 private:
  // of libsodium's precomputed AES key
  static constexpr std::size_t kScheduleBytes = 512;

  CipherKind kind_;
  std::uint32_t direction_;
  Key key_;
  alignas(16) std::array<std::uint8_t, kScheduleBytes> schedule_;
};

}  // namespace tether::link
