#include "assistant/protocol/cat_topics.hpp"

#include <fmt/format.h>

#include "tether/link/dds/dds_endpoint.hpp"
#include "tether/link/udp/scoped_priority.hpp"

namespace tether::assistant {
namespace {

std::string configuration_of(const CatNetwork& network) {
  return link::dds_configuration({.interface = network.interface,
                                  .peers = network.peers,
                                  .configuration = network.configuration});
}

}  // namespace

const CatTopic kForces{"CAT_forces", &DTP2DDS_CATForce_desc, link::newest_only};
const CatTopic kPosition{"TCP_position", &DTP2DDS_CATPosition_desc, link::newest_only};
const CatTopic kPaths{"Force_paths", &DTP2DDS_PointCloud_desc, link::kept_for_late_joiners};
const CatTopic kFields{"Force_fields", &DTP2DDS_CollisionBoundary_desc,
                       link::kept_for_late_joiners};
const CatTopic kFixtures{"Fixtures", &tether_msgs_msg_dds__Fixture__desc,
                         link::kept_for_late_joiners};
const CatTopic kRequests{"Fixture_requests", &tether_msgs_msg_dds__FixtureRequest__desc,
                         link::each_once};
const CatTopic kReplies{"Fixture_replies", &tether_msgs_msg_dds__FixtureReply__desc,
                        link::each_once};

CatParticipant::CatParticipant(const CatNetwork& network)
    : domain_(link::DdsDomain::open(network.domain, configuration_of(network))),
      participant_(dds_create_participant(network.domain, nullptr, nullptr),
                   fmt::format("join domain {}", network.domain)) {}

dds_entity_t CatParticipant::make(const CatTopic& topic, const dds_qos_t* qos) const {
  return link::require_dds(
      dds_create_topic(participant_.handle(), topic.type, topic.name, qos, nullptr),
      fmt::format("make topic {}", topic.name));
}

dds_entity_t CatParticipant::writer(const CatTopic& topic) const {
  const link::Qos qos = topic.qos();
  return link::require_dds(
      dds_create_writer(participant_.handle(), make(topic, qos.get()), qos.get(), nullptr),
      fmt::format("write {}", topic.name));
}

dds_entity_t CatParticipant::reader(const CatTopic& topic, std::function<void(dds_entity_t)> came) {
  const link::Qos qos = topic.qos();
  const link::Listener listener(dds_create_listener(&callbacks_.emplace_back(std::move(came))));
  dds_lset_data_available(listener.get(), [](dds_entity_t reader, void* call) {
    (*static_cast<std::function<void(dds_entity_t)>*>(call))(reader);
  });
  return link::require_dds(
      dds_create_reader(participant_.handle(), make(topic, qos.get()), qos.get(), listener.get()),
      fmt::format("read {}", topic.name));
}

std::uint32_t matches(dds_entity_t entity) {
  dds_publication_matched_status_t written{};
  if (dds_get_publication_matched_status(entity, &written) == DDS_RETCODE_OK) {
    return written.current_count;
  }
  dds_subscription_matched_status_t read{};
  dds_get_subscription_matched_status(entity, &read);
  return read.current_count;
}

}  // namespace tether::assistant
