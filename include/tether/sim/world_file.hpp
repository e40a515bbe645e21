// Where a shipped world is on this machine.
#pragma once

#include <string>

#include "tether/core/data_path.hpp"

namespace tether::sim {

inline std::string world_file(const std::string& name) {
  return core::data_path("worlds/" + name + ".xml").string();
}

}  // namespace tether::sim
