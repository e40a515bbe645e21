#include "tether/reproduction/passive_arm/link_pair.hpp"

#include <utility>

#include <fmt/format.h>

#include "tether/core/bell.hpp"
#include "tether/link/dds/dds_endpoint.hpp"
#include "tether/link/emulated/thread_link.hpp"
#include "tether/link/ros/ros_endpoint.hpp"
#include "tether/link/udp/udp_endpoint.hpp"

namespace tether::reproduction {
namespace {

// an end that can be waited at as it is
template <class EndpointType>
class NetworkEnd final : public PacedEnd {
 public:
  template <class Params>
  explicit NetworkEnd(const Params& params) : endpoint(params) {}

  void send(core::Time now, const signals::Sample& sample) noexcept override {
    endpoint.send(now, sample);
  }
  signals::Received receive(core::Time now) noexcept override { return endpoint.receive(now); }
  bool wait(core::Duration at_most) noexcept override { return endpoint.wait(at_most); }

  EndpointType endpoint;
};

struct Threads {
  link::ThreadLink link{{}, 1};
  core::Bell to_leader, to_follower;  // how often something was sent
};

class ThreadEnd final : public PacedEnd {
 public:
  ThreadEnd(link::Endpoint& endpoint, core::Bell& in, core::Bell& out)
      : endpoint_(endpoint), in_(in), out_(out) {}

  void send(core::Time now, const signals::Sample& sample) noexcept override {
    endpoint_.send(now, sample);
    out_.ring();
  }
  signals::Received receive(core::Time now) noexcept override { return endpoint_.receive(now); }
  bool wait(core::Duration at_most) noexcept override { return in_.wait(at_most); }

 private:
  link::Endpoint& endpoint_;
  core::Bell& in_;
  core::Bell& out_;
};

LinkPair thread_pair() {
  auto threads = std::make_shared<Threads>();
  auto leader =
      std::make_unique<ThreadEnd>(threads->link.leader(), threads->to_leader, threads->to_follower);
  auto follower = std::make_unique<ThreadEnd>(threads->link.follower(), threads->to_follower,
                                              threads->to_leader);
  return {std::move(threads), std::move(leader), std::move(follower)};
}

LinkPair udp_pair() {
  using End = NetworkEnd<link::UdpEndpoint>;
  const link::KeyMaterial keys{.secret = link::random_key()};
  auto follower = std::make_unique<End>(
      link::UdpEndpointParams{.role = link::Role::follower, .local = "127.0.0.1:0", .keys = keys});
  auto leader = std::make_unique<End>(
      link::UdpEndpointParams{.role = link::Role::leader,
                              .peer = link::to_string(follower->endpoint.local()),
                              .keys = keys});
  return {nullptr, std::move(leader), std::move(follower)};
}

// Two domains of this process that are one to the outside: within one domain CycloneDDS would hand
// samples over without the network.
LinkPair dds_pair(int domain, int priority) {
  const auto params = [&](int number, passivity::Role role) {
    return link::DdsParams{
        .domain = static_cast<std::uint32_t>(number),
        .role = role,
        .priority = priority,
        .configuration = fmt::format(
            "<General><Interfaces><NetworkInterface name=\"lo\"/></Interfaces>"
            "<AllowMulticast>false</AllowMulticast></General><Discovery>"
            "<ExternalDomainId>{}</ExternalDomainId><ParticipantIndex>auto</ParticipantIndex>"
            "<Peers><Peer address=\"localhost\"/></Peers></Discovery>",
            domain)};
  };
  using End = NetworkEnd<link::DdsEndpoint>;
  return {nullptr, std::make_unique<End>(params(domain, passivity::Role::leader)),
          std::make_unique<End>(params(domain + 1, passivity::Role::follower))};
}

LinkPair ros_pair(int priority) {
  using End = NetworkEnd<link::RosEndpoint>;
  return {
      nullptr,
      std::make_unique<End>(link::RosParams{.role = passivity::Role::leader, .priority = priority}),
      std::make_unique<End>(
          link::RosParams{.role = passivity::Role::follower, .priority = priority})};
}

}  // namespace

const char* name(Transport transport) noexcept {
  switch (transport) {
    case Transport::udp:
      return "udp";
    case Transport::dds:
      return "dds";
    case Transport::ros:
      return "ros";
    case Transport::automatic:
    case Transport::in_process:
      break;
  }
  return "in-process";
}

LinkPair open_link_pair(const LinkPairParams& params) {
  switch (params.transport) {
    case Transport::udp:
      return udp_pair();
    case Transport::dds:
      return dds_pair(params.dds_domain, params.priority);
    case Transport::ros:
      return ros_pair(params.priority);
    case Transport::automatic:
    case Transport::in_process:
      break;
  }
  return thread_pair();
}

}  // namespace tether::reproduction
