// A net as a picture for Graphviz. Places are circles, filled when marked at the start; transitions
// are boxes, dashed when they are the environment's; a frame goes round each group. A place of
// another group that a transition only looks at stands as a condition in its box, "if
// application.running", instead of an arrow across the page.
#pragma once

#include <string>

#include "tether/runtime/nets/petri_net.hpp"

namespace tether::runtime {

// DOT text
std::string to_dot(const PetriNet& net);

}  // namespace tether::runtime
