// The part of `tether check` that shows the bounds of a scenario's guards, and what the devices can
// hold at their tools where they start: a bound above that is no promise.
#pragma once

#include "tether/scenario/scenario.hpp"

namespace tether::apps {

// throws core::InputError when a device cannot be where it should start
void print_bounds(const scenario::Scenario& scenario);

}  // namespace tether::apps
