// The experiments of document 5, by family; multibody.cpp puts them in order.
#pragma once

#include <vector>

#include "tether/reproduction/experiment.hpp"

namespace tether::reproduction {

Experiment conditioned_effort();
Experiment impedance_display();
Experiment stream_display();
Experiment late_points();
Experiment oscillation_to_the_base();
Experiment multibody_models();
Experiment kernel_wake_ups();

}  // namespace tether::reproduction
