#include "tether/control/platform/wheel_control.hpp"

#include <utility>

namespace tether::control {
namespace {

template <std::size_t... Wheel>
std::array<LinearController, sizeof...(Wheel)> alike(const LinearController& controller,
                                                     std::index_sequence<Wheel...>) {
  return {((void)Wheel, controller)...};
}

}  // namespace

WheelControl::WheelControl(const LinearControllerParams& wheel)
    : wheels_(alike(LinearController(wheel), std::make_index_sequence<robot::kDrivenWheels>())) {}

robot::WheelVector WheelControl::update(const robot::WheelVector& wanted,
                                        const robot::WheelVector& measured) noexcept {
  robot::WheelVector torques;
  for (int wheel = 0; wheel < robot::kDrivenWheels; ++wheel) {
    torques[wheel] =
        wheels_[static_cast<std::size_t>(wheel)].update(wanted[wheel] - measured[wheel]);
  }
  return torques;
}

void WheelControl::reset() noexcept {
  for (LinearController& wheel : wheels_) wheel.reset();
}

}  // namespace tether::control
