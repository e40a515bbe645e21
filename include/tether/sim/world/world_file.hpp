// Where a world is on this machine: a shipped one by its name, or a file of the user's own.
#pragma once

#include <string>

#include "tether/core/data_path.hpp"

namespace tether::sim {

inline std::string world_file(const std::string& name) {
  if (name.ends_with(".xml")) return name;
  return core::data_path("worlds/" + name + ".xml").string();
}

}  // namespace tether::sim
