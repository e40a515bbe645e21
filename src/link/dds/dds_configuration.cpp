#include <fmt/format.h>

#include "tether/link/dds/dds_endpoint.hpp"

namespace tether::link {

std::string dds_configuration(const DdsParams& params) {
  if (!params.configuration.empty()) return params.configuration;
  if (params.interface.empty() && params.peers.empty()) return {};
  std::vector<std::string> peers = params.peers;
  // within one machine there may be no route for multicast at all
  if (params.interface == "lo" && peers.empty()) peers.emplace_back("localhost");
  std::string xml = "<General>";
  if (!params.interface.empty()) {
    xml +=
        fmt::format("<Interfaces><NetworkInterface name=\"{}\"/></Interfaces>", params.interface);
  }
  if (!peers.empty()) xml += "<AllowMulticast>false</AllowMulticast>";
  xml += "</General>";
  if (!peers.empty()) {
    // without multicast a peer is looked for at the ports of the first participants of its host
    xml += "<Discovery><ParticipantIndex>auto</ParticipantIndex><Peers>";
    for (const std::string& peer : peers) xml += fmt::format("<Peer address=\"{}\"/>", peer);
    xml += "</Peers></Discovery>";
  }
  return xml;
}

}  // namespace tether::link
