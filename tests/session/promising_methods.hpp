// The passivity methods that promise something, for tests of every one of them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/sides/joined_ports.hpp"
#include "tether/scenario/extensions.hpp"

namespace tether::session {

inline std::vector<passivity::Method> methods_that_promise() {
  std::vector<passivity::Method> promising;
  for (const scenario::PassivityMethod& m : scenario::built_in()->methods) {
    if (m.number != passivity::Method::none) promising.push_back(m.number);
  }
  return promising;
}

// as it may stand in the name of a test
inline std::string label_of(passivity::Method method) {
  std::string label = scenario::built_in()->methods.numbered(method)->name;
  std::replace(label.begin(), label.end(), '-', '_');
  return label;
}

// with the method's defaults
inline test::LayerFactory layers_of(passivity::Method method) {
  return [method](passivity::Role role, const passivity::PortMotionParams& port) {
    passivity::Params params;
    params.method = method;
    return scenario::built_in()->methods.numbered(method)->make(params, role, port);
  };
}

}  // namespace tether::session
