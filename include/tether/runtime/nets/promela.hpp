// A net and its requirements as a model for spin (https://spinroot.com), so that a second,
// independent program decides them too:
//   spin -a net.pml && cc -DSAFETY -DNOCLAIM -o pan pan.c
//   ./pan                  no early halt, bounds, rules
//   spin -DCLAIMS -a net.pml && cc -o pan pan.c
//   ./pan -a -N ends       stopping ends in done
//   ./pan -a -N never_0    must be violated: the place can be reached
// That done can be reached from everywhere is a property of branching time, which spin's linear
// logic cannot state; reachability.hpp alone decides it.
#pragma once

#include <string>

#include "tether/runtime/nets/net_requirements.hpp"
#include "tether/runtime/nets/petri_net.hpp"

namespace tether::runtime {

std::string to_promela(const PetriNet& net, const NetRequirements& requirements);

}  // namespace tether::runtime
