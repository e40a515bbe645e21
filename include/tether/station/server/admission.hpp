// Who may come to the station, decided from the head of an HTTP request alone
// (docs/design/station.md, "Who may come"). Pages of other sites in the user's browser, sites whose
// name was pointed at this machine (DNS rebinding) and strangers on the network are refused here;
// nothing of a refused request is looked at afterwards. RFC 9110, RFC 6455 section 4.2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tether/station/server/client_connection.hpp"

namespace tether::station {

enum class Refused : std::uint8_t {
  malformed,  // not HTTP, or not as WebSockets are opened
  too_large,  // more header than is taken, or a body
  method,     // neither GET nor HEAD
  path,       // nothing there
  host,       // came by a name that is not this machine's
  origin,     // a page of another site
  token,      // none or a wrong one
  protocol,   // speaks neither dialect
  full        // as many clients as there may be
};
inline constexpr std::size_t kRefusals = 9;
std::string_view to_string(Refused why) noexcept;

// what the server knows of itself
struct Gate {
  bool loopback = true;  // the address it listens at
  std::uint16_t port = 0;
  std::string token;  // empty: none is needed
};

// what of a request matters; the views live as long as the request
struct RequestHead {
  std::string_view method, target;
  std::string_view host, origin;
  std::size_t hosts = 0, origins = 0;  // fields of these names
  bool web_socket = false;             // wants one: Upgrade: websocket
  bool proper = true;                  // and asks for it by GET of HTTP/1.1, Connection: upgrade
  std::string_view key, version;       // Sec-WebSocket-Key, -Version
  std::string_view protocols;          // Sec-WebSocket-Protocol, all of them
};

struct AdmissionVerdict {
  // 200: may have the file at `path`, if there is one; 101: may have its socket; else refused
  unsigned status = 200;
  Refused why = Refused::malformed;  // when refused
  std::string_view reason;           // the same for people
  std::string_view path;
  Dialect dialect = Dialect::page;
  std::string_view protocol;  // name of the dialect, for the answer
};

AdmissionVerdict admit(const Gate& gate, const RequestHead& request);

// whether an Accept-Encoding allows for gzip
bool accepts_gzip(std::string_view accept_encoding) noexcept;

}  // namespace tether::station
