// The link over DDS beside CycloneDDS itself and, where it is installed, roscpp.
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <dds/dds.h>
#include <fmt/format.h>
#include <semaphore.h>

#include "bench/comparison.hpp"
#include "bench/ros_rival.hpp"
#include "bench/round_trips.hpp"
#include "tether/link/dds/dds_endpoint.hpp"
#include "tether/link/dds/dds_messages.hpp"
#include "tether/link/udp/newest_outbox.hpp"

namespace tether::bench {
namespace {

// two domains of this process that are one domain to the outside talk through the network
std::string through_loopback(int outside) {
  return fmt::format(
      "<General><Interfaces><NetworkInterface name=\"lo\"/></Interfaces>"
      "<AllowMulticast>false</AllowMulticast></General><Discovery>"
      "<ExternalDomainId>{}</ExternalDomainId><ParticipantIndex>auto</ParticipantIndex>"
      "<Peers><Peer address=\"localhost\"/></Peers></Discovery>",
      outside);
}

// both sides of a link
class OurLink {
 public:
  OurLink() {
    while (!trip()) continue;
  }

  // false when a sample was lost
  bool trip() {
    leader_.send(now(), sample_);
    if (!follower_.wait(kPatience)) return false;
    follower_.receive(now());
    follower_.send(now(), sample_);
    return leader_.wait(kPatience) && leader_.receive(now()).fresh;
  }

 private:
  static constexpr std::chrono::milliseconds kPatience{100};

  static link::DdsParams params(std::uint32_t domain, passivity::Role role) {
    return {.domain = domain, .role = role, .configuration = through_loopback(151)};
  }
  core::Time now() noexcept { return now_ += std::chrono::microseconds(1); }

  link::DdsEndpoint leader_{params(151, passivity::Role::leader)};
  link::DdsEndpoint follower_{params(152, passivity::Role::follower)};
  signals::Sample sample_;
  core::Time now_;
};

// Nothing is copied, checked or counted.
class PingPong {
 public:
  virtual ~PingPong() = default;
  PingPong(const PingPong&) = delete;
  PingPong& operator=(const PingPong&) = delete;

 protected:
  PingPong(dds_domainid_t near, dds_domainid_t far, const std::string& name) {
    join(near_, near, name + "/ping", name + "/pong", [](dds_entity_t reader, void* self) {
      take(reader, [self](void*) { static_cast<PingPong*>(self)->near_came_.post(); });
    });
    join(far_, far, name + "/pong", name + "/ping", [](dds_entity_t reader, void* self) {
      take(reader, [self](void* ping) { static_cast<PingPong*>(self)->take_ping(ping); });
    });
  }

  virtual void take_ping(void* ping) = 0;

  class Semaphore {
   public:
    Semaphore() { sem_init(&semaphore_, 0, 0); }
    void post() { sem_post(&semaphore_); }
    bool wait() {
      timespec until{};
      clock_gettime(CLOCK_MONOTONIC, &until);
      ++until.tv_sec;
      return sem_clockwait(&semaphore_, CLOCK_MONOTONIC, &until) == 0;
    }

   private:
    sem_t semaphore_;
  };

  dds_entity_t near_ = 0, far_ = 0;
  Semaphore near_came_;
  link::LinkSampleMessage message_ = link::to_link_sample({});

 private:
  template <class Use>
  static void take(dds_entity_t reader, const Use& use) {
    void* loan = nullptr;
    dds_sample_info_t info;
    if (dds_take(reader, &loan, &info, 1, 1) != 1) return;
    if (info.valid_data) use(loan);
    dds_return_loan(reader, &loan, 1);
  }

  // the same message and quality of service as ours
  void join(dds_entity_t& writer, dds_domainid_t domain, const std::string& out,
            const std::string& in, dds_on_data_available_fn on_data) {
    require(dds_create_domain(domain, through_loopback(153).c_str()));
    const dds_entity_t participant = require(dds_create_participant(domain, nullptr, nullptr));
    dds_qos_t* const qos = dds_create_qos();
    dds_qset_reliability(qos, DDS_RELIABILITY_BEST_EFFORT, 0);
    dds_qset_history(qos, DDS_HISTORY_KEEP_LAST, 1);
    dds_listener_t* const listener = dds_create_listener(this);
    dds_lset_data_available(listener, on_data);
    const auto topic = [&](const std::string& name) {
      return require(dds_create_topic(participant, &tether_msgs_msg_dds__LinkSample__desc,
                                      name.c_str(), qos, nullptr));
    };
    writer = require(dds_create_writer(participant, topic(out), qos, nullptr));
    require(dds_create_reader(participant, topic(in), qos, listener));
    dds_delete_listener(listener);
    dds_delete_qos(qos);
  }

  static dds_entity_t require(dds_entity_t returned) {
    if (returned < 0) throw std::runtime_error(dds_strretcode(returned));
    return returned;
  }
};

// a ping is written by the caller, answered in the listener of the other end, and the answer is
// waited for
class BarePingPong final : public PingPong {
 public:
  BarePingPong() : PingPong(153, 154, "bare") {
    while (!trip()) continue;
  }
  bool trip() {
    dds_write(near_, &message_);
    return near_came_.wait();
  }

 private:
  void take_ping(void* ping) override { dds_write(far_, ping); }
};

// The same, but handed over between threads as a tick has to that must not lock: threads beside it
// write, and the far caller answers, not the listener.
class HandedOverPingPong final : public PingPong {
 public:
  HandedOverPingPong() : PingPong(155, 156, "handed_over") {
    while (!trip()) continue;
  }
  bool trip() {
    near_out_.post({});
    if (!far_came_.wait()) return false;
    far_out_.post({});
    return near_came_.wait();
  }

 private:
  struct Nothing {};
  void take_ping(void* /*ping*/) override { far_came_.post(); }

  Semaphore far_came_;
  link::NewestOutbox<Nothing> near_out_{[this](Nothing) { dds_write(near_, &message_); }};
  link::NewestOutbox<Nothing> far_out_{[this](Nothing) { dds_write(far_, &message_); }};
};

const Registration kRegistration([] {
  const RoundTrips ours = round_trips<OurLink>();
  std::vector<Comparison> all{{.name = "dds_round_trip",
                               .rival = "CycloneDDS ping-pong with listeners",
                               .aim = 1 / 1.3,
                               .measured = in_turns(ours, round_trips<BarePingPong>())},
                              {.name = "dds_round_trip_handed_over",
                               .rival = "the same, handed over between threads as ours",
                               .aim = 1 / 1.2,
                               .measured = in_turns(ours, round_trips<HandedOverPingPong>())}};
  if (ros_rival_available()) {
    all.push_back({.name = "dds_round_trip_ros",
                   .rival = "roscpp ping-pong, tcpNoDelay",
                   .aim = 1,
                   .measured = in_turns(ours, ros_rival())});
  }
  return all;
});

}  // namespace
}  // namespace tether::bench
