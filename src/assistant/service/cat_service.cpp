#include "tether/assistant/service/cat_service.hpp"

#include "assistant/protocol/cat_topics.hpp"
#include "tether/core/bell.hpp"
#include "tether/link/udp/newest_outbox.hpp"
#include "tether/link/udp/scoped_priority.hpp"

namespace tether::assistant {

class CatService::Wire {
 public:
  Wire(const CatNetwork& network, PoseInbox& poses)
      : participant_(network),
        forces_(participant_.writer(kForces)),
        replies_(participant_.writer(kReplies)),
        position_(participant_.reader(
            kPosition, [&poses](dds_entity_t reader) { take_poses(reader, poses); })),
        paths_(rings(kPaths)),
        fields_(rings(kFields)),
        fixtures_(rings(kFixtures)),
        requests_(rings(kRequests)),
        outbox([this](const spatial::Wrench& at_tool) {
          const ForceMessage message = to_message(at_tool);
          dds_write(forces_, &message);
        }) {}

  bool wait(core::Duration at_most) noexcept { return bell_.wait_for_all(at_most); }
  std::uint32_t readers() const { return matches(forces_); }
  std::uint32_t controllers() const { return matches(position_); }

  void take(const std::function<void(const FixtureUpdate&)>& update,
            const std::function<FixtureReply(const FixtureRequest&)>& answer) {
    take_updates<PathMessage>(paths_, FixtureTopic::paths, update);
    take_updates<FieldMessage>(fields_, FixtureTopic::fields, update);
    take_updates<FixtureMessage>(fixtures_, FixtureTopic::fixtures, update);
    take_all<RequestMessage>(requests_, [&](const RequestMessage& message, const auto& info) {
      if (!info.valid_data) return;
      const auto request = from_message(message);
      if (request) reply(answer(*request));
    });
  }

 private:
  dds_entity_t rings(const CatTopic& topic) {
    return participant_.reader(topic, [this](dds_entity_t) { bell_.ring(); });
  }

  static void take_poses(dds_entity_t reader, PoseInbox& poses) {
    take_all<PositionMessage>(reader, [&](const PositionMessage& message, const auto& info) {
      if (info.valid_data) poses.put(from_message(message));
    });
  }

  template <class Message>
  static void take_updates(dds_entity_t reader, FixtureTopic topic,
                           const std::function<void(const FixtureUpdate&)>& update) {
    take_all<Message>(reader, [&](const Message& message, const auto& info) {
      // a sample that was overtaken by its end comes with that end; a writer that merely went
      // away leaves what it wrote
      if (info.instance_state == DDS_IST_NOT_ALIVE_DISPOSED) {
        update({.key = {topic, message.id}, .fixture = {}, .malformed = {}});
      } else if (info.valid_data) {
        update(from_message(message));
      }
    });
  }

  void reply(const FixtureReply& reply) const {
    MessageStore store;
    const ReplyMessage message = store.reply(reply);
    // an answer that cannot be delivered is asked for again
    dds_write(replies_, &message);
  }

  core::Bell bell_;  // the thread that edits sleeps on it
  CatParticipant participant_;
  dds_entity_t forces_, replies_, position_, paths_, fields_, fixtures_, requests_;

 public:
  // made last and ended first: its thread writes
  link::NewestOutbox<spatial::Wrench> outbox;
};

CatService::CatService(const CatNetwork& network, PoseInbox& poses) {
  const link::ScopedPriority of_threads(network.priority);
  wire_ = std::make_unique<Wire>(network, poses);
}

CatService::~CatService() = default;

void CatService::send(const spatial::Wrench& at_tool) noexcept { wire_->outbox.post(at_tool); }

bool CatService::wait(core::Duration at_most) noexcept { return wire_->wait(at_most); }

void CatService::take(const std::function<void(const FixtureUpdate&)>& update,
                      const std::function<FixtureReply(const FixtureRequest&)>& answer) {
  wire_->take(update, answer);
}

std::uint32_t CatService::readers() const { return wire_->readers(); }
std::uint32_t CatService::controllers() const { return wire_->controllers(); }

}  // namespace tether::assistant
