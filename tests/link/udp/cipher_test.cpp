#include "tether/link/udp/cipher.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace tether::link {
namespace {

Key key_of(std::uint8_t first) {
  Key key;
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(first + i);
  return key;
}

const std::vector<std::uint8_t> kHeader{1, 2, 3};
const std::vector<std::uint8_t> kPlain{10, 20, 30, 40, 50};

class Ciphers : public testing::TestWithParam<CipherKind> {
 protected:
  void SetUp() override {
    if (GetParam() == CipherKind::aes256_gcm && !aes_available()) GTEST_SKIP() << "no AES here";
  }
  static std::vector<std::uint8_t> seal(const Cipher& cipher, std::uint64_t counter) {
    std::vector<std::uint8_t> sealed(kPlain.size() + Cipher::kTagBytes);
    cipher.seal(counter, kHeader, kPlain, sealed.data());
    return sealed;
  }
  static bool opens(const Cipher& cipher, std::uint64_t counter, Bytes header, Bytes sealed) {
    std::vector<std::uint8_t> plain(sealed.size());
    return cipher.open(counter, header, sealed, plain.data());
  }
};

TEST_P(Ciphers, OpenWhatTheySealed) {
  const Cipher cipher(GetParam(), key_of(1), 7);
  const auto sealed = seal(cipher, 42);
  std::vector<std::uint8_t> plain(kPlain.size());
  EXPECT_TRUE(Cipher(cipher).open(42, kHeader, sealed, plain.data()));
  EXPECT_EQ(plain, kPlain);
}

TEST_P(Ciphers, OpenNothingOfAnotherKeyDirectionOrCounter) {
  const Cipher cipher(GetParam(), key_of(1), 7);
  const auto sealed = seal(cipher, 42);
  EXPECT_FALSE(opens(cipher, 43, kHeader, sealed));
  EXPECT_FALSE(opens(Cipher(GetParam(), key_of(1), 8), 42, kHeader, sealed));
  EXPECT_FALSE(opens(Cipher(GetParam(), key_of(2), 7), 42, kHeader, sealed));
}

TEST_P(Ciphers, OpenNothingWithAnyBitChangedOrBytesCutOff) {
  const Cipher cipher(GetParam(), key_of(1), 7);
  const auto good = seal(cipher, 42);
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    auto changed = good;
    changed[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    EXPECT_FALSE(opens(cipher, 42, kHeader, changed)) << bit;
  }
  for (std::size_t bit = 0; bit < 8 * kHeader.size(); ++bit) {
    auto changed = kHeader;
    changed[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    EXPECT_FALSE(opens(cipher, 42, changed, good)) << bit;
  }
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_FALSE(opens(cipher, 42, kHeader, Bytes(good).first(size))) << size;
  }
}

INSTANTIATE_TEST_SUITE_P(Both, Ciphers,
                         testing::Values(CipherKind::aes256_gcm, CipherKind::chacha20_poly1305),
                         [](const auto& kind) {
                           return kind.param == CipherKind::aes256_gcm ? "Aes" : "ChaCha";
                         });

}  // namespace
}  // namespace tether::link
