// The head of a request to the station: whoever gets a socket knows the token, comes from the
// page's own origin and by the right name; a path is what stood in the request. The first byte
// says what the server is like and which fields there are, then come the fields, one per line.
#include <algorithm>
#include <string>
#include <string_view>

#include "fuzz/targets.hpp"
#include "tether/station/server/admission.hpp"

namespace tether::fuzz {
namespace {

constexpr std::string_view kToken = "0123456789abcdef";
constexpr std::string_view kPort = "8080";

std::string_view line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const std::string_view first = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return first;
}

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

void check_entered(const station::Gate& gate, const station::RequestHead& request,
                   const station::AdmissionVerdict& verdict) {
  promise(request.hosts == 1 && request.origins <= 1, "one host, one origin");
  promise(request.method == "GET" || request.method == "HEAD", "only what may be asked");
  promise(verdict.path.starts_with('/') && request.target.starts_with(verdict.path) &&
              !holds(verdict.path, "?"),
          "the path as it stands");
  promise(!gate.loopback || request.host.ends_with(kPort), "by the right port");
}

void check_visitor(const station::Gate& gate, const station::RequestHead& request,
                   const station::AdmissionVerdict& verdict) {
  promise(request.web_socket && request.proper && request.version == "13", "a proper WebSocket");
  promise(request.origins == 0 || request.origin.size() > request.host.size() + 6,
          "from an origin of that name");
  promise(gate.token.empty() || holds(request.target, kToken) || holds(request.protocols, kToken),
          "knows the token");
  promise(holds(request.protocols, verdict.protocol) && !verdict.protocol.empty(),
          "in a dialect that was offered");
}

}  // namespace

void station_request(link::Bytes input) {
  if (input.empty()) return;
  const unsigned bits = input.front();
  std::string_view text(reinterpret_cast<const char*>(input.data()) + 1,  // NOLINT
                        input.size() - 1);
  const station::Gate gate{.loopback = (bits & 1U) != 0,
                           .port = 8080,
                           .token = std::string((bits & 2U) != 0 ? kToken : std::string_view())};
  station::RequestHead request{.hosts = bits >> 6U,
                               .origins = bits >> 4U & 3U,
                               .web_socket = (bits & 4U) != 0,
                               .proper = (bits & 8U) == 0};
  for (std::string_view* field : {&request.method, &request.target, &request.host, &request.origin,
                                  &request.key, &request.version, &request.protocols}) {
    *field = line(text);
  }
  const station::AdmissionVerdict verdict = station::admit(gate, request);
  const bool entered = verdict.status == 200 || verdict.status == 101;
  promise(entered || (verdict.status >= 400 && verdict.status < 500), "entered or refused");
  promise(entered == verdict.reason.empty(), "every refusal has a reason");
  promise((verdict.status == 101) <= request.web_socket, "a socket only for who wants one");
  if (entered) check_entered(gate, request, verdict);
  if (verdict.status == 101) check_visitor(gate, request, verdict);
  station::accepts_gzip(text);
}

}  // namespace tether::fuzz
