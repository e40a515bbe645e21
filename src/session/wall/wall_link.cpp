#include "tether/session/wall/wall_link.hpp"

#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/link/dds/dds_endpoint.hpp"
#include "tether/link/ros/ros_endpoint.hpp"
#include "tether/link/udp/udp_endpoint.hpp"

namespace tether::session {
namespace {

using Transport = scenario::LinkParams::Transport;

Transport transport_of(const scenario::Scenario& scenario, signals::LocalSides sides) {
  const Transport wanted = scenario.link.transport;
  if (wanted == Transport::automatic) {
    return sides == signals::LocalSides::both ? Transport::in_process : Transport::udp;
  }
  if (wanted == Transport::in_process && sides != signals::LocalSides::both) {
    throw core::InputError(
        "link.transport = \"in-process\" joins two sides of one process; two processes need "
        "\"udp\", \"dds\" or \"ros\"");
  }
  if (wanted == Transport::ros && !link::ros_available()) {
    throw core::InputError(
        "link.transport = \"ros\" needs roscpp, which was not installed when this was built");
  }
  return wanted;
}

// a side may listen for one that it does not know the address of, but must be found itself
void check_addresses(const scenario::UdpParams& udp, signals::LocalSides sides) {
  const bool leads = sides != signals::LocalSides::follower,
             follows = sides != signals::LocalSides::leader;
  if ((leads && udp.leader.empty()) || (follows && udp.follower.empty())) {
    throw core::InputError(udp.where,
                           "link.udp: only the address of the other side may be left empty");
  }
  for (const std::string& address : {udp.leader, udp.follower}) {
    if (!address.empty()) link::parse_address(address, "link.udp");
  }
}

link::KeyMaterial key_material_of(const scenario::UdpParams& udp) {
  try {
    return udp.secret.empty() ? link::shared_key(udp.key) : link::key_pair(udp.secret, udp.peer);
  } catch (const core::InputError& e) {
    throw core::InputError(fmt::format("{}\nmake one with: tether keygen --out {}", e.what(),
                                       udp.secret.empty() ? udp.key : udp.secret));
  }
}

}  // namespace

WallLink::WallLink(const scenario::Scenario& scenario, signals::LocalSides sides)
    : scenario_(scenario), transport_(transport_of(scenario, sides)) {
  if (transport_ == Transport::in_process) {
    threads_ = std::make_unique<link::ThreadLink>(scenario.link.emulated, scenario.seed);
  }
  if (transport_ == Transport::udp) {
    keys_ = key_material_of(scenario.link.udp);
    check_addresses(scenario.link.udp, sides);
  }
}

WallLink::~WallLink() = default;

link::Endpoint& WallLink::open(signals::SideName side) {
  switch (transport_) {
    case Transport::udp:
      return open_udp(side);
    case Transport::dds:
    case Transport::ros:
      return open_middleware(side);
    case Transport::automatic:
    case Transport::in_process:
      break;
  }
  return side == signals::SideName::leader ? threads_->leader() : threads_->follower();
}

link::Endpoint& WallLink::open_udp(signals::SideName side) {
  const scenario::UdpParams& udp = scenario_.link.udp;
  const bool leads = side == signals::SideName::leader;
  return make<link::UdpEndpoint>(side,
                                 link::UdpEndpointParams{.role = role_of(side),
                                                         .local = leads ? udp.leader : udp.follower,
                                                         .peer = leads ? udp.follower : udp.leader,
                                                         .keys = keys_});
}

link::Endpoint& WallLink::open_middleware(signals::SideName side) {
  if (transport_ == Transport::dds) {
    return make<link::DdsEndpoint>(
        side, link::DdsParams{.domain = static_cast<std::uint32_t>(scenario_.link.dds_domain),
                              .role = role_of(side),
                              .priority = scenario_.realtime.priority});
  }
  return make<link::RosEndpoint>(
      side, link::RosParams{.role = role_of(side), .priority = scenario_.realtime.priority});
}

template <class Kind, class Params>
link::Endpoint& WallLink::make(signals::SideName side, const Params& params) {
  End& end = end_of(side);
  auto made = std::make_unique<Kind>(params);
  link::DiagnosableEndpoint* const open = made.get();
  end.endpoint = std::move(made);
  end.open.store(open, std::memory_order_release);
  return *open;
}

const ConnectionReport& WallLink::watch(signals::SideName side, core::Time now) {
  End& end = end_of(side);
  link::DiagnosableEndpoint* const open = end.open.load(std::memory_order_acquire);
  if (open != nullptr && end.watch.update(now, *open)) {
    const link::Diagnosis& diagnosis = end.watch.diagnosis();
    end.report = {diagnosis.trouble, connection_line(diagnosis, scenario_.link, transport_, side)};
  }
  return end.report;
}

ConnectionReport WallLink::conclude(signals::SideName side) {
  End& end = end_of(side);
  link::DiagnosableEndpoint* const open = end.open.load(std::memory_order_acquire);
  if (open == nullptr) return {};
  const link::Diagnosis& diagnosis = end.watch.conclude(*open);
  const bool one_way = diagnosis.trouble == link::Trouble::too_large ||
                       diagnosis.trouble == link::Trouble::peer_lacks_samples;
  if (end.watch.met() && !one_way) return {};
  return {diagnosis.trouble, connection_line(diagnosis, scenario_.link, transport_, side)};
}

std::string WallLink::describe(const scenario::Scenario& scenario, signals::LocalSides sides) {
  const scenario::UdpParams& udp = scenario.link.udp;
  switch (transport_of(scenario, sides)) {
    case Transport::udp:
      return fmt::format("UDP, encrypted; leader at {}, follower at {}", udp.leader, udp.follower);
    case Transport::dds:
      return fmt::format("DDS, domain {}", scenario.link.dds_domain);
    case Transport::ros:
      return "ROS 1 topics";
    case Transport::automatic:
    case Transport::in_process:
      break;
  }
  return {};
}

std::optional<link::LinkCounts> WallLink::counts(signals::SideName side) const {
  const End& end = side == signals::SideName::leader ? leader_ : follower_;
  const auto* udp = dynamic_cast<const link::UdpEndpoint*>(end.endpoint.get());
  if (udp == nullptr) return {};
  return udp->counts();
}

}  // namespace tether::session
