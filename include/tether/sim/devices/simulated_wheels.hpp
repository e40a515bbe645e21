// A platform on four smart wheels in a MuJoCo world, seen as its field bus shows it: currents go
// out, encoders, speeds and accelerations come in. Wheels and casters roll on a floor with friction
// (robots/ropod.xml); nothing but the wheels' torques moves the platform.
// A unit keeps its setpoints to what its motors and the bus can give, pushes no wheel beyond the
// speeds sent with them, and holds them until the next cycle. A motor that is not enabled, or asked
// for another mode than current, rolls freely. A unit that got no setpoint for its watchdog's time,
// or one that is not a number, shorts its motors, which brakes
// (device/drivers/smart_wheels/smart_wheel_motor.hpp), and reports that they are not enabled.
// Setpoints are executed at once, whatever time they are meant for.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tether/device/drivers/smart_wheels/smart_wheel.hpp"
#include "tether/device/drivers/smart_wheels/smart_wheel_motor.hpp"
#include "tether/robot/platform.hpp"
#include "tether/sim/people/random_generator.hpp"
#include "tether/sim/world/world.hpp"
#include "tether/spatial/pose.hpp"
#include "tether/spatial/wrench.hpp"

namespace tether::sim {

struct SimulatedWheelsParams {
  std::string world;  // MJCF file of the platform and its surroundings
  device::SmartWheelMotor motor;
  // for the offsets of the pivots' encoders; everything else is as in the model
  robot::PlatformGeometry geometry;
  double speed_step = 0.01;          // of the speeds that units report [rad/s]
  double acceleration_noise = 0.02;  // deviation [m/s²]
  double turn_rate_noise = 0.002;    // deviation [rad/s]
  std::uint64_t seed = 1;            // of that noise
};

class SimulatedWheels final : public device::SmartWheelBus {
 public:
  // At rest at the origin, units forward. Throws core::InputError when the world lacks a joint or a
  // sensor of the platform.
  explicit SimulatedWheels(const SimulatedWheelsParams& params);

  // false when the physics is lost
  bool exchange(core::Time now, const device::SmartWheelOutputs& outputs,
                device::SmartWheelInputs& inputs) noexcept override;
  void advance(core::Duration dt) noexcept;

  // at rest, at x, y [m] and turned by θ [rad]; encoders begin anew
  void place(const Eigen::Vector3d& where,
             const robot::PivotAngles& pivots = robot::PivotAngles::Zero()) noexcept;

  // What is true, for those who judge; never for a controller.
  spatial::Pose pose() const noexcept;                // of the platform, origin on the ground
  robot::PlanarTwist twist() const noexcept;          // in the platform's axes
  robot::PivotAngles pivots() const noexcept;         // δ, within ±π
  robot::WheelVector wheel_speeds() const noexcept;   // [rad/s]
  robot::WheelVector wheel_torques() const noexcept;  // of the motors in the last step [N m]
  // what walls and posts, not the floor, did to the platform in the last step: a screw in the
  // world's frame
  spatial::Wrench obstacle_wrench() const noexcept;

  core::Fault health() const noexcept { return world_.health(); }
  const World& world() const noexcept { return world_; }
  // by body: it belongs to the platform
  const std::vector<bool>& bodies() const noexcept { return is_ours_; }

 private:
  struct Wheel {
    int position = 0, speed = 0;  // addresses
    bool enabled = false;
    double setpoint = 0;               // [A]
    double forward = 0, backward = 0;  // speeds beyond which it is not pushed [rad/s]
    double current = 0, voltage = 0;   // in the last step [A, V]
  };
  struct Unit {
    int pivot_position = 0, pivot_speed = 0;
    int acceleration = 0, turn_rate = 0;
    std::array<Wheel, 2> wheels;  // left, right
    core::Duration setpoint_at{0};
    bool shorted = true;
  };

  void take(Unit& unit, const device::SmartWheelOutput& output) noexcept;
  void measure(const Unit& unit, int number, device::SmartWheelInput& input) noexcept;
  void drive(Unit& unit) noexcept;

  SimulatedWheelsParams params_;
  World world_;
  std::array<Unit, robot::kSmartWheels> units_;
  int base_position_ = 0, base_speed_ = 0;
  std::vector<bool> is_ours_;  // by body
  core::Duration elapsed_{0};  // the units' own time
  RandomGenerator random_;
};

}  // namespace tether::sim
