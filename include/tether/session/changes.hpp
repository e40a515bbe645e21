// The changes that a scenario plans for one side, made ready at set-up, so that exchanging coupling
// or passivity method between two ticks frees and allocates nothing.
#pragma once

#include <vector>

#include "tether/session/assemble.hpp"
#include "tether/session/scenario.hpp"
#include "tether/session/side.hpp"

namespace tether::session {

class Changes {
 public:
  static Changes of_leader(const Scenario& scenario, const robot::Chain& chain);
  static Changes of_follower(const Scenario& scenario, const FollowerSetup& setup);

  // before the tick at `now`: makes the changes that are due
  void apply(core::Time now, Side& side) noexcept;

 private:
  template <class MakeReplacement>
  static Changes planned(const Scenario& scenario, MakeReplacement make);

  struct Planned {
    core::Time at;
    Replacement replacement;  // the old stages, once it is made
  };
  std::vector<Planned> planned_;
  std::size_t next_ = 0;
};

}  // namespace tether::session
