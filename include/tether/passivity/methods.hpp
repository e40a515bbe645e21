// The passivity methods by name, with their parameters.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "tether/passivity/layer.hpp"
#include "tether/passivity/port_motion.hpp"
#include "tether/passivity/two_layer.hpp"

namespace tether::passivity {

enum class Method : std::uint8_t { none, two_layer };

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
};

std::unique_ptr<Layer> make_layer(const Params& params, Role role, const PortMotionParams& port);

}  // namespace tether::passivity
