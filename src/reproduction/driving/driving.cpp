#include "reproduction/driving/driving_experiments.hpp"

namespace tether::reproduction {

std::vector<Experiment> driving_experiments() {
  return {real_time_driving(), falcon_kinematics(), environment_force(), platform_control(),
          driving_blind()};
}

}  // namespace tether::reproduction
