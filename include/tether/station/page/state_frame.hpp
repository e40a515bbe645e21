// The state of a session as the page gets it, at display rate: one binary message, little-endian,
// floats of 32 bits unless said otherwise. The page's reader is web/src/operator/frame.ts; both are
// tested against the same bytes (tests/data/state_frame.bin).
//
//   u32  magic 0x31485454 ("TTH1")          u32  counts frames
//   f64  session time [s]
//   u32  flags: 1 stopped, 2 fault, 4 ended, 8 a hand is at the page's handle, 16 jogging,
//        32 a side rests: the session is paused, or ends
//   u32  late ticks of the leader           u32  late ticks of the follower
//   f32  round trip [s]   f32 jitter [s]    f32  loss, 0 to 1
//   then the leader and the follower, each:
//   u8   engagement (control::Engagement)   u8   stop reason (guard::StopReason)
//   u8   n: coordinates                     u8   m: contacts
//   u32  guards at work: 1 joint stops, 2 joint speed, 4 tool speed, 8 torque rate, 16 power,
//        32 fence, 64 contact, 128 effort cut off, 256 proof voided
//   f32×n  coordinates of everything in its world (MuJoCo's qpos); its joints alone where the world
//          is not simulated here, or has more than 64
//   f32×3  tool position [m]                f32×4  its quaternion, w first; both in base frame
//   f32×3  setpoint position                f32×4  its quaternion; the same
//   f32×6  what the controller asks for at the tool: torque about the tool, force, base axes
//   f32×6  what hand or world do to it: the same
//   f32×6  what fixtures do to the leader's tool: the same (zero at the follower)
//   f32×3  velocity of the tool's point [m/s]
//   f32    tank [J], sent [J], received [J], exchanged [J], held back [N m or N],
//          tank level controller [N m or N], kinetic [J], potential [J], stiffness share
//   m times: f32×3 point, f32×3 force of the world on the device; world frame
#pragma once

#include <cstdint>
#include <string>

#include "tether/station/page/controls.hpp"

namespace tether::station {

inline constexpr std::uint32_t kStateMagic = 0x31485454;

struct FrameFlags {
  bool held = false, jogging = false;  // what the session itself does not know
};

// `frame` is overwritten, its memory used again
void encode_state(const Snapshot& snapshot, std::uint32_t count, const FrameFlags& flags,
                  std::string& frame);

}  // namespace tether::station
