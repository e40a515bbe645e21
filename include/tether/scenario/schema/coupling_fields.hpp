// The keys of [coupling], and the couplings there are.
#pragma once

#include <array>
#include <string_view>

#include "tether/scenario/scenario.hpp"
#include "tether/scenario/schema/fields.hpp"

namespace tether::scenario {

// in the order of control::CouplingKind
struct CouplingName {
  std::string_view name;
  std::string_view description;
};
inline constexpr std::array<CouplingName, control::kCouplings> kCouplingNames{{
    {"position-force", "position to the follower, spring or measured force back to the hand"},
    {"position-position", "each side pulls its tool to where the other one is"},
    {"four-channel", "positions and measured forces both ways, with models of both devices"},
    {"rate", "displacement of the hand is speed of the follower, with a centring spring"},
    {"drive", "as one drives a car: push for speed, steer to turn; obstacles are felt"},
    {"force-position", "force to a simulated system, its motion back to the arm in the hand"},
}};

// keys of all couplings may stand beside each other, so that one can be changed for another
void describe(Fields& f, CouplingParams& p);

}  // namespace tether::scenario
