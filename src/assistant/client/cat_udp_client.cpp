#include "tether/assistant/client/cat_udp_client.hpp"

#include "tether/link/udp/peer_connection.hpp"

namespace tether::assistant {

CatUdpClient::CatUdpClient(const std::string& gateway)
    : gateway_(link::parse_address(gateway, "gateway")),
      socket_(any_address(gateway_)),
      next_{.run = static_cast<std::uint16_t>(link::random_seed())} {}

void CatUdpClient::send(const ToolPose& pose) noexcept {
  // one that the machine does not take is lost like any other
  socket_.send(gateway_, encode(CatPoseDatagram{next_, pose}));
  ++next_.sequence;
}

std::optional<spatial::Wrench> CatUdpClient::newest() noexcept {
  std::optional<spatial::Wrench> newest;
  const std::size_t came = socket_.receive();
  for (std::size_t i = 0; i < came; ++i) {
    const auto force = decode_cat_force(socket_.datagram(i));
    if (force && socket_.source(i) == gateway_ && order_.newer(force->number)) {
      newest = force->at_tool;
    } else {
      refused_.fetch_add(1, std::memory_order_relaxed);
    }
  }
  return newest;
}

}  // namespace tether::assistant
