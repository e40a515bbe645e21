// A field bus with four units under a platform that never slips (tests/support), as obedient or as
// broken as a test wants.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "tests/support/sides/rolling_platform.hpp"
#include "tether/device/drivers/smart_wheels/bus_watchdog.hpp"
#include "tether/device/drivers/smart_wheels/smart_wheel.hpp"
#include "tether/device/drivers/smart_wheels/smart_wheel_motor.hpp"

namespace tether::device {

class RollingBus final : public SmartWheelBus {
 public:
  bool exchange(core::Time now, const SmartWheelOutputs& outputs,
                SmartWheelInputs& inputs) noexcept override {
    ++cycles;
    sent = outputs;
    if (silent) return false;
    for (int k = 0; k < robot::kSmartWheels; ++k) {
      const auto unit = static_cast<std::size_t>(k);
      SmartWheelInput input{};
      const bool enabled = (taken_[unit].command1 & kEnableMotor1) != 0;
      input.status1 = static_cast<std::uint16_t>(status[unit] | (enabled ? 3 : 0));
      const bool stuck = k == stuck_unit;
      input.sensor_ts = stuck ? 1 : static_cast<std::uint64_t>(now.time_since_epoch().count());
      input.velocity_1 = static_cast<float>(platform.speeds()[Eigen::Index{2} * k]);
      input.velocity_2 = static_cast<float>(platform.speeds()[Eigen::Index{2} * k + 1]);
      input.encoder_pivot = static_cast<float>(
          k == mute_unit ? std::nan("")
                         : robot::pivot_encoder(platform.geometry, k, platform.pivots[k]));
      inputs[unit] = input;
    }
    taken_ = outputs;
    return true;
  }

  // lets time pass with the last setpoints; those that are too old brake
  void advance(core::Time now, double time) {
    robot::WheelVector torques;
    for (int k = 0; k < robot::kDrivenWheels; ++k) {
      const SmartWheelOutput& output = taken_[static_cast<std::size_t>(k / 2)];
      const double current = static_cast<double>(k % 2 == 0 ? output.setpoint1 : output.setpoint2);
      const bool accepted = watch_.accepts(now, output.timestamp);
      torques[k] = accepted ? motor.torque_constant * current : -0.2 * platform.speeds()[k];
    }
    acted = torques;
    platform.advance(time, torques);
  }

  test::RollingPlatform platform;
  SmartWheelMotor motor;
  std::array<std::uint16_t, robot::kSmartWheels> status{0x1c, 0x1c, 0x1c, 0x1c};
  SmartWheelOutputs sent{};
  robot::WheelVector acted = robot::WheelVector::Zero();
  bool silent = false;
  int stuck_unit = -1;  // reports the same for ever
  int mute_unit = -1;   // reports no number
  int cycles = 0;

 private:
  SetpointWatch watch_{SmartWheelMotor{}.watchdog};
  SmartWheelOutputs taken_{};
};

}  // namespace tether::device
