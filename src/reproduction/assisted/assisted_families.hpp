// The experiments of document 4, by family; assisted.cpp puts them in order.
#pragma once

#include <vector>

#include "tether/reproduction/experiment.hpp"

namespace tether::reproduction {

Experiment published_statistics();
Experiment assisted_tool_pickup();
Experiment coupling_impedances();
Experiment fixture_capacity();
Experiment frame_registration();

}  // namespace tether::reproduction
