// What the experiments of the five documents run; experiment.cpp says of each what it is.
#pragma once

#include "tether/reproduction/experiment.hpp"

namespace tether::reproduction {

// 1, a passive arm
Outcome timed_execution(const Effort& effort);
Outcome integration(const Effort& effort);
Outcome networks(const Effort& effort);
Outcome transparency(const Effort& effort);
Outcome positioning(const Effort& effort);
Outcome peg_in_hole(const Effort& effort);
Outcome passivity_methods(const Effort& effort);

// 2, driving by touch
Outcome real_time_driving(const Effort& effort);
Outcome falcon_kinematics(const Effort& effort);
Outcome environment_force(const Effort& effort);
Outcome platform_control(const Effort& effort);
Outcome driving_blind(const Effort& effort);

// 3, an arm as a safe input device
Outcome haptic_performance(const Effort& effort);  // test 1
Outcome energy_bound_test(const Effort& effort);   // test 2
Outcome power_bound_test(const Effort& effort);    // test 3
Outcome force_bound_test(const Effort& effort);    // test 4
Outcome impact_limits(const Effort& effort);       // where the bounds come from
Outcome geofence_kept(const Effort& effort);
Outcome human_arm_strength(const Effort& effort);

// 4, assisted teleoperation
Outcome published_statistics(const Effort& effort);
Outcome assisted_tool_pickup(const Effort& effort);
Outcome coupling_impedances(const Effort& effort);
Outcome fixture_capacity(const Effort& effort);
Outcome frame_registration(const Effort& effort);

// 5, multibody systems to touch
Outcome conditioned_effort(const Effort& effort);
Outcome impedance_display(const Effort& effort);
Outcome stream_display(const Effort& effort);
Outcome late_points(const Effort& effort);
Outcome oscillation_to_the_base(const Effort& effort);
Outcome multibody_models(const Effort& effort);
Outcome kernel_wake_ups(const Effort& effort);

}  // namespace tether::reproduction
