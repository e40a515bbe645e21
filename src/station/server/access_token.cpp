#include "tether/station/server/access_token.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>
#include <sodium.h>

#include "tether/core/error.hpp"

namespace tether::station {
namespace {

constexpr std::size_t kShortest = 16, kLongest = 128;
constexpr std::size_t kRandomBytes = 32;
constexpr int kBase64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING;

bool unreserved(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.' || c == '~';
}

}  // namespace

std::string random_token() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium found no source of randomness");
  std::array<unsigned char, kRandomBytes> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::array<char, sodium_base64_ENCODED_LEN(kRandomBytes, kBase64)> text{};
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), kBase64);
  return text.data();
}

void check_token(std::string_view token) {
  if (token.size() >= kShortest && token.size() <= kLongest &&
      std::all_of(token.begin(), token.end(), unreserved)) {
    return;
  }
  // the token itself is not for logs
  throw core::InputError(
      fmt::format("this is no token; expected {} to {} letters, digits, '-', '_', '.' or '~'",
                  kShortest, kLongest));
}

bool same_token(std::string_view offered, std::string_view token) noexcept {
  return offered.size() == token.size() &&
         sodium_memcmp(offered.data(), token.data(), token.size()) == 0;
}

}  // namespace tether::station
