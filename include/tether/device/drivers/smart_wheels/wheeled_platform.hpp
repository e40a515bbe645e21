// A platform on four smart wheels as a device: a planar chain (x, y, θ from where it started) whose
// position is odometry and whose effort is a planar wrench in the world's axes.
// Odometry: v by least squares from the eight wheel speeds and the pivots, the mean of two cycles
// followed as an arc (robot/platform.hpp).
// Commands: the wrench is distributed over the wheels within their torques; the wheels' own
// controllers add what keeps them to the wanted velocity (JointEfforts::velocity in the world's
// axes, rest when empty), within what torque is left. Currents are torques over the motors'
// constant. `applied` is the wrench of all these torques, by virtual work with the odometry.
// One cycle of the bus per tick, in `read`: what was commanded last goes out and acts until the
// next one, what was measured comes in.
// Starting: motors are enabled; units whose pivot is not calibrated turn on the spot, wheels
// against each other, until they are. Until then, and after a fault, commands are not carried out;
// after a fault the wheels brake.
#pragma once

#include <cstdint>

#include "tether/control/platform/wheel_control.hpp"
#include "tether/device/device.hpp"
#include "tether/device/drivers/smart_wheels/bus_watchdog.hpp"
#include "tether/device/drivers/smart_wheels/smart_wheel.hpp"
#include "tether/device/drivers/smart_wheels/smart_wheel_motor.hpp"
#include "tether/device/drivers/smart_wheels/smart_wheel_watch.hpp"

namespace tether::device {

struct WheeledPlatformParams {
  robot::PlatformGeometry geometry;
  SmartWheelMotor motor;
  control::LinearControllerParams wheel = control::kWeakWheel;
  // wheel-only control, for comparison: the wrench is left out, only the velocity is followed;
  // wants control::kStiffWheel
  bool wheels_only = false;
  SmartWheelWatchParams watch;
  core::Duration start_within = std::chrono::seconds(1);       // motors enabled
  core::Duration calibrate_within = std::chrono::seconds(20);  // all pivots
  double calibration_torque = 0.3;                             // of each wheel [N m]
  double calibration_speed = 10;  // of wheels, beyond which units do not push them [rad/s]
};

class WheeledPlatform final : public Device {
 public:
  enum class State : std::uint8_t { starting, calibrating, driving, faulted };

  // The bus must outlive this, and so must the watchdog, if there is one: it is fed in every cycle
  // that was answered. Throws core::InputError for parameters that cannot be.
  WheeledPlatform(SmartWheelBus& bus, const WheeledPlatformParams& params,
                  BusWatchdog* watchdog = nullptr);
  // a last cycle disables the motors
  ~WheeledPlatform() override;
  WheeledPlatform(const WheeledPlatform&) = delete;
  WheeledPlatform& operator=(const WheeledPlatform&) = delete;

  const robot::Chain& chain() const noexcept override { return chain_; }
  signals::DeviceState read(core::Time now) noexcept override;
  void command(core::Time now, const JointEfforts& efforts) noexcept override;

  State state() const noexcept { return state_; }
  // as measured last, for controllers that work in the platform's own axes
  const robot::PlanarTwist& twist() const noexcept { return twist_; }
  const robot::PivotAngles& pivots() const noexcept { return pivots_; }
  const robot::WheelVector& wheel_speeds() const noexcept { return speeds_; }
  // commanded last [N m]
  const robot::WheelVector& wheel_torques() const noexcept { return commanded_; }

 private:
  void measure() noexcept;
  void follow(double time) noexcept;
  void change_state(core::Time now) noexcept;
  bool every_unit_has(std::uint16_t bits) const noexcept;
  void fail(const core::Fault& fault) noexcept;
  robot::WheelVector driving_torques(const JointEfforts& efforts) noexcept;
  robot::WheelVector calibrating_torques() const noexcept;
  void pack(core::Time now) noexcept;

  SmartWheelBus& bus_;
  BusWatchdog* watchdog_;
  WheeledPlatformParams params_;
  robot::Chain chain_;
  control::WheelControl wheels_;
  SmartWheelWatch watch_;
  State state_ = State::starting;
  core::Fault fault_;  // the first one
  SmartWheelInputs inputs_{};
  SmartWheelOutputs outputs_{};
  bool read_before_ = false;
  bool counted_ = false;  // odometry goes on
  core::Time last_read_;
  core::Time state_since_;

  robot::PlanarPlace place_ = robot::PlanarPlace::Zero();
  robot::PivotAngles pivots_ = robot::PivotAngles::Zero();
  robot::WheelVector speeds_ = robot::WheelVector::Zero();
  robot::PlanarTwist twist_ = robot::PlanarTwist::Zero();
  robot::WheelVector commanded_ = robot::WheelVector::Zero();  // waits for the next cycle
  robot::WheelVector acting_ = robot::WheelVector::Zero();     // since the last one
  robot::PlanarWrench applied_ = robot::PlanarWrench::Zero();  // in the world's axes
};

}  // namespace tether::device
