// The secret that a client from another machine must know. It stands in addresses and in names of
// subprotocols, so it is made of letters, digits, '-', '_', '.' and '~' only (RFC 3986,
// unreserved).
#pragma once

#include <string>
#include <string_view>

namespace tether::station {

// 256 bits that nobody can guess, in base64url
std::string random_token();

// core::InputError when it cannot be one: 16 to 128 of the characters above
void check_token(std::string_view token);

// Takes as long for any wrong token of the right length as for the right one.
bool same_token(std::string_view offered, std::string_view token) noexcept;

}  // namespace tether::station
