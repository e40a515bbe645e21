// The controller's end of CAT over the gateway's datagrams (cat_datagram.hpp). Nothing in it waits:
// each call makes one system call or a few, and takes a bounded number of datagrams.
#pragma once

#include <atomic>
#include <string>

#include "tether/assistant/protocol/cat_datagram.hpp"
#include "tether/link/udp/udp_socket.hpp"

namespace tether::assistant {

class CatUdpClient final : public CatLink {
 public:
  // "HOST:PORT" of the gateway; core::InputError about it, core::IoError when the machine refuses
  explicit CatUdpClient(const std::string& gateway);

  void send(const ToolPose& pose) noexcept override;
  std::optional<spatial::Wrench> newest() noexcept override;

  // datagrams that were malformed, old, or not from the gateway; any thread
  std::uint64_t refused() const noexcept { return refused_.load(std::memory_order_relaxed); }
  link::UdpAddress local() const { return socket_.local(); }

 private:
  link::UdpAddress gateway_;
  link::UdpSocket socket_;
  CatNumber next_;
  CatOrder order_;
  std::atomic<std::uint64_t> refused_ = 0;
};

}  // namespace tether::assistant
