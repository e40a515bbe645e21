#include "tether/device/drivers/smart_wheels/host_port.hpp"

#include <charconv>

namespace tether::device {

std::optional<HostPort> parse_host_port(std::string_view text, std::uint16_t port) {
  std::string_view host = text, rest;
  if (text.starts_with('[')) {
    const auto close = text.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    host = text.substr(1, close - 1);
    rest = text.substr(close + 1);
  } else if (const auto colon = text.find(':'); colon != std::string_view::npos) {
    host = text.substr(0, colon);
    rest = text.substr(colon);
  }
  if (host.empty()) return std::nullopt;
  if (rest.empty()) return HostPort{std::string(host), port};

  int number = 0;
  const char* const end = rest.data() + rest.size();
  const auto [stopped, error] = std::from_chars(rest.data() + 1, end, number);
  if (rest.front() != ':' || error != std::errc{} || stopped != end) return std::nullopt;
  if (number < 1 || number > 65535) return std::nullopt;
  return HostPort{std::string(host), static_cast<std::uint16_t>(number)};
}

}  // namespace tether::device
