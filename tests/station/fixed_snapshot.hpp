// One moment of a session that never changes: tests/data/state_frame.bin is made from it.
#pragma once

#include "tether/station/page/state_frame.hpp"

namespace tether::station {

inline signals::Tick fixed_leader() {
  signals::Tick t;
  t.time = core::Time(core::Duration(12'345'678'900));
  t.index = 12345;
  t.engagement = control::Engagement::engaged;
  t.measured.position = Eigen::Vector3d(0.01, -0.02, 0.03);
  t.measured.external_at_tool = {{0.5, -0.25, 0.125}, {4, -2, 1}};
  t.tool.position = {0.25, -0.5, 0.75};
  t.twist = {{0, 0, 2}, {1, 0.5, -0.25}};
  t.coupling.setpoint.position = {0.26, -0.5, 0.7};
  t.coupling.wrench =
      spatial::Wrench::from_point({0.25, 0.5, -0.75}, {-3, 1.5, 6}, t.tool.position);
  t.coupling.potential = 0.0625;
  t.coupling.stiffness = 0.75;
  t.assist.wrench = spatial::Wrench::from_point({0, 0, 0.5}, {1, 2, 3}, t.tool.position);
  t.kinetic = 0.375;
  t.quality = {
      .known = true, .latest = 0.1, .round_trip = 0.125, .jitter = 0.0078125, .loss = 0.03125};
  t.energy = {.tank = 0.5,
              .reserve = 9,
              .exchanged = -1.5,
              .received = 3,
              .sent = 2.5,
              .tlc_force = 0.2,
              .held_back = 0.4};
  t.guard.torque_rate = 0.1;
  t.proof_voided = true;
  return t;
}

inline signals::Tick fixed_follower() {
  signals::Tick t = fixed_leader();
  t.engagement = control::Engagement::clutched;
  const double half = 0.70710678118654752;
  t.tool.rotation = Eigen::Quaterniond(half, 0, half, 0).toRotationMatrix();
  t.coupling.setpoint.rotation = Eigen::Quaterniond(0.5, 0.5, 0.5, 0.5).toRotationMatrix();
  t.guard = {};
  t.guard.stop = guard::StopReason::collision;
  t.guard.contact = true;
  t.guard.fence = 2;
  t.effort_removed = 1;
  t.proof_voided = false;
  t.fault = {.kind = core::FaultKind::device};
  return t;
}

inline signals::SceneState fixed_leader_scene() {
  signals::SceneState scene;
  scene.coordinates = 3;
  scene.q[0] = 0.01F;
  scene.q[1] = -0.02F;
  scene.q[2] = 0.03F;
  return scene;
}

inline signals::SceneState fixed_follower_scene() {
  signals::SceneState scene;
  scene.coordinates = 9;
  for (std::size_t i = 0; i < 9; ++i) scene.q[i] = 0.25F * static_cast<float>(i) - 1;
  scene.contacts = 2;
  scene.contact[0] = {{0.5F, 0.25F, 0.125F}, {0, 0, 12.5F}};
  scene.contact[1] = {{-0.5F, 0.75F, 1}, {1, -2, 3}};
  return scene;
}

inline Snapshot fixed_snapshot() {
  return {.leader = fixed_leader(),
          .follower = fixed_follower(),
          .leader_scene = fixed_leader_scene(),
          .follower_scene = fixed_follower_scene(),
          .late_leader = 3,
          .late_follower = 5'000'000'000,
          .ended = false};
}

inline constexpr std::uint32_t kFixedCount = 777;
inline constexpr FrameFlags kFixedFlags{.held = true, .jogging = false};

}  // namespace tether::station
