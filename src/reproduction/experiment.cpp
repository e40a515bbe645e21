#include "tether/reproduction/experiment.hpp"

#include <iterator>

namespace tether::reproduction {

std::vector<Experiment> all_experiments() {
  std::vector<Experiment> all;
  for (const auto& of : {passive_arm_experiments, driving_experiments, safe_arm_experiments,
                         assisted_experiments, multibody_experiments}) {
    auto some = of();
    all.insert(all.end(), std::make_move_iterator(some.begin()),
               std::make_move_iterator(some.end()));
  }
  return all;
}

}  // namespace tether::reproduction
