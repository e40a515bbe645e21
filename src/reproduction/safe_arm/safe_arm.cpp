#include "reproduction/safe_arm/safe_arm_families.hpp"

namespace tether::reproduction {

std::vector<Experiment> safe_arm_experiments() {
  return {haptic_performance(), energy_bound_test(), power_bound_test(),  force_bound_test(),
          impact_limits(),      geofence_kept(),     human_arm_strength()};
}

}  // namespace tether::reproduction
