// A participant in the topics of cat_network.hpp: each by its name, with its type and quality.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "assistant/protocol/fixture_messages.hpp"
#include "tether/assistant/client/cat_network.hpp"
#include "tether/link/dds/dds_domain.hpp"
#include "tether/link/dds/dds_qos.hpp"

namespace tether::assistant {

// one of the topics
struct CatTopic {
  const char* name;
  const dds_topic_descriptor_t* type;
  link::Qos (*qos)();
};
extern const CatTopic kForces, kPosition, kPaths, kFields, kFixtures, kRequests, kReplies;

class CatParticipant {
 public:
  explicit CatParticipant(const CatNetwork& network);

  // lasts as long as the participant
  dds_entity_t writer(const CatTopic& topic) const;
  // `came` is called on threads of CycloneDDS each time that there is something to take
  dds_entity_t reader(const CatTopic& topic, std::function<void(dds_entity_t)> came);

 private:
  dds_entity_t make(const CatTopic& topic, const dds_qos_t* qos) const;

  std::shared_ptr<link::DdsDomain> domain_;
  // outlive the readers that call them
  std::deque<std::function<void(dds_entity_t)>> callbacks_;
  link::DdsEntity participant_;
};

// Calls `each(const Message*, const dds_sample_info_t&)` for all that came.
template <class Message, class Each>
void take_all(dds_entity_t reader, Each&& each) {
  constexpr std::size_t kAtOnce = 64;
  std::array<void*, kAtOnce> loans{};
  std::array<dds_sample_info_t, kAtOnce> infos;
  while (true) {
    const auto count = dds_take(reader, loans.data(), infos.data(), kAtOnce, kAtOnce);
    if (count <= 0) return;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      each(*static_cast<const Message*>(loans[i]), infos[i]);
    }
    dds_return_loan(reader, loans.data(), count);
  }
}

// writers of `entity` that match, or readers
std::uint32_t matches(dds_entity_t entity);

}  // namespace tether::assistant
