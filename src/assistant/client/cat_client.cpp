#include "tether/assistant/client/cat_client.hpp"

#include <mutex>

#include "assistant/protocol/cat_topics.hpp"
#include "tether/core/latest_value.hpp"
#include "tether/link/udp/newest_outbox.hpp"
#include "tether/link/udp/scoped_priority.hpp"

namespace tether::assistant {

class CatClient::Wire {
 public:
  explicit Wire(const CatNetwork& network)
      : participant_(network),
        position_(participant_.writer(kPosition)),
        outbox([this](const ToolPose& pose) {
          const PositionMessage message = to_message(pose);
          dds_write(position_, &message);
        }) {
    participant_.reader(kForces, [this](dds_entity_t reader) { take(reader); });
  }

  std::optional<spatial::Wrench> newest() noexcept {
    spatial::Wrench force;
    return newest_.read(force) ? std::optional(force) : std::nullopt;
  }

 private:
  // threads of CycloneDDS
  void take(dds_entity_t reader) {
    take_all<ForceMessage>(reader, [this](const ForceMessage& message, const auto& info) {
      if (!info.valid_data) return;
      const std::lock_guard one_at_a_time(putting_);
      newest_.write(from_message(message));
    });
  }

  std::mutex putting_;
  core::LatestValue<spatial::Wrench> newest_;
  CatParticipant participant_;
  dds_entity_t position_;

 public:
  // made last and ended first: its thread writes
  link::NewestOutbox<ToolPose> outbox;
};

CatClient::CatClient(const CatNetwork& network) {
  const link::ScopedPriority of_threads(network.priority);
  wire_ = std::make_unique<Wire>(network);
}

CatClient::~CatClient() = default;

void CatClient::send(const ToolPose& pose) noexcept { wire_->outbox.post(pose); }

std::optional<spatial::Wrench> CatClient::newest() noexcept { return wire_->newest(); }

}  // namespace tether::assistant
