// All signals of one pass of one side, from reading the device to sending on the link. The recorder
// writes this struct and nothing else, so what is logged is what was computed.
#pragma once

#include <cstdint>

#include "tether/control/coupling.hpp"
#include "tether/control/engagement.hpp"
#include "tether/core/fault.hpp"
#include "tether/core/time.hpp"
#include "tether/device/device.hpp"
#include "tether/link/link.hpp"
#include "tether/link/link_quality.hpp"

namespace tether::session {

enum class SideName : std::uint8_t { leader, follower };
constexpr const char* name(SideName side) noexcept {
  return side == SideName::leader ? "leader" : "follower";
}

struct Tick {
  std::uint64_t index = 0;
  core::Time time;

  bool resting = false;  // asked to let go

  device::DeviceState measured;  // Device.read
  robot::JointVector velocity;   // estimated [rad/s or m/s]
  spatial::Pose tool;            // of this side's device, base frame
  spatial::Twist twist;          // of the tool, base frame
  link::Received received;       // Link.receive
  link::LinkQuality quality;     // of the link, as this side sees it
  control::Engagement engagement = control::Engagement::waiting;  // how far it is coupled
  control::CouplingOutput coupling;                               // what the coupling asks for
  robot::JointVector damping;  // efforts of the joint damping [N m or N]
  robot::JointVector inertia;  // of the inertia compensation [N m or N]
  robot::JointVector effort;   // really commanded, after the guard [N m or N]
  double effort_removed = 0;   // norm of what the device cannot give [N m or N]
  passivity::Report energy;    // the side's account
  bool proof_voided = false;   // the guard cut off effort that the account counts on
  link::Sample sent;           // Link.send

  core::Fault fault;  // the first one of this pass
};

}  // namespace tether::session
