#include "tether/station/server/admission.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "tether/station/server/access_token.hpp"
#include "tether/station/server/listen_address.hpp"

namespace tether::station {
namespace {

constexpr std::string_view kPage = "tether.v1", kFoxglove = "foxglove.websocket.v1";
constexpr std::string_view kTokenMark = "token.", kTokenQuery = "token=";
constexpr std::uint16_t kHttpPort = 80;

AdmissionVerdict refuse(unsigned status, Refused why, std::string_view reason) {
  return {.status = status, .why = why, .reason = reason};
}

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool same_name(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

// takes the part before the next separator off the text, without blanks around it
std::string_view take(std::string_view& text, char separator) noexcept {
  const auto end = std::min(text.find(separator), text.size());
  std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  const auto first = part.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return part.substr(first, part.find_last_not_of(" \t") - first + 1);
}

// "127.0.0.1:8080", "localhost:8080", "[::1]:8080"
bool names_loopback(std::string_view host, std::uint16_t port) {
  const bool bracketed = !host.empty() && host.front() == '[';
  const auto bracket = host.find(']');
  if (bracketed && bracket == std::string_view::npos) return false;
  const auto end = bracketed ? bracket + 1 : std::min(host.find(':'), host.size());
  const std::string_view name = host.substr(0, end);
  std::uint16_t named = kHttpPort;
  if (end < host.size()) {
    const char* last = host.data() + host.size();
    const auto [at, error] = std::from_chars(host.data() + end + 1, last, named);
    if (host[end] != ':' || error != std::errc() || at != last) return false;
  }
  if (named != port) return false;
  return bracketed ? is_loopback(name.substr(1, name.size() - 2))
                   : same_name(name, "localhost") ||
                         (name.find(':') == std::string_view::npos && is_loopback(name));
}

// A browser sends the origin of the page that opens the socket; only this server's own page may.
bool own_origin(const Gate& gate, const RequestHead& request) {
  if (request.origins == 0) return true;  // not a browser
  std::string_view origin = request.origin;
  const auto named_after = [&](std::string_view scheme) {
    return same_name(origin.substr(0, scheme.size()), scheme) &&
           same_name(origin.substr(std::min(scheme.size(), origin.size())), request.host);
  };
  // what stands before a server that others reach may add encryption
  return named_after("http://") || (!gate.loopback && named_after("https://"));
}

bool knows_token(const Gate& gate, std::string_view query, std::string_view protocols) {
  if (gate.token.empty()) return true;
  bool known = false;
  while (!query.empty()) {
    const std::string_view part = take(query, '&');
    if (part.starts_with(kTokenQuery)) {
      known |= same_token(part.substr(kTokenQuery.size()), gate.token);
    }
  }
  while (!protocols.empty()) {
    const std::string_view name = take(protocols, ',');
    if (name.starts_with(kTokenMark)) {
      known |= same_token(name.substr(kTokenMark.size()), gate.token);
    }
  }
  return known;
}

// 16 bytes in base64
bool is_key(std::string_view key) noexcept {
  constexpr std::size_t kLength = 24;
  const auto digit = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '/';
  };
  return key.size() == kLength && key.ends_with("==") &&
         std::all_of(key.begin(), key.end() - 2, digit);
}

AdmissionVerdict admit_socket(const Gate& gate, const RequestHead& request,
                              AdmissionVerdict verdict, std::string_view query) {
  if (!request.proper || !is_key(request.key)) {
    return refuse(400, Refused::malformed, "not how a WebSocket is opened");
  }
  if (request.version != "13") {
    return refuse(426, Refused::malformed, "WebSockets of version 13 only");
  }
  if (verdict.path != "/" && verdict.path != "/ws") {
    return refuse(404, Refused::path, "no socket here; it is at /");
  }
  if (!own_origin(gate, request)) {
    return refuse(403, Refused::origin, "pages of other sites may not come in");
  }
  if (!knows_token(gate, query, request.protocols)) {
    return refuse(401, Refused::token, "needs the token that was printed with the page's address");
  }
  std::string_view offered = request.protocols;
  while (!offered.empty()) {
    const std::string_view name = take(offered, ',');
    if (name == kPage || name == kFoxglove) {
      verdict.status = 101;
      verdict.dialect = name == kPage ? Dialect::page : Dialect::foxglove;
      verdict.protocol = name;
      return verdict;
    }
  }
  return refuse(400, Refused::protocol,
                "speaks tether.v1 and foxglove.websocket.v1, of which neither was offered");
}

}  // namespace

std::string_view to_string(Refused why) noexcept {
  static constexpr std::array<std::string_view, kRefusals> kNames{
      "malformed", "too large", "method", "path", "host", "origin", "token", "protocol", "full"};
  return kNames.at(static_cast<std::size_t>(why));
}

AdmissionVerdict admit(const Gate& gate, const RequestHead& request) {
  std::string_view target = request.target;
  if (request.hosts != 1 || request.origins > 1) {
    return refuse(400, Refused::malformed, "needs one Host, and one Origin at most");
  }
  if (gate.loopback && !names_loopback(request.host, gate.port)) {
    return refuse(421, Refused::host, "only by a loopback address and its port");
  }
  if (request.method != "GET" && request.method != "HEAD") {
    return refuse(405, Refused::method, "GET and HEAD only");
  }
  if (!target.starts_with('/') || target.find('#') != std::string_view::npos) {
    return refuse(400, Refused::malformed, "not a path");
  }
  AdmissionVerdict verdict;
  const auto end = std::min(target.find('?'), target.size());
  verdict.path = target.substr(0, end);
  target.remove_prefix(std::min(end + 1, target.size()));
  return request.web_socket ? admit_socket(gate, request, verdict, target) : verdict;
}

bool accepts_gzip(std::string_view accept_encoding) noexcept {
  bool any = false;
  while (!accept_encoding.empty()) {
    std::string_view choice = take(accept_encoding, ',');
    const std::string_view name = take(choice, ';');
    std::string_view weight = take(choice, ';');
    // q=0, q=0.0: not wanted
    const bool wanted = !(weight.starts_with("q=") || weight.starts_with("Q=")) ||
                        weight.find_first_of("123456789", 2) != std::string_view::npos;
    if (same_name(name, "gzip") || same_name(name, "x-gzip")) return wanted;
    any |= name == "*" && wanted;
  }
  return any;
}

}  // namespace tether::station
