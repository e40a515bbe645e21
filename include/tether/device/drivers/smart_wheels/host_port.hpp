// Where a device is on the network, as people write it: "HOST", "HOST:PORT", "[::1]:PORT".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tether::device {

struct HostPort {
  std::string host;
  std::uint16_t port = 0;
};

// nothing when it is none of these; `port` where none is given
std::optional<HostPort> parse_host_port(std::string_view text, std::uint16_t port);

}  // namespace tether::device
