#include "tether/station/page/state_frame.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "station/server/frame_bytes.hpp"

namespace tether::station {
namespace {

using signals::SceneState, signals::Tick;

std::uint32_t bits(std::initializer_list<bool> flags) noexcept {
  std::uint32_t word = 0, bit = 1;
  for (const bool flag : flags) {
    if (flag) word |= bit;
    bit <<= 1U;
  }
  return word;
}

bool stopped(const Tick& tick) noexcept { return tick.guard.stop != guard::StopReason::none; }

// in the order of the header
std::uint32_t guards_at_work(const Tick& t) noexcept {
  const guard::DeviceGuardsReport& g = t.guard;
  return bits({g.joint_stops > 0, g.joint_speed > 0, g.tool_speed > 0, g.torque_rate > 0,
               g.power > 0, g.fence > 0, g.contact, t.effort_removed > 0, t.proof_voided});
}

// a device without a simulated world shows its joints only
std::size_t coordinates_of(const Tick& t, const SceneState& scene) noexcept {
  const auto known = std::min<std::size_t>(scene.coordinates, SceneState::kMaxCoordinates);
  return known > 0 ? known : static_cast<std::size_t>(t.measured.position.size());
}

void put_coordinates(FrameBytes& out, const Tick& t, const SceneState& scene) {
  const std::size_t n = coordinates_of(t, scene);
  const bool world = scene.coordinates > 0;
  for (std::size_t i = 0; i < n; ++i) {
    out.number(world ? static_cast<double>(scene.q[i])
                     : t.measured.position[static_cast<Eigen::Index>(i)]);
  }
}

void put_side(FrameBytes& out, const Tick& t, const SceneState& scene, bool leads) {
  const auto contacts = std::min<std::size_t>(scene.contacts, SceneState::kMaxContacts);
  out.put(static_cast<std::uint8_t>(t.engagement));
  out.put(static_cast<std::uint8_t>(t.guard.stop));
  out.put(static_cast<std::uint8_t>(coordinates_of(t, scene)));
  out.put(static_cast<std::uint8_t>(contacts));
  out.put(guards_at_work(t));
  put_coordinates(out, t, scene);
  out.pose(t.tool);
  out.pose(t.coupling.setpoint);
  const auto at_tool = [&](const spatial::Wrench& w) {
    return spatial::Wrench{w.torque_at(t.tool.position), w.force};
  };
  out.wrench(at_tool(t.coupling.wrench));
  out.wrench(t.measured.external_at_tool);
  out.wrench(leads ? at_tool(t.assist.wrench) : spatial::Wrench{});
  out.vector(t.twist.velocity_at(t.tool.position));
  for (const double x :
       {t.energy.tank, t.energy.sent, t.energy.received, t.energy.exchanged, t.energy.held_back,
        t.energy.tlc_force, t.kinetic, t.coupling.potential, t.coupling.stiffness}) {
    out.number(x);
  }
  for (std::size_t i = 0; i < contacts; ++i) {
    for (const float x : scene.contact[i].point) out.number(static_cast<double>(x));
    for (const float x : scene.contact[i].force) out.number(static_cast<double>(x));
  }
}

// the leader's view of the link, unless only the follower has one
const signals::LinkQuality& quality_of(const Snapshot& s) noexcept {
  return s.leader.quality.known || !s.follower.quality.known ? s.leader.quality
                                                             : s.follower.quality;
}

}  // namespace

void encode_state(const Snapshot& s, std::uint32_t count, const FrameFlags& flags,
                  std::string& frame) {
  FrameBytes out(frame);
  out.put(kStateMagic);
  out.put(count);
  out.put(core::seconds(signals::time_of(s.leader, s.follower)));
  const bool fault = s.leader.fault || s.follower.fault;
  out.put(bits({stopped(s.leader) || stopped(s.follower), fault, s.ended, flags.held, flags.jogging,
                s.leader.resting || s.follower.resting}));
  out.count(s.late_leader);
  out.count(s.late_follower);
  const signals::LinkQuality& quality = quality_of(s);
  out.number(quality.round_trip);
  out.number(quality.jitter);
  out.number(quality.loss);
  put_side(out, s.leader, s.leader_scene, true);
  put_side(out, s.follower, s.follower_scene, false);
}

}  // namespace tether::station
