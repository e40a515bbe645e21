#include "tether/passivity/methods/methods.hpp"

#include <algorithm>
#include <array>

#include "passivity/methods/no_layer.hpp"

namespace tether::passivity {
namespace {

constexpr std::array kMethods{
    MethodName{"none", Method::none, "no passivity layer: nothing is guaranteed"},
    MethodName{"two-layer", Method::two_layer,
               "energy tanks on both sides, charged by the operator's motion"},
    MethodName{"wave", Method::wave, "wave variables, sent as integrals with their energy"},
    MethodName{"time-domain", Method::time_domain,
               "observers and controllers of energy on both sides of the delay"},
    MethodName{"energy-bounding", Method::energy_bounding,
               "efforts that change no faster than the sampled device bears"},
    MethodName{"set-position", Method::set_position,
               "setpoints only as far away as the account can pay"},
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
    case Method::wave:
      return std::make_unique<Wave>(params.wave, role, port);
    case Method::time_domain:
      return std::make_unique<TimeDomain>(params.time_domain, role, port);
    case Method::energy_bounding:
      return std::make_unique<EnergyBounding>(params.energy_bounding, role, port);
    case Method::set_position:
      return std::make_unique<SetPosition>(params.set_position, role, port);
  }
  return nullptr;
}

}  // namespace tether::passivity
