#include "tether/link/udp/key_material.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>

#include "tether/core/error.hpp"

namespace tether::link {
namespace {

void start_sodium() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium found no source of randomness");
}

[[noreturn]] void refuse(const std::string& path, int line, const std::string& message) {
  throw core::InputError(core::SourceLocation{path, line, 0}, message);
}

void require_secrecy(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    refuse(path, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    refuse(path, 0, fmt::format("others may use this key; chmod 600 {}", path));
  }
}

std::string_view trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t\r");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

Key read_key(const std::string& path) {
  std::ifstream file(path);
  if (!file) refuse(path, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::string_view text = trimmed(line);
    if (text.empty() || text.front() == '#') continue;
    Key key;
    const bool read = parse_key(text, key);
    sodium_memzero(line.data(), line.size());
    if (read) return key;
    refuse(path, number, "expected a key: 64 hexadecimal digits, or 32 bytes in base64");
  }
  refuse(path, 0, "holds no key");
}

bool is_zero(const Key& key) { return sodium_is_zero(key.data(), key.size()) == 1; }

}  // namespace

bool parse_key(std::string_view text, Key& key) noexcept {
  std::size_t length = 0;
  const char* end = nullptr;
  const auto complete = [&] { return length == key.size() && end == text.data() + text.size(); };
  if (text.size() == 2 * key.size()) {
    return sodium_hex2bin(key.data(), key.size(), text.data(), text.size(), nullptr, &length,
                          &end) == 0 &&
           complete();
  }
  for (const int variant :
       {sodium_base64_VARIANT_ORIGINAL, sodium_base64_VARIANT_URLSAFE,
        sodium_base64_VARIANT_ORIGINAL_NO_PADDING, sodium_base64_VARIANT_URLSAFE_NO_PADDING}) {
    if (sodium_base642bin(key.data(), key.size(), text.data(), text.size(), nullptr, &length, &end,
                          variant) == 0 &&
        complete()) {
      return true;
    }
  }
  return false;
}

KeyMaterial shared_key(const std::string& path) {
  start_sodium();
  require_secrecy(path);
  KeyMaterial material{.kind = KeyMaterial::Kind::shared, .secret = read_key(path)};
  if (is_zero(material.secret)) refuse(path, 0, "a key of zeros is no secret");
  return material;
}

KeyMaterial key_pair(const std::string& secret_path, const std::string& peer_public) {
  start_sodium();
  require_secrecy(secret_path);
  KeyMaterial material{.kind = KeyMaterial::Kind::pair, .secret = read_key(secret_path)};
  if (!parse_key(peer_public, material.peer_public)) material.peer_public = read_key(peer_public);
  Key shared;
  // also catches the few points that agree on zero with every secret
  if (crypto_scalarmult(shared.data(), material.secret.data(), material.peer_public.data()) != 0) {
    throw core::InputError(fmt::format("{}: not a public key", peer_public));
  }
  sodium_memzero(shared.data(), shared.size());
  if (public_half(material.secret) == material.peer_public) {
    throw core::InputError(
        fmt::format("{}: this is the public half of {}, not the peer's", peer_public, secret_path));
  }
  return material;
}

Key random_key() {
  start_sodium();
  Key key;
  randombytes_buf(key.data(), key.size());
  return key;
}

Key public_half(const Key& secret) {
  Key open;
  crypto_scalarmult_base(open.data(), secret.data());
  return open;
}

std::string hexadecimal(const Key& key) {
  std::string text;
  for (const std::uint8_t byte : key) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace tether::link
