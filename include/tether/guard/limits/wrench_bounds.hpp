// The bounds on what the coupling asks for, before it becomes joint efforts: energy, then force.
// They act at the spring, so that both sides take the same wrench and power continuity holds; the
// side that only receives the wrench bounds its force once more, as nobody vouches for a wire.
// Beside them, a hand that is not there feels nothing.
#pragma once

#include <optional>

#include "tether/guard/limits/energy_bound.hpp"
#include "tether/guard/limits/force_bound.hpp"
#include "tether/guard/stops/operator_present.hpp"

namespace tether::guard {

struct WrenchBoundsParams {
  std::optional<EnergyBoundParams> energy;
  std::optional<ForceBoundParams> force;
  std::optional<OperatorPresentParams> present;
};

class WrenchBounds {
 public:
  explicit WrenchBounds(const WrenchBoundsParams& params);

  struct In {
    spatial::Wrench wrench;  // that the coupling asks for, screw in base frame
    double potential = 0;    // in its spring [J]
    double kinetic = 0;      // of the leader's motion [J]
    bool operator_present = true;
  };
  struct Out {
    double energy = 0;        // left in spring and motion [J]
    double energy_share = 1;  // λ
    double force_share = 1;   // of what the energy bound leaves
    double hand_share = 1;    // eased out while no hand is there
    bool refused = false;     // a number was not finite: nothing is left

    // of wrench and potential
    double share() const noexcept { return energy_share * force_share * hand_share; }
  };
  Out update(const In& in) noexcept;

 private:
  std::optional<EnergyBound> energy_;
  std::optional<ForceBound> force_;
  std::optional<OperatorPresent> present_;
};

}  // namespace tether::guard
