// From what a scenario says about its operator to what they intend.
#pragma once

#include <memory>

#include "tether/scenario/scenario.hpp"

namespace tether::session {

// rotation vectors [rad], from how the hand began
std::shared_ptr<const control::Trajectory> intended_turn(const scenario::OperatorParams& person);

}  // namespace tether::session
