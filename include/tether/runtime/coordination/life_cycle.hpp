// The life cycle of an activity: how far it is in taking what it needs, in getting ready to serve,
// and in giving everything back. Three super-states group the seven states:
//   deploying  takes or gives back resources, takes no commands: creation, resource configuration,
//              cleaning
//   active     takes the mediator's commands: capability configuration, running, pausing
//   ready      part of active; can serve at once: running, pausing
// After done nothing follows. Bruyninckx, "Building blocks for the design of complicated systems",
// KU Leuven, chapter 2 (life cycle state machine).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tether::runtime {

enum class LifeState : std::uint8_t {
  creation,                  // exists, has taken nothing
  resource_configuration,    // opens devices, sockets, files
  capability_configuration,  // builds what it computes with
  running,                   // serves
  pausing,                   // on hold, device at rest; serves again at once when commanded
  cleaning,                  // gives back what it took
  done
};
inline constexpr std::size_t kLifeStates = 7;
inline constexpr std::array<LifeState, kLifeStates> kAllLifeStates{
    LifeState::creation,
    LifeState::resource_configuration,
    LifeState::capability_configuration,
    LifeState::running,
    LifeState::pausing,
    LifeState::cleaning,
    LifeState::done};

enum class LifeSuperState : std::uint8_t { deploying, active, ready };

// snake_case name
const char* name(LifeState state) noexcept;
bool is_in(LifeState state, LifeSuperState super) noexcept;
// whether a life may go from one state to the other in one step; never true for from = to
bool may_follow(LifeState from, LifeState to) noexcept;

class LifeCycle {
 public:
  LifeState state() const noexcept { return state_; }
  // false, and the state stays, when `next` may not follow
  bool enter(LifeState next) noexcept;

 private:
  LifeState state_ = LifeState::creation;
};

}  // namespace tether::runtime
