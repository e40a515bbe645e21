// From what a scenario says about its operator to what they intend.
#pragma once

#include <cstdint>
#include <memory>

#include "tether/session/scenario.hpp"
#include "tether/sim/intention.hpp"

namespace tether::session {

// `seed` is the session's
std::unique_ptr<sim::Intention> make_intention(const OperatorParams& person, std::uint64_t seed);

// rotation vectors [rad], from how the hand began
std::shared_ptr<const control::Trajectory> intended_turn(const OperatorParams& person);

}  // namespace tether::session
