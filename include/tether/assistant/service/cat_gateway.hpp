// The gateway for controllers without DDS: takes poses and sends forces as datagrams
// (cat_datagram.hpp). Forces go to whoever sent the newest good pose, for as long as poses come. A
// thread of its own waits for datagrams; there is no proof of origin, so the address to listen at
// is best one of this machine. A force is shorter than the pose that asks for it: forged senders
// gain nothing.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "tether/assistant/protocol/cat_datagram.hpp"
#include "tether/assistant/service/pose_inbox.hpp"
#include "tether/link/udp/newest_outbox.hpp"
#include "tether/link/udp/udp_socket.hpp"

namespace tether::assistant {

// datagrams since the start
struct GatewayCounts {
  std::uint64_t poses = 0;    // taken
  std::uint64_t refused = 0;  // malformed, or older than one before
  std::uint64_t forces = 0;   // sent
};

// members are made and ended in the order that its threads need, whatever holes that leaves
class CatGateway {  // NOLINT(clang-analyzer-optin.performance.Padding)
 public:
  // "HOST:PORT" to listen at; core::InputError about it, core::IoError when the machine refuses
  CatGateway(const std::string& listen, PoseInbox& poses);
  ~CatGateway();
  CatGateway(const CatGateway&) = delete;
  CatGateway& operator=(const CatGateway&) = delete;

  // tick
  void send(const spatial::Wrench& at_tool) noexcept { outbox_.post(at_tool); }

  // any thread
  GatewayCounts counts() const noexcept;
  const link::UdpAddress& address() const noexcept { return address_; }

 private:
  void receive_all();
  void take(link::Bytes datagram, const link::UdpAddress& source);
  void send_to_controller(const spatial::Wrench& at_tool);

  PoseInbox& poses_;
  link::UdpSocket socket_;
  link::UdpAddress address_;
  CatOrder order_;
  CatNumber next_;
  std::mutex mutex_;  // of controller_, between the two threads of the gateway
  std::optional<link::UdpAddress> controller_;
  std::atomic<std::uint64_t> taken_ = 0, refused_ = 0, sent_ = 0;
  std::atomic<bool> stop_ = false;
  link::NewestOutbox<spatial::Wrench> outbox_;
  std::thread thread_;
};

}  // namespace tether::assistant
