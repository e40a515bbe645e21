#include "tether/station/server/listen_address.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <arpa/inet.h>
#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::station {
namespace {

using Ipv4 = std::array<std::uint8_t, 4>;
using Ipv6 = std::array<std::uint8_t, 16>;

template <class Bytes>
bool parse(int family, std::string_view text, Bytes& bytes) {
  return inet_pton(family, std::string(text).c_str(), bytes.data()) == 1 &&
         text.find('\0') == std::string_view::npos;
}

bool is_number(int family, std::string_view host) {
  Ipv6 bytes{};
  return parse(family, host, bytes);
}

bool parse_port(std::string_view text, std::uint16_t& port) {
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, port);
  return error == std::errc() && at == end;
}

[[noreturn]] void refuse(std::string_view text) {
  throw core::InputError(
      fmt::format("\"{}\" is no address to serve at; expected a numeric address of this machine "
                  "and a port, like 127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080",
                  text));
}

}  // namespace

bool is_loopback(std::string_view host) {
  Ipv4 four{};
  if (parse(AF_INET, host, four)) return four[0] == 127;
  Ipv6 six{};
  if (!parse(AF_INET6, host, six)) return false;
  static constexpr Ipv6 kOne{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  static constexpr std::array<std::uint8_t, 13> kMapped{0, 0, 0, 0,    0,    0,  0,
                                                        0, 0, 0, 0xff, 0xff, 127};
  return six == kOne || std::equal(kMapped.begin(), kMapped.end(), six.begin());
}

bool ListenAddress::loopback() const { return is_loopback(host); }

bool ListenAddress::wildcard() const {
  Ipv4 four{};
  if (parse(AF_INET, host, four)) return four == Ipv4{};
  Ipv6 six{};
  return parse(AF_INET6, host, six) && six == Ipv6{};
}

ListenAddress parse_listen_address(std::string_view text) {
  const auto colon = text.rfind(':');
  ListenAddress address;
  if (colon == std::string_view::npos || !parse_port(text.substr(colon + 1), address.port)) {
    refuse(text);
  }
  std::string_view host = text.substr(0, colon);
  address.ipv6 = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (address.ipv6) host = host.substr(1, host.size() - 2);
  if (host == "localhost" && !address.ipv6) host = "127.0.0.1";
  if (!is_number(address.ipv6 ? AF_INET6 : AF_INET, host)) refuse(text);
  address.host = host;
  return address;
}

std::string to_string(const ListenAddress& address) {
  return address.ipv6 ? fmt::format("[{}]:{}", address.host, address.port)
                      : fmt::format("{}:{}", address.host, address.port);
}

}  // namespace tether::station
