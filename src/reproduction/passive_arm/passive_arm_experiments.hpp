// The experiments of document 1, one source file each.
#pragma once

#include "tether/reproduction/experiment.hpp"

namespace tether::reproduction {

Experiment timed_execution();
Experiment integration();
Experiment networks();
Experiment transparency();
Experiment positioning();
Experiment peg_in_hole();
Experiment passivity_methods();

}  // namespace tether::reproduction
