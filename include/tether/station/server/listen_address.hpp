// Where the station listens: a numeric address of this machine and a port.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tether::station {

struct ListenAddress {
  std::string host = "127.0.0.1";  // without brackets
  std::uint16_t port = 8080;       // 0: any that is free
  bool ipv6 = false;

  // only programs on this machine reach it
  bool loopback() const;
  // every address of this machine
  bool wildcard() const;
};

// "127.0.0.1:8080", "[::1]:8080", "0.0.0.0:0"; "localhost" is 127.0.0.1. Names are not looked up:
// what a name means may change, and with it who can come. core::InputError otherwise.
ListenAddress parse_listen_address(std::string_view text);
// as it is parsed
std::string to_string(const ListenAddress& address);

// 127.0.0.0/8, ::1 or the former as IPv6; numeric, without brackets
bool is_loopback(std::string_view host);

}  // namespace tether::station
