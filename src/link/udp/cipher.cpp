#include "tether/link/udp/cipher.hpp"

#include <sodium.h>

namespace tether::link {
namespace {

constexpr std::size_t kNonceBytes = 12;
static_assert(kNonceBytes == crypto_aead_aes256gcm_NPUBBYTES);
static_assert(kNonceBytes == crypto_aead_chacha20poly1305_ietf_NPUBBYTES);
static_assert(Cipher::kTagBytes == crypto_aead_aes256gcm_ABYTES);
static_assert(Cipher::kTagBytes == crypto_aead_chacha20poly1305_ietf_ABYTES);
static_assert(std::tuple_size_v<Key> == crypto_aead_aes256gcm_KEYBYTES);
static_assert(std::tuple_size_v<Key> == crypto_aead_chacha20poly1305_ietf_KEYBYTES);

using Nonce = std::array<std::uint8_t, kNonceBytes>;

Nonce nonce_of(std::uint32_t direction, std::uint64_t counter) noexcept {
  Nonce nonce;
  ByteWriter(nonce.data()).put(direction).put(counter);
  return nonce;
}

using Schedule = crypto_aead_aes256gcm_state;

}  // namespace

bool aes_available() noexcept {
  // libsodium looks at the processor when it starts
  return sodium_init() >= 0 && crypto_aead_aes256gcm_is_available() == 1;
}

Cipher::Cipher(CipherKind kind, const Key& key, std::uint32_t direction) noexcept
    : kind_(kind), direction_(direction), key_(key), schedule_{} {
  static_assert(kScheduleBytes == sizeof(Schedule) && alignof(Schedule) <= 16);
  if (kind == CipherKind::aes256_gcm) {
    // NOLINTNEXTLINE(*-reinterpret-cast): opaque bytes to libsodium as well
    crypto_aead_aes256gcm_beforenm(reinterpret_cast<Schedule*>(schedule_.data()), key_.data());
  }
}

Cipher::~Cipher() {
  sodium_memzero(key_.data(), key_.size());
  sodium_memzero(schedule_.data(), schedule_.size());
}

void Cipher::seal(std::uint64_t counter, Bytes header, Bytes plain,
                  std::uint8_t* sealed) const noexcept {
  const Nonce nonce = nonce_of(direction_, counter);
  if (kind_ == CipherKind::aes256_gcm) {
    crypto_aead_aes256gcm_encrypt_afternm(
        sealed, nullptr, plain.data(), plain.size(), header.data(), header.size(), nullptr,
        nonce.data(),
        reinterpret_cast<const Schedule*>(schedule_.data()));  // NOLINT(*-reinterpret-cast)
  } else {
    crypto_aead_chacha20poly1305_ietf_encrypt(sealed, nullptr, plain.data(), plain.size(),
                                              header.data(), header.size(), nullptr, nonce.data(),
                                              key_.data());
  }
}

bool Cipher::open(std::uint64_t counter, Bytes header, Bytes sealed,
                  std::uint8_t* plain) const noexcept {
  if (sealed.size() < kTagBytes) return false;
  const Nonce nonce = nonce_of(direction_, counter);
  if (kind_ == CipherKind::aes256_gcm) {
    return crypto_aead_aes256gcm_decrypt_afternm(
               plain, nullptr, nullptr, sealed.data(), sealed.size(), header.data(), header.size(),
               nonce.data(),
               reinterpret_cast<const Schedule*>(
                   schedule_.data())) ==  // NOLINT(*-reinterpret-cast)
           0;
  }
  return crypto_aead_chacha20poly1305_ietf_decrypt(plain, nullptr, nullptr, sealed.data(),
                                                   sealed.size(), header.data(), header.size(),
                                                   nonce.data(), key_.data()) == 0;
}

}  // namespace tether::link
