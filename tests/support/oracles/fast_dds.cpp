#include "tests/support/oracles/fast_dds.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fastcdr/Cdr.h>
#include <fastcdr/FastBuffer.h>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/TopicDataType.hpp>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastrtps/utils/IPLocator.h>

#ifdef __SANITIZE_ADDRESS__
// Debian's libfastrtps 2.9 frees its statistics with another size than it made them
extern "C" const char* __asan_default_options() {  // NOLINT(bugprone-reserved-identifier)
  return "new_delete_type_mismatch=0";
}
#endif

namespace tether::test {
namespace {

namespace dds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;
using eprosima::fastcdr::Cdr;

template <class Message>
void decode_header(Cdr& cdr, Message& message) {
  cdr >> message.seconds >> message.nanoseconds >> message.frame_id;
}

void decode(Cdr& cdr, PoseStamped& message) {
  decode_header(cdr, message);
  for (double& x : message.position) cdr >> x;
  for (double& x : message.orientation) cdr >> x;
}

void decode(Cdr& cdr, WrenchStamped& message) {
  decode_header(cdr, message);
  for (double& x : message.force) cdr >> x;
  for (double& x : message.torque) cdr >> x;
}

void decode(Cdr& cdr, CatForce& message) {
  for (double& x : message.force) cdr >> x;
  for (double& x : message.torque) cdr >> x;
}

// what Fast DDS asks of a type; of these it only reads
template <class Message>
class Type final : public dds::TopicDataType {
 public:
  Type() {
    setName(Message::kType);
    m_typeSize = 512;
  }
  bool serialize(void*, rtps::SerializedPayload_t*) override { return false; }
  bool deserialize(rtps::SerializedPayload_t* payload, void* data) override {
    eprosima::fastcdr::FastBuffer bytes(reinterpret_cast<char*>(payload->data), payload->length);
    Cdr cdr(bytes, Cdr::DEFAULT_ENDIAN, Cdr::DDS_CDR);
    cdr.read_encapsulation();
    decode(cdr, *static_cast<Message*>(data));
    return true;
  }
  std::function<std::uint32_t()> getSerializedSizeProvider(void*) override {
    return [] { return 0U; };
  }
  void* createData() override { return new Message; }
  void deleteData(void* data) override { delete static_cast<Message*>(data); }
  bool getKey(void*, rtps::InstanceHandle_t*, bool) override { return false; }
};

// bytes as they are, under any name
class RawType final : public dds::TopicDataType {
 public:
  static constexpr std::uint32_t kMostBytes = 2048;
  explicit RawType(const std::string& name) {
    setName(name.c_str());
    m_typeSize = kMostBytes;
  }
  bool serialize(void* data, rtps::SerializedPayload_t* payload) override {
    const auto& bytes = static_cast<RawMessage*>(data)->bytes;
    if (bytes.size() > payload->max_size) return false;
    std::copy(bytes.begin(), bytes.end(), payload->data);
    payload->length = static_cast<std::uint32_t>(bytes.size());
    return true;
  }
  bool deserialize(rtps::SerializedPayload_t*, void*) override { return false; }
  std::function<std::uint32_t()> getSerializedSizeProvider(void*) override {
    return [] { return kMostBytes; };
  }
  void* createData() override { return new RawMessage; }
  void deleteData(void* data) override { delete static_cast<RawMessage*>(data); }
  bool getKey(void*, rtps::InstanceHandle_t*, bool) override { return false; }
};

template <class Message>
class Taker final : public dds::DataReaderListener {
 public:
  explicit Taker(std::function<void(const Message&)> take) : take_(std::move(take)) {}
  void on_data_available(dds::DataReader* reader) override {
    Message message;
    dds::SampleInfo info;
    while (reader->take_next_sample(&message, &info) == ReturnCode_t::RETCODE_OK) {
      if (info.valid_data) take_(message);
    }
  }

 private:
  using ReturnCode_t = eprosima::fastrtps::types::ReturnCode_t;
  std::function<void(const Message&)> take_;
};

dds::DomainParticipantQos within_this_machine() {
  dds::DomainParticipantQos qos;
  auto udp = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
  udp->interfaceWhiteList.emplace_back("127.0.0.1");
  qos.transport().use_builtin_transports = false;
  qos.transport().user_transports.push_back(udp);
  rtps::Locator_t here;
  rtps::IPLocator::setIPv4(here, 127, 0, 0, 1);
  qos.wire_protocol().builtin.initialPeersList.push_back(here);
  return qos;
}

template <class Entity>
Entity* require(Entity* entity) {
  if (entity == nullptr) throw std::runtime_error("Fast DDS refuses");
  return entity;
}

}  // namespace

struct FastDds::Participant {
  template <class Message>
  void subscribe(const std::string& name, std::function<void(const Message&)> take) {
    const dds::TypeSupport type(new Type<Message>);
    type.register_type(participant);
    dds::Topic* topic =
        require(participant->create_topic(name, Message::kType, dds::TOPIC_QOS_DEFAULT));
    listeners.push_back(std::make_unique<Taker<Message>>(std::move(take)));
    dds::DataReaderQos qos;
    qos.reliability().kind = dds::BEST_EFFORT_RELIABILITY_QOS;
    require(subscriber->create_datareader(topic, qos, listeners.back().get()));
  }

  dds::DomainParticipant* participant = nullptr;
  dds::Publisher* publisher = nullptr;
  dds::Subscriber* subscriber = nullptr;
  std::vector<std::unique_ptr<dds::DataReaderListener>> listeners;
};

FastDds::FastDds(std::uint32_t domain) : participant_(std::make_unique<Participant>()) {
  auto* const factory = dds::DomainParticipantFactory::get_instance();
  participant_->participant = require(factory->create_participant(domain, within_this_machine()));
  participant_->publisher =
      require(participant_->participant->create_publisher(dds::PUBLISHER_QOS_DEFAULT));
  participant_->subscriber =
      require(participant_->participant->create_subscriber(dds::SUBSCRIBER_QOS_DEFAULT));
}

FastDds::~FastDds() {
  participant_->participant->delete_contained_entities();
  dds::DomainParticipantFactory::get_instance()->delete_participant(participant_->participant);
}

void FastDds::subscribe(const std::string& topic, std::function<void(const PoseStamped&)> take) {
  participant_->subscribe(topic, std::move(take));
}

void FastDds::subscribe(const std::string& topic, std::function<void(const WrenchStamped&)> take) {
  participant_->subscribe(topic, std::move(take));
}

void FastDds::subscribe(const std::string& topic, std::function<void(const CatForce&)> take) {
  participant_->subscribe(topic, std::move(take));
}

std::function<void(RawMessage)> FastDds::publish(const std::string& topic,
                                                 const std::string& type) {
  dds::DomainParticipant* const participant = participant_->participant;
  dds::TypeSupport(new RawType(type)).register_type(participant);
  dds::DataWriterQos qos;
  qos.reliability().kind = dds::BEST_EFFORT_RELIABILITY_QOS;
  dds::DataWriter* const writer = require(participant_->publisher->create_datawriter(
      require(participant->create_topic(topic, type, dds::TOPIC_QOS_DEFAULT)), qos));
  return [writer](RawMessage message) { writer->write(&message); };
}

}  // namespace tether::test
