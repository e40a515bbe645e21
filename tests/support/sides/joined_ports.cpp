#include "tests/support/sides/joined_ports.hpp"

#include "tests/support/random/random_link.hpp"

namespace tether::test {

JoinedPortsParams random_joined_ports(RandomDraw& draw, double duration) {
  JoinedPortsParams params{.leader = random_handle(draw), .follower = random_arm(draw)};
  params.leader_asks = static_cast<Asking>(draw.pick(kAskings));
  params.follower_asks = static_cast<Asking>(draw.pick(kAskings));
  params.stiffness = draw.between(100, 2000);
  params.noise = draw.unit();
  if (draw.bernoulli(0.5)) params.joint_damping = 4;
  params.link = random_link(draw, duration);
  return params;
}

JoinedPorts::JoinedPorts(const JoinedPortsParams& params, const LayerFactory& make,
                         std::uint64_t seed)
    : params_(params),
      draw_(seed),
      link_(params.link, seed),
      leader_{SimulatedPort(params.leader, draw_.bits()), nullptr, params.leader_asks,
              link_.leader()},
      follower_{SimulatedPort(params.follower, draw_.bits()), nullptr, params.follower_asks,
                link_.follower()} {
  leader_.layer = make(passivity::Role::leader, leader_.port.motion_params());
  follower_.layer = make(passivity::Role::follower, follower_.port.motion_params());
}

void JoinedPorts::tick() noexcept {
  tick(leader_, passivity::Role::leader);
  tick(follower_, passivity::Role::follower);
  const passivity::Port &left = leader_.port.last(), &right = follower_.port.last();
  monitor_.update(core::Time(std::chrono::milliseconds(ticks_)),
                  {left.position, left.applied, false}, {right.position, right.applied, false});
  leader_.port.advance();
  follower_.port.advance();
  ++ticks_;
}

double JoinedPorts::in_flight() const noexcept {
  return leader().sent - follower().received + follower().sent - leader().received;
}

// in the order of teleop::Side::tick
void JoinedPorts::tick(Side& side, passivity::Role role) noexcept {
  const core::Time now{std::chrono::milliseconds(ticks_)};
  const passivity::Port& port = side.port.read();
  const signals::Received received = side.endpoint.receive(now);
  const auto admitted = side.layer->receive(
      port, {.valid = received.valid, .message = signals::unpack(received.sample)});
  const auto coupled = couple(port, role, admitted, params_.stiffness);
  robot::JointVector effort = port.jacobian.bottomRows<3>().transpose() * coupled.wrench.force;
  if (role == passivity::Role::leader) effort -= params_.joint_damping * port.velocity;
  const AskingParams asking{side.asks, side.port.params().effort_limit, params_.noise};
  const auto decision = side.layer->update(
      port, coupled, ask(asking, effort, side.port.true_velocity(), ticks_, draw_));
  side.port.command(decision.effort);
  side.endpoint.send(now, signals::pack(now, decision.send));
}

}  // namespace tether::test
