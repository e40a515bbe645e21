// The passivity methods that have a number of their own on the wire, and their parameters. What
// they are called, and those that came later: scenario/extensions.hpp.
#pragma once

#include <cstdint>

#include "tether/core/extension_params.hpp"
#include "tether/passivity/methods/energy_bounding.hpp"
#include "tether/passivity/methods/set_position.hpp"
#include "tether/passivity/methods/time_domain.hpp"
#include "tether/passivity/methods/two_layer.hpp"
#include "tether/passivity/methods/wave.hpp"

namespace tether::passivity {

enum class Method : std::uint8_t {
  none,
  two_layer,
  wave,
  time_domain,
  energy_bounding,
  set_position
};

inline constexpr int kMethods = 6;

struct Params {
  Method method = Method::none;
  TwoLayerParams two_layer;
  WaveParams wave;
  TimeDomainParams time_domain;
  EnergyBoundingParams energy_bounding;
  SetPositionParams set_position;
  core::ExtensionParams extension;  // of methods that are not built in
};

}  // namespace tether::passivity
