#include "reproduction/multibody/multibody_families.hpp"

namespace tether::reproduction {

std::vector<Experiment> multibody_experiments() {
  return {conditioned_effort(),      impedance_display(), stream_display(), late_points(),
          oscillation_to_the_base(), multibody_models(),  kernel_wake_ups()};
}

}  // namespace tether::reproduction
