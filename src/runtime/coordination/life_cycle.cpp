#include "tether/runtime/coordination/life_cycle.hpp"

namespace tether::runtime {

const char* name(LifeState state) noexcept {
  switch (state) {
    case LifeState::creation:
      return "creation";
    case LifeState::resource_configuration:
      return "resource_configuration";
    case LifeState::capability_configuration:
      return "capability_configuration";
    case LifeState::running:
      return "running";
    case LifeState::pausing:
      return "pausing";
    case LifeState::cleaning:
      return "cleaning";
    case LifeState::done:
      break;
  }
  return "done";
}

bool is_in(LifeState state, LifeSuperState super) noexcept {
  using enum LifeState;
  switch (super) {
    case LifeSuperState::deploying:
      return state == creation || state == resource_configuration || state == cleaning;
    case LifeSuperState::active:
      return state == capability_configuration || is_in(state, LifeSuperState::ready);
    case LifeSuperState::ready:
      break;
  }
  return state == running || state == pausing;
}

bool may_follow(LifeState from, LifeState to) noexcept {
  using enum LifeState;
  switch (from) {
    case creation:
      // who has taken nothing has nothing to clean
      return to == resource_configuration || to == done;
    case resource_configuration:
      return to == capability_configuration || to == cleaning;
    case capability_configuration:
      // a configuration may start over, and the command to run may go by unseen before one to pause
      return to == resource_configuration || to == running || to == pausing || to == cleaning;
    case running:
      return to == pausing || to == cleaning;
    case pausing:
      // configured anew only from here: never under a serving activity
      return to == running || to == capability_configuration || to == resource_configuration ||
             to == cleaning;
    case cleaning:
      return to == done;
    case done:
      break;
  }
  return false;
}

bool LifeCycle::enter(LifeState next) noexcept {
  if (!may_follow(state_, next)) return false;
  state_ = next;
  return true;
}

}  // namespace tether::runtime
