#include "tests/station/hostile_bytes.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "tests/station/raw_client.hpp"

namespace tether::test {
namespace {

std::string random_bytes(RandomDraw& draw, std::size_t most) {
  std::string bytes(1 + draw.bits() % most, '\0');
  std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<char>(draw.bits()); });
  return bytes;
}

template <std::size_t n>
std::string_view one_of(RandomDraw& draw, const std::array<std::string_view, n>& choices) {
  return choices.at(draw.bits() % n);
}

// a request that is refused as it stands, with some bytes changed, gone or doubled
std::string mutated(RandomDraw& draw, const std::string& host) {
  std::string text =
      draw.bernoulli(0.5)
          ? request("GET", "/nowhere/../x", host, "Accept: */*\r\nUser-Agent: someone\r\n")
          : request("GET", "/nowhere?token=x", host, upgrade_fields("tether.v1, token.x"));
  for (int n = draw.pick(6); n >= 0; --n) {
    const std::size_t at = draw.bits() % text.size();
    const auto byte = static_cast<char>(draw.bits());
    switch (draw.pick(3)) {
      case 0:
        // a query would make it a request for the page itself
        text[at] = byte == '?' ? '!' : byte;
        break;
      case 1:
        if (text[at] != 'n') text.erase(at, 1);
        break;
      default:
        text.insert(at, 1, byte == '?' ? '!' : byte);
    }
  }
  return text;
}

std::string truncated(RandomDraw& draw, const std::string& host) {
  const std::string text = request("GET", "/", host, upgrade_fields("tether.v1"));
  return text.substr(0, draw.bits() % (text.size() - 1));
}

std::string with_bad_line(RandomDraw& draw, const std::string& host) {
  static constexpr std::array<std::string_view, 12> kLines{
      "GET / HTTP/2.0",  "GET / HTTP/1.2", "GET / HTTP/9",     "GET /",
      "GET  / HTTP/1.1", "GET / http/1.1", " GET / HTTP/1.1",  "G\tET / HTTP/1.1",
      "POST / HTTP/1.1", "get / HTTP/1.1", "GET / x HTTP/1.1", "CONNECT a:1 HTTP/1.1"};
  return fmt::format("{}\r\nHost: {}\r\n\r\n", one_of(draw, kLines), host);
}

std::string with_bad_field(RandomDraw& draw, const std::string& host) {
  static constexpr std::array<std::string_view, 13> kFields{
      "Content-Length: 99999999999999999999999",
      "Content-Length: -1",
      "Content-Length: 18446744073709551615",
      "Content-Length: 5\r\nContent-Length: 6",
      "Content-Length: 3\r\nTransfer-Encoding: chunked",
      "Transfer-Encoding: chunked",
      "Host: evil.example",
      "no colon",
      " folded: from nowhere",
      "Bad Name: x",
      ": no name",
      "Upgrade: websocket",
      "Origin: a\r\nOrigin: b"};
  return request("GET", "/", host, fmt::format("{}\r\n", one_of(draw, kFields)));
}

std::string to_nowhere(RandomDraw& draw, const std::string& host) {
  static constexpr std::array<std::string_view, 10> kTargets{"/../../etc/passwd",
                                                             "/%2e%2e/%2e%2e/etc/passwd",
                                                             "//etc/passwd",
                                                             "/..\\..\\nowhere",
                                                             "\\nowhere",
                                                             "http://evil.example/",
                                                             "/%00",
                                                             "/..;/nowhere",
                                                             "*",
                                                             "file:///etc/passwd"};
  return request("GET", one_of(draw, kTargets), host);
}

std::string by_wrong_name(RandomDraw& draw, const std::string&) {
  static constexpr std::array<std::string_view, 5> kHosts{"evil.example", "127.0.0.1:1", "", "[::1",
                                                          "localhost"};
  return request("GET", "/", one_of(draw, kHosts));
}

std::string wrong_upgrade(RandomDraw& draw, const std::string& host) {
  switch (draw.pick(3)) {
    case 0:
      return request("GET", "/", host, upgrade_fields("tether.v1", "Origin: http://evil\r\n"));
    case 1:
      return request("GET", "/", host, upgrade_fields("nonsense"));
    default:
      return request("GET", "/", host, upgrade_fields("tether.v1")) + random_bytes(draw, 50);
  }
}

std::string oversized(RandomDraw& draw, const std::string& host) {
  const std::string large(20000, 'x');
  return draw.bernoulli(0.5) ? request("GET", "/" + large, host)
                             : request("GET", "/", host, "X: " + large + "\r\n");
}

std::string header(unsigned first, unsigned second, std::string_view rest = {}) {
  return std::string{static_cast<char>(first), static_cast<char>(second)} + std::string(rest);
}

// claims a length in eight bytes
std::string of_length(std::uint64_t length) {
  std::string bytes = header(0x82, 0xff);
  for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(length >> shift & 255U);
  return bytes + "mask";
}

std::string broken_text(RandomDraw& draw) {
  static constexpr std::array<std::string_view, 8> kBad{
      "\xff", "\xc0\xaf", "\xed\xa0\x80",     "\xf4\x90\x80\x80",
      "\x80", "\xe2\x82", "\xf8\x88\x80\x80", "\xc3("};
  const std::string before(draw.bits() % 60, 'x');
  return client_frame(1, before + std::string(one_of(draw, kBad)));
}

}  // namespace

std::string bad_request(RandomDraw& draw, const std::string& host) {
  using Make = std::string (*)(RandomDraw&, const std::string&);
  static constexpr std::array<Make, 8> kMakers{
      mutated,       truncated,
      with_bad_line, with_bad_field,
      to_nowhere,    by_wrong_name,
      wrong_upgrade, [](RandomDraw& d, const std::string&) {
        return random_bytes(d, 300); }};
  if (draw.bernoulli(0.01)) return oversized(draw, host);
  return kMakers.at(draw.bits() % kMakers.size())(draw, host);
}

std::string bad_frames(RandomDraw& draw, std::size_t limit) {
  const std::string noise = random_bytes(draw, 100);
  const auto pick = [&](int count) { return static_cast<unsigned>(draw.pick(count)); };
  const unsigned opcode = 1 + pick(2);
  switch (draw.pick(11)) {
    case 0:  // not masked
      return header(0x80U | opcode, static_cast<unsigned>(noise.size()), noise);
    case 1:  // reserved opcodes
      return client_frame((draw.bernoulli(0.5) ? 3U : 11U) + pick(5), noise);
    case 2: {  // reserved bits, then anything
      const unsigned reserved = 16 * (1 + pick(7));
      return header(0x80U | reserved | opcode, static_cast<unsigned>(draw.bits()), noise);
    }
    case 3:  // control frames in pieces
      return client_frame(8 + pick(3), noise, false);
    case 4:  // control frames that are too long
      return client_frame(8 + pick(3), noise + std::string(126, 'x'));
    case 5:  // longer than any message may be
      return of_length(limit + 1 + (draw.bits() >> (1 + draw.bits() % 40)));
    case 6:  // lengths that are not said as shortly as they can be
      return draw.bernoulli(0.5) ? of_length(draw.bits() % 65536)
                                 : header(0x82, 0xfe, {"\0\x05mask_____", 11});
    case 7:
      return broken_text(draw);
    case 8:  // goes on with what never began
      return client_frame(0, noise, draw.bernoulli(0.5));
    case 9:  // begins anew in the middle
      return client_frame(opcode, "begun", false) + client_frame(opcode, noise);
    default: {  // never complete
      const std::string whole = client_frame(2, noise);
      return whole.substr(0, 1 + draw.bits() % (whole.size() - 1));
    }
  }
}

}  // namespace tether::test
