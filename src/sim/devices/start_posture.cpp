#include "sim/devices/start_posture.hpp"

#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/robot/inverse_kinematics.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::sim {

spatial::Pose tool_pose(const robot::Chain& chain, const robot::JointVector& posture) {
  if (posture.size() != chain.joint_count) {
    throw core::InputError(fmt::format("{} has {} joints, its start posture {}", chain.name,
                                       chain.joint_count, posture.size()));
  }
  robot::ChainState state;
  robot::forward_kinematics(chain, posture, state);
  return state.tool;
}

robot::JointVector start_posture(const robot::Chain& chain, const robot::JointVector& posture,
                                 const spatial::Pose& origin, const Hand& hand,
                                 const Wrist& wrist) {
  if (hand.start().isZero(0) && wrist.start().isZero(0)) return posture;
  const spatial::Pose start{spatial::exp_rotation(wrist.start()) * origin.rotation,
                            origin.position + hand.start()};
  const auto solution = robot::inverse_kinematics(chain, start, posture);
  if (!solution.converged) {
    throw core::InputError(
        fmt::format("{} cannot reach where the hand starts: {:.1f} mm and {:.4f} rad remain",
                    chain.name, 1e3 * solution.position_error, solution.orientation_error));
  }
  return solution.q;
}

}  // namespace tether::sim
