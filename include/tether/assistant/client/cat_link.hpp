// Between the robot's controller and the process that computes assisting forces (CAT, computer-
// assisted teleoperation): the controller sends where the tool is, once per tick, and asks for the
// newest force. Over DDS (cat_client.hpp) or plain datagrams (cat_udp_client.hpp).
#pragma once

#include <optional>

#include "tether/spatial/pose.hpp"

namespace tether::assistant {

// where the controller says the tool is
struct ToolPose {
  spatial::Pose last_frame;   // of the manipulator, in its base
  spatial::Pose tool_offset;  // tool in the last frame

  spatial::Pose tool() const noexcept { return last_frame * tool_offset; }
};

class CatLink {
 public:
  virtual ~CatLink() = default;

  // tick: never waits; nobody need be there
  virtual void send(const ToolPose& pose) noexcept = 0;
  // Tick: the newest force that was not asked for yet, if one came. Force and torque at the tool,
  // along the axes of the robot's base; not checked, see assist::ForceHold.
  virtual std::optional<spatial::Wrench> newest() noexcept = 0;
};

// A transformation as it stands in messages: 4×4, row-major. Nothing when it is no pose: a number
// that is not finite, a place beyond `kFarthest`, a last row other than 0 0 0 1, or axes that are
// not those of a rotation within `kTurnTolerance`; axes that nearly are come out as such.
inline constexpr double kFarthest = 1e3;        // of any coordinate [m]
inline constexpr double kTurnTolerance = 1e-3;  // of any element of RᵀR
std::optional<spatial::Pose> pose_of_matrix(const double (&matrix)[16]) noexcept;
void matrix_of_pose(const spatial::Pose& pose, double (&matrix)[16]) noexcept;

}  // namespace tether::assistant
