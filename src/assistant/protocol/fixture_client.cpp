#include "tether/assistant/protocol/fixture_client.hpp"

#include <condition_variable>
#include <mutex>

#include "assistant/protocol/cat_topics.hpp"
#include "tether/link/udp/peer_connection.hpp"

namespace tether::assistant {

class FixtureClient::Wire {
 public:
  explicit Wire(const CatNetwork& network)
      : participant_(network),
        requests_(participant_.writer(kRequests)),
        replies_(participant_.reader(kReplies, [this](dds_entity_t reader) { take(reader); })) {}

  std::optional<FixtureReply> ask(FixtureRequest request, core::Duration at_most) {
    using Clock = std::chrono::steady_clock;
    const auto give_up = Clock::now() + at_most;
    request.client = client_;
    request.number = ++number_;
    MessageStore store;
    const RequestMessage message = store.request(request);
    auto again = Clock::now();
    std::unique_lock lock(mutex_);
    while (Clock::now() < give_up) {
      const bool matched = matches(requests_) > 0 && matches(replies_) > 0;
      if (matched && Clock::now() >= again) {
        // a long answer may take a while to come; asked too often there would be more of them
        again = Clock::now() + kPatience;
        lock.unlock();
        dds_write(requests_, &message);
        lock.lock();
      }
      came_.wait_for(lock, kGlance);
      if (reply_ && reply_->number == number_) return std::exchange(reply_, {});
    }
    return {};
  }

 private:
  static constexpr std::chrono::milliseconds kPatience{250};
  static constexpr std::chrono::milliseconds kGlance{5};

  // threads of CycloneDDS
  void take(dds_entity_t reader) {
    take_all<ReplyMessage>(reader, [this](const ReplyMessage& message, const auto& info) {
      if (!info.valid_data || message.client != client_) return;
      const std::lock_guard lock(mutex_);
      reply_ = from_message(message);
      came_.notify_all();
    });
  }

  const std::uint64_t client_ = link::random_seed();
  std::uint32_t number_ = 0;
  std::mutex mutex_;
  std::condition_variable came_;
  std::optional<FixtureReply> reply_;
  CatParticipant participant_;
  dds_entity_t requests_, replies_;
};

FixtureClient::FixtureClient(const CatNetwork& network) : wire_(std::make_unique<Wire>(network)) {}
FixtureClient::~FixtureClient() = default;

std::optional<FixtureReply> FixtureClient::ask(FixtureRequest request, core::Duration at_most) {
  return wire_->ask(std::move(request), at_most);
}

}  // namespace tether::assistant
