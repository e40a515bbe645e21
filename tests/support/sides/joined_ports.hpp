// Two simulated ports, each with a passivity layer, joined by an emulated link: the least that has
// all of a session's energy account, drawn from one seed. What is asked of the layers is a spring
// between the tools with noise, or efforts made up to cheat them.
#pragma once

#include <functional>

#include "tests/support/sides/asking.hpp"
#include "tests/support/sides/simulated_port.hpp"
#include "tether/link/emulated/emulated_link.hpp"
#include "tether/passivity/monitor.hpp"

namespace tether::test {

using LayerFactory = std::function<std::unique_ptr<passivity::Layer>(
    passivity::Role, const passivity::PortMotionParams&)>;

struct JoinedPortsParams {
  SimulatedPortParams leader, follower;
  Asking leader_asks = Asking::spring;
  Asking follower_asks = Asking::spring;
  double stiffness = 500;    // of the spring [N/m]
  double noise = 0.5;        // part of the effort limit
  double joint_damping = 0;  // of the leader, as scenarios have it [N s/m]
  link::EmulatedLinkParams link;
};
JoinedPortsParams random_joined_ports(RandomDraw& draw, double duration);

class JoinedPorts {
 public:
  JoinedPorts(const JoinedPortsParams& params, const LayerFactory& make, std::uint64_t seed);

  // one tick of either side, then of the physics
  void tick() noexcept;

  const passivity::Report& leader() const noexcept { return leader_.layer->report(); }
  const passivity::Report& follower() const noexcept { return follower_.layer->report(); }
  // what both devices gave since the beginning, as the ports measure it [J]
  double absorbed() const noexcept { return monitor_.absorbed().sum(); }
  // promised by either side and not yet received by the other [J]
  double in_flight() const noexcept;

 private:
  struct Side {
    SimulatedPort port;
    std::unique_ptr<passivity::Layer> layer;
    Asking asks;
    link::Endpoint& endpoint;
  };
  void tick(Side& side, passivity::Role role) noexcept;

  JoinedPortsParams params_;
  RandomDraw draw_;
  link::EmulatedLink link_;
  Side leader_, follower_;
  passivity::Monitor monitor_;
  int ticks_ = 0;
};

}  // namespace tether::test
