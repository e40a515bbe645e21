// The passivity methods by name, with their parameters.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "tether/passivity/layer.hpp"
#include "tether/passivity/methods/energy_bounding.hpp"
#include "tether/passivity/methods/set_position.hpp"
#include "tether/passivity/methods/time_domain.hpp"
#include "tether/passivity/methods/two_layer.hpp"
#include "tether/passivity/methods/wave.hpp"
#include "tether/passivity/port_motion.hpp"

namespace tether::passivity {

enum class Method : std::uint8_t {
  none,
  two_layer,
  wave,
  time_domain,
  energy_bounding,
  set_position
};

struct MethodName {
  std::string_view name;  // in scenarios
  Method method;
  std::string_view description;
};
std::span<const MethodName> methods() noexcept;
std::string_view name(Method method) noexcept;

struct Params {
  Method method = Method::none;
  TwoLayerParams two_layer;
  WaveParams wave;
  TimeDomainParams time_domain;
  EnergyBoundingParams energy_bounding;
  SetPositionParams set_position;
};

std::unique_ptr<Layer> make_layer(const Params& params, Role role, const PortMotionParams& port);

}  // namespace tether::passivity
