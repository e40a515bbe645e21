#include "reproduction/assisted/assisted_families.hpp"

namespace tether::reproduction {

std::vector<Experiment> assisted_experiments() {
  return {published_statistics(), assisted_tool_pickup(), coupling_impedances(), fixture_capacity(),
          frame_registration()};
}

}  // namespace tether::reproduction
