#include "tether/assistant/service/cat_gateway.hpp"

#include <poll.h>

#include "tether/link/udp/peer_connection.hpp"

namespace tether::assistant {
namespace {

constexpr int kGlance = 50;  // between two looks at whether to stop [ms]

}  // namespace

CatGateway::CatGateway(const std::string& listen, PoseInbox& poses)
    : poses_(poses),
      socket_(link::parse_address(listen, "gateway")),
      address_(socket_.local()),
      next_{.run = static_cast<std::uint16_t>(link::random_seed())},
      outbox_([this](const spatial::Wrench& at_tool) { send_to_controller(at_tool); }),
      thread_(&CatGateway::receive_all, this) {}

CatGateway::~CatGateway() {
  stop_ = true;
  thread_.join();
}

void CatGateway::receive_all() {
  // one byte more than the longest, so that a longer one is known as such
  std::array<std::uint8_t, kCatPoseBytes + 1> bytes;
  link::UdpAddress source;
  auto* const raw = reinterpret_cast<sockaddr*>(&source.storage);  // NOLINT(*-reinterpret-cast)
  while (!stop_) {
    pollfd waiting{.fd = socket_.descriptor(), .events = POLLIN, .revents = 0};
    if (poll(&waiting, 1, kGlance) <= 0) continue;
    source.length = sizeof source.storage;
    const ssize_t size = recvfrom(socket_.descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT,
                                  raw, &source.length);
    if (size >= 0) take({bytes.data(), static_cast<std::size_t>(size)}, source);
  }
}

void CatGateway::take(link::Bytes datagram, const link::UdpAddress& source) {
  const auto pose = decode_cat_pose(datagram);
  if (!pose || !order_.newer(pose->number)) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  taken_.fetch_add(1, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    controller_ = source;
  }
  poses_.put(pose->pose);
}

// on the outbox's thread
void CatGateway::send_to_controller(const spatial::Wrench& at_tool) {
  std::optional<link::UdpAddress> to;
  {
    const std::lock_guard lock(mutex_);
    to = controller_;
  }
  if (!to || !socket_.send(*to, encode(CatForceDatagram{next_, at_tool}))) return;
  ++next_.sequence;
  sent_.fetch_add(1, std::memory_order_relaxed);
}

GatewayCounts CatGateway::counts() const noexcept {
  return {taken_.load(std::memory_order_relaxed), refused_.load(std::memory_order_relaxed),
          sent_.load(std::memory_order_relaxed)};
}

}  // namespace tether::assistant
