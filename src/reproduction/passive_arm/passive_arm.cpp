#include "reproduction/passive_arm/passive_arm_experiments.hpp"

namespace tether::reproduction {

std::vector<Experiment> passive_arm_experiments() {
  return {timed_execution(), integration(), networks(),         transparency(),
          positioning(),     peg_in_hole(), passivity_methods()};
}

}  // namespace tether::reproduction
