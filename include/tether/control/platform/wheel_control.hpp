// Eight speed controllers, one for each wheel: τ_i = C(s) (φ̇_ref,i − φ̇_i). Used in two ways:
//   weak    beside platform_control.hpp and torque_distribution.hpp, which do the work; these only
//           keep wheels that lost the ground from racing, and brake. The document's gains.
//   stiff   alone (wheel-only control): they carry the whole platform, hence more gain and an
//           integrator. Since the speeds that they ask for follow the pivots, and are followed
//           themselves, the casters' swivelling, which takes c / |v|, then runs through eight loops
//           with their lag: the faster, the worse damped.
#pragma once

#include <array>

#include "tether/control/platform/linear_controller.hpp"
#include "tether/robot/platform.hpp"

namespace tether::control {

// [N m s/rad]
inline constexpr LinearControllerParams kWeakWheel{
    .gain = 0.05, .integrator = 0, .zero = 2, .pole = 10, .low_pass = 50, .integral_bound = 7};
// Chosen here, since the document gives no gains for wheels alone: they carry the platform well
// when it is slow, and their lag lets it oscillate from about 0.8 m/s as the document says. Less
// lag or less gain moves that speed up (docs/measured/platform-control.md).
inline constexpr LinearControllerParams kStiffWheel{
    .gain = 4, .integrator = 0.5, .zero = 20, .pole = 20, .low_pass = 15, .integral_bound = 7};

class WheelControl {
 public:
  // throws core::InputError for what no linear controller can be
  explicit WheelControl(const LinearControllerParams& wheel = kWeakWheel);

  // torques [N m] from wanted and measured speeds [rad/s]
  robot::WheelVector update(const robot::WheelVector& wanted,
                            const robot::WheelVector& measured) noexcept;
  void reset() noexcept;

 private:
  std::array<LinearController, robot::kDrivenWheels> wheels_;
};

}  // namespace tether::control
