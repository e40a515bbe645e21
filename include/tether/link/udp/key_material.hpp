// What proves to a peer that this end is who it should be: a key that both ends share, or a pair of
// X25519 keys of which the other end knows the public half. Keys are files of one line, 32 bytes in
// hexadecimal or base64; lines that begin with # are remarks. A secret that others on the machine
// may read is refused. RFC 7748.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tether/link/bytes.hpp"

namespace tether::link {

struct KeyMaterial {
  enum class Kind : std::uint8_t {
    shared,  // `secret` is the same at both ends
    pair     // `secret` is this end's, `peer_public` belongs to the other end's
  };
  Kind kind = Kind::shared;
  Key secret{};
  Key peer_public{};
};

// the key both ends share, from its file; core::InputError when it is no key or not kept secret
KeyMaterial shared_key(const std::string& path);
// this end's secret from its file, and the other's public key: a file, or the key itself
KeyMaterial key_pair(const std::string& secret_path, const std::string& peer_public);

// 32 bytes nobody can guess
Key random_key();
// the public half of an X25519 secret
Key public_half(const Key& secret);

std::string hexadecimal(const Key& key);
// from hexadecimal or base64; false when it is neither, or not 32 bytes
bool parse_key(std::string_view text, Key& key) noexcept;

}  // namespace tether::link
