#include "tether/link/dds/dds_endpoint.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include <dds/dds.h>
#include <fmt/format.h>

#include "tether/link/dds/dds_domain.hpp"
#include "tether/link/dds/dds_messages.hpp"
#include "tether/link/dds/dds_qos.hpp"
#include "tether/link/udp/scoped_priority.hpp"

namespace tether::link {
namespace {

// A writer and how many read it. Asking CycloneDDS for every sample would take longer than most of
// what else is done for one.
class Writer {
 public:
  Writer(dds_entity_t participant, dds_entity_t topic, const dds_qos_t* qos) {
    const Listener listener(dds_create_listener(this));
    dds_lset_publication_matched(
        listener.get(), [](dds_entity_t, dds_publication_matched_status_t status, void* self) {
          static_cast<Writer*>(self)->readers_.store(status.current_count,
                                                     std::memory_order_relaxed);
        });
    writer_ = require_dds(dds_create_writer(participant, topic, qos, listener.get()), "write");
  }

  // a sample that CycloneDDS does not take is lost like any other
  void write(const auto& message) const noexcept { dds_write(writer_, &message); }
  bool is_read() const noexcept { return readers_.load(std::memory_order_relaxed) > 0; }

 private:
  std::atomic<std::uint32_t> readers_ = 0;
  dds_entity_t writer_;
};

}  // namespace

class DdsEndpoint::Wire {
 public:
  Wire(const DdsParams& params, Inbox& inbox);

  void look_around(ConnectionEvidence& evidence);

 private:
  std::string topic_name(Role side, const char* signal) const;
  // the participant keeps what these make
  dds_entity_t topic(const dds_topic_descriptor_t& type, Role side, const char* signal) const;
  void subscribe(const dds_topic_descriptor_t& type, const char* signal);
  void write(const AddressedSample& addressed) const;
  void take(dds_entity_t reader);

  Inbox& inbox_;
  const DdsParams params_;
  const Qos qos_ = newest_only();
  std::shared_ptr<DdsDomain> domain_;
  DdsEntity participant_;
  Writer link_sample_, measured_cp_, servo_cf_;
  dds_entity_t reader_ = 0;        // of the peer's samples
  dds_entity_t publications_ = 0;  // of all that is written in the domain; made when asked for

 public:
  // made last and ended first: its thread writes
  Outbox outbox;
};

DdsEndpoint::Wire::Wire(const DdsParams& params, Inbox& inbox)
    : inbox_(inbox),
      params_(params),
      domain_(DdsDomain::open(params.domain, dds_configuration(params))),
      participant_(dds_create_participant(params.domain, nullptr, nullptr),
                   fmt::format("join domain {}", params.domain)),
      link_sample_(participant_.handle(),
                   topic(tether_msgs_msg_dds__LinkSample__desc, params.role, "link_sample"),
                   qos_.get()),
      measured_cp_(participant_.handle(),
                   topic(geometry_msgs_msg_dds__PoseStamped__desc, params.role, "measured_cp"),
                   qos_.get()),
      servo_cf_(participant_.handle(),
                topic(geometry_msgs_msg_dds__WrenchStamped__desc, params.role, "servo_cf"),
                qos_.get()),
      outbox([this](const AddressedSample& addressed) { write(addressed); }) {
  subscribe(tether_msgs_msg_dds__LinkSample__desc, "link_sample");
}

std::string DdsEndpoint::Wire::topic_name(Role side, const char* signal) const {
  return fmt::format("rt{}/{}/{}", params_.name_space, name(side), signal);
}

dds_entity_t DdsEndpoint::Wire::topic(const dds_topic_descriptor_t& type, Role side,
                                      const char* signal) const {
  const std::string topic = topic_name(side, signal);
  return require_dds(
      dds_create_topic(participant_.handle(), &type, topic.c_str(), qos_.get(), nullptr),
      "make topic " + topic);
}

void DdsEndpoint::Wire::subscribe(const dds_topic_descriptor_t& type, const char* signal) {
  const Listener listener(dds_create_listener(this));
  dds_lset_data_available(listener.get(), [](dds_entity_t reader, void* wire) {
    static_cast<Wire*>(wire)->take(reader);
  });
  reader_ =
      require_dds(dds_create_reader(participant_.handle(), topic(type, other(params_.role), signal),
                                    qos_.get(), listener.get()),
                  fmt::format("read {}", signal));
}

// Who writes our own topic is a second end of our role; who writes the peer's in a form that does
// not match ours is a peer of another version.
void DdsEndpoint::Wire::look_around(ConnectionEvidence& evidence) {
  if (publications_ == 0) {
    publications_ =
        require_dds(dds_create_reader(participant_.handle(), DDS_BUILTIN_TOPIC_DCPSPUBLICATION,
                                      nullptr, nullptr),
                    "see who writes");
  }
  dds_guid_t self;
  dds_get_guid(participant_.handle(), &self);
  dds_subscription_matched_status_t matched{};
  dds_get_subscription_matched_status(reader_, &matched);
  const std::string ours = topic_name(params_.role, "link_sample");
  const std::string peers = topic_name(other(params_.role), "link_sample");

  constexpr std::uint32_t kAtMost = 256;  // writers in the domain that are looked at
  std::array<void*, kAtMost> found{};
  std::array<dds_sample_info_t, kAtMost> info{};
  const auto count = dds_read(publications_, found.data(), info.data(), kAtMost, kAtMost);
  std::uint64_t writing = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(std::max(count, 0)); ++i) {
    if (!info[i].valid_data || info[i].instance_state != DDS_IST_ALIVE) continue;
    const auto& writer = *static_cast<const dds_builtintopic_endpoint_t*>(found[i]);
    const bool own = std::equal(std::begin(self.v), std::end(self.v), writer.participant_key.v);
    if (!own && writer.topic_name == ours) ++evidence.same_role;
    if (writer.topic_name == peers) ++writing;
  }
  if (count > 0) dds_return_loan(publications_, found.data(), count);
  if (writing > 0 && matched.current_count == 0) evidence.other_version += writing;
}

// on the outbox's thread
void DdsEndpoint::Wire::write(const AddressedSample& addressed) const {
  link_sample_.write(to_link_sample(addressed));
  if (measured_cp_.is_read()) measured_cp_.write(to_pose_stamped(addressed.sample));
  if (servo_cf_.is_read()) servo_cf_.write(to_wrench_stamped(addressed.sample));
}

// on a thread of CycloneDDS, each time that something came; there is never more than the newest
void DdsEndpoint::Wire::take(dds_entity_t reader) {
  void* loan = nullptr;
  dds_sample_info_t info;
  if (dds_take(reader, &loan, &info, 1, 1) != 1) return;
  // a writer that goes leaves a sample without data
  if (info.valid_data) inbox_.put(from_link_sample(*static_cast<LinkSampleMessage*>(loan)));
  dds_return_loan(reader, &loan, 1);
}

DdsEndpoint::DdsEndpoint(const DdsParams& params) : MailedEndpoint(params.rate) {
  const ScopedPriority of_threads(params.priority);
  wire_ = std::make_unique<Wire>(params, inbox());
}

DdsEndpoint::~DdsEndpoint() = default;

void DdsEndpoint::look_around(ConnectionEvidence& evidence) { wire_->look_around(evidence); }

void DdsEndpoint::post(const AddressedSample& addressed) noexcept { wire_->outbox.post(addressed); }

}  // namespace tether::link
