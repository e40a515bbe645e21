// The changes that a scenario plans for one side, made ready at set-up, so that exchanging coupling
// or passivity method between two ticks frees and allocates nothing.
#pragma once

#include <vector>

#include "tether/scenario/scenario.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/teleop/side.hpp"

namespace tether::session {

class Changes {
 public:
  static Changes of_leader(const scenario::Scenario& scenario, const robot::Chain& chain);
  static Changes of_follower(const scenario::Scenario& scenario,
                             const scenario::FollowerSetup& setup);

  // before the tick at `now`: makes the changes that are due
  void apply(core::Time now, teleop::Side& side) noexcept;

 private:
  template <class MakeReplacement>
  static Changes planned(const scenario::Scenario& scenario, MakeReplacement make);

  struct Planned {
    core::Time at;
    teleop::Replacement replacement;  // the old stages, once it is made
  };
  std::vector<Planned> planned_;
  std::size_t next_ = 0;
};

}  // namespace tether::session
