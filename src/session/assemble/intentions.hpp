// From what a scenario says about its operator to what they intend.
#pragma once

#include <cstdint>
#include <memory>

#include "tether/scenario/scenario.hpp"
#include "tether/sim/people/intention.hpp"

namespace tether::session {

// `seed` is the session's
std::unique_ptr<sim::Intention> make_intention(const scenario::OperatorParams& person,
                                               std::uint64_t seed);

// rotation vectors [rad], from how the hand began
std::shared_ptr<const control::Trajectory> intended_turn(const scenario::OperatorParams& person);

}  // namespace tether::session
