// What is asked of a robot that is moved by keys instead of a hand: speeds of its joints, or of its
// tool, for as long as a key is down; or a way to a stored posture.
#pragma once

#include <cstdint>

#include "tether/robot/joints.hpp"
#include "tether/spatial/twist.hpp"

namespace tether::control {

enum class JogSpace : std::uint8_t { joints, tool };

struct JogVelocity {
  JogSpace space = JogSpace::joints;
  robot::JointVector joints;  // [rad/s or m/s]
  // of the tool's own point, base axes [rad/s], [m/s]
  spatial::Vector3 angular = spatial::Vector3::Zero();
  spatial::Vector3 linear = spatial::Vector3::Zero();
};

// one command; the next takes its place
struct JogCommand {
  enum class Kind : std::uint8_t { none, jog, go };
  Kind kind = Kind::none;
  std::uint32_t number = 0;   // another one is another command
  JogVelocity velocity;       // of jog: for a while only, to be repeated
  robot::JointVector target;  // of go [rad or m]
  JogSpace by = JogSpace::joints;
};

}  // namespace tether::control
