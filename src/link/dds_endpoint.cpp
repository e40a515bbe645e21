#include "tether/link/dds_endpoint.hpp"

#include "dds_domain.hpp"
#include "dds_messages.hpp"
#include "scoped_priority.hpp"
#include <dds/dds.h>
#include <fmt/format.h>

#include "tether/link/conversation.hpp"

namespace tether::link {
namespace {

using passivity::Role;

template <auto Delete>
struct Deleter {
  void operator()(auto* object) const noexcept { Delete(object); }
};
using Qos = std::unique_ptr<dds_qos_t, Deleter<dds_delete_qos>>;
using Listener = std::unique_ptr<dds_listener_t, Deleter<dds_delete_listener>>;

Qos newest_only() {
  Qos qos(dds_create_qos());
  dds_qset_reliability(qos.get(), DDS_RELIABILITY_BEST_EFFORT, 0);
  dds_qset_durability(qos.get(), DDS_DURABILITY_VOLATILE);
  dds_qset_history(qos.get(), DDS_HISTORY_KEEP_LAST, 1);
  dds_qset_latency_budget(qos.get(), 0);
  // the encoding that every implementation and every ROS 2 has
  constexpr dds_data_representation_id_t kPlainCdr = DDS_DATA_REPRESENTATION_XCDR1;
  dds_qset_data_representation(qos.get(), 1, &kPlainCdr);
  return qos;
}

const char* name(Role role) noexcept { return role == Role::leader ? "leader" : "follower"; }
Role other(Role role) noexcept { return role == Role::leader ? Role::follower : Role::leader; }

// Somebody has subscribed. Nobody looks on most of the time, and then nothing is encoded.
bool is_read(dds_entity_t writer) {
  dds_publication_matched_status_t status{};
  return dds_get_publication_matched_status(writer, &status) == DDS_RETCODE_OK &&
         status.current_count > 0;
}

}  // namespace

class DdsEndpoint::Wire {
 public:
  explicit Wire(const DdsParams& params);

  Conversation conversation;
  Inbox inbox;

 private:
  // the participant keeps what these make
  dds_entity_t topic(const dds_topic_descriptor_t& type, Role side, const char* signal) const;
  dds_entity_t writer(const dds_topic_descriptor_t& type, const char* signal) const;
  void listen(const dds_topic_descriptor_t& type, const char* signal);
  void write(const PlainSample& sample) const;
  void take(dds_entity_t reader);

  const DdsParams params_;
  const Qos qos_ = newest_only();
  std::shared_ptr<DdsDomain> domain_;
  DdsEntity participant_;
  dds_entity_t link_sample_, measured_cp_, servo_cf_;

 public:
  // made last and ended first: its thread writes
  Outbox outbox;
};

DdsEndpoint::Wire::Wire(const DdsParams& params)
    : conversation(random_seed(), params.rate),
      params_(params),
      domain_(DdsDomain::open(params.domain, dds_configuration(params))),
      participant_(dds_create_participant(params.domain, nullptr, nullptr),
                   fmt::format("join domain {}", params.domain)),
      link_sample_(writer(tether_msgs_msg_dds__LinkSample__desc, "link_sample")),
      measured_cp_(writer(geometry_msgs_msg_dds__PoseStamped__desc, "measured_cp")),
      servo_cf_(writer(geometry_msgs_msg_dds__WrenchStamped__desc, "servo_cf")),
      outbox([this](const PlainSample& sample) { write(sample); }) {
  listen(tether_msgs_msg_dds__LinkSample__desc, "link_sample");
}

dds_entity_t DdsEndpoint::Wire::topic(const dds_topic_descriptor_t& type, Role side,
                                      const char* signal) const {
  const std::string topic = fmt::format("rt{}/{}/{}", params_.name_space, name(side), signal);
  return require_dds(
      dds_create_topic(participant_.handle(), &type, topic.c_str(), qos_.get(), nullptr),
      "make topic " + topic);
}

dds_entity_t DdsEndpoint::Wire::writer(const dds_topic_descriptor_t& type,
                                       const char* signal) const {
  return require_dds(dds_create_writer(participant_.handle(), topic(type, params_.role, signal),
                                       qos_.get(), nullptr),
                     fmt::format("write {}", signal));
}

void DdsEndpoint::Wire::listen(const dds_topic_descriptor_t& type, const char* signal) {
  const Listener listener(dds_create_listener(this));
  dds_lset_data_available(listener.get(), [](dds_entity_t reader, void* wire) {
    static_cast<Wire*>(wire)->take(reader);
  });
  require_dds(dds_create_reader(participant_.handle(), topic(type, other(params_.role), signal),
                                qos_.get(), listener.get()),
              fmt::format("read {}", signal));
}

// on the outbox's thread; a sample that CycloneDDS does not take is lost like any other
void DdsEndpoint::Wire::write(const PlainSample& sample) const {
  const LinkSampleMessage message = to_link_sample(sample);
  dds_write(link_sample_, &message);
  if (is_read(measured_cp_)) {
    const PoseStampedMessage pose = to_pose_stamped(sample);
    dds_write(measured_cp_, &pose);
  }
  if (is_read(servo_cf_)) {
    const WrenchStampedMessage wrench = to_wrench_stamped(sample);
    dds_write(servo_cf_, &wrench);
  }
}

// on a thread of CycloneDDS
void DdsEndpoint::Wire::take(dds_entity_t reader) {
  void* loan = nullptr;
  dds_sample_info_t info;
  while (dds_take(reader, &loan, &info, 1, 1) == 1) {
    // a writer that goes leaves a sample without data
    if (info.valid_data) inbox.put(from_link_sample(*static_cast<LinkSampleMessage*>(loan)));
    dds_return_loan(reader, &loan, 1);
  }
}

DdsEndpoint::DdsEndpoint(const DdsParams& params) {
  const ScopedPriority of_threads(params.priority);
  wire_ = std::make_unique<Wire>(params);
}

DdsEndpoint::~DdsEndpoint() = default;

void DdsEndpoint::send(core::Time now, const Sample& sample) noexcept {
  if (const auto travelling = wire_->conversation.say(now, sample)) wire_->outbox.post(*travelling);
}

Received DdsEndpoint::receive(core::Time now) noexcept {
  PlainSample arrived;
  while (wire_->inbox.take(arrived)) wire_->conversation.hear(now, arrived);
  return wire_->conversation.received();
}

bool DdsEndpoint::wait(core::Duration at_most) noexcept { return wire_->inbox.wait(at_most); }

InboxCounts DdsEndpoint::counts() const noexcept { return wire_->inbox.counts(); }

}  // namespace tether::link
