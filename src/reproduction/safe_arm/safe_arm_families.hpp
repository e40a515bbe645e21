// The experiments of document 3, by family; safe_arm.cpp puts them in order.
#pragma once

#include <vector>

#include "tether/reproduction/experiment.hpp"

namespace tether::reproduction {

Experiment haptic_performance();  // test 1
Experiment energy_bound_test();   // test 2
Experiment power_bound_test();    // test 3
Experiment force_bound_test();    // test 4
Experiment impact_limits();       // where the bounds come from
Experiment geofence_kept();
Experiment human_arm_strength();

}  // namespace tether::reproduction
