// The experiments of document 2, one source file each or one for a family.
#pragma once

#include "tether/reproduction/experiment.hpp"

namespace tether::reproduction {

Experiment real_time_driving();
Experiment falcon_kinematics();
Experiment environment_force();
Experiment platform_control();
Experiment driving_blind();

}  // namespace tether::reproduction
