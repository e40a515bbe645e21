#include "tether/passivity/methods.hpp"

#include <algorithm>
#include <array>

#include "tether/passivity/no_layer.hpp"

namespace tether::passivity {
namespace {

constexpr std::array kMethods{
    MethodName{"none", Method::none, "no passivity layer: nothing is guaranteed"},
    MethodName{"two-layer", Method::two_layer,
               "energy tanks on both sides, charged by the operator's motion"},
};

}  // namespace

std::span<const MethodName> methods() noexcept { return kMethods; }

std::string_view name(Method method) noexcept {
  return std::find_if(kMethods.begin(), kMethods.end(),
                      [&](const MethodName& m) { return m.method == method; })
      ->name;
}

std::unique_ptr<Layer> make_layer(const Params& params, Role role, const PortMotionParams& port) {
  switch (params.method) {
    case Method::none:
      return std::make_unique<NoLayer>(port);
    case Method::two_layer:
      return std::make_unique<TwoLayer>(params.two_layer, role, port);
  }
  return nullptr;
}

}  // namespace tether::passivity
