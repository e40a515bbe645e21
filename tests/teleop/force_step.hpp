// How far a force may go from tick to tick before it is a step that a hand would feel.
#pragma once

namespace tether::teleop {

inline constexpr double kForceStep = 0.5;  // greatest change of the commanded force [N]

}  // namespace tether::teleop
