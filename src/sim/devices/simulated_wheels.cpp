#include "tether/sim/devices/simulated_wheels.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::sim {

namespace {

constexpr std::array<const char*, robot::kSmartWheels> kUnitNames{"front_left", "rear_left",
                                                                  "rear_right", "front_right"};
constexpr std::uint16_t kModeBits = 0x000c;  // of command1
constexpr float kTemperature = 303;          // of motors and sensors, that do not warm up here [K]
constexpr float kPressure = 101'325;         // of the air [Pa]

int find(const World& world, int kind, const std::string& name) {
  const int id = mj_name2id(&world.model(), kind, name.c_str());
  if (id < 0) {
    throw core::InputError(fmt::format("the world has no {} \"{}\" of a platform on smart wheels",
                                       kind == mjOBJ_JOINT ? "joint" : "sensor", name));
  }
  return id;
}

double in_steps(double value, double step) noexcept {
  return (step > 0) ? step * std::round(value / step) : value;
}

float as_float(double value) noexcept { return static_cast<float>(value); }

}  // namespace

SimulatedWheels::SimulatedWheels(const SimulatedWheelsParams& params)
    : params_(params), world_(params.world), random_(params.seed) {
  const mjModel& model = world_.model();
  const int base = find(world_, mjOBJ_JOINT, "base");
  base_position_ = model.jnt_qposadr[base];
  base_speed_ = model.jnt_dofadr[base];
  for (std::size_t k = 0; k < units_.size(); ++k) {
    const std::string name = kUnitNames[k];
    Unit& unit = units_[k];
    const int pivot = find(world_, mjOBJ_JOINT, name);
    unit.pivot_position = model.jnt_qposadr[pivot];
    unit.pivot_speed = model.jnt_dofadr[pivot];
    for (std::size_t side = 0; side < 2; ++side) {
      const int joint = find(world_, mjOBJ_JOINT, name + (side == 0 ? "_left" : "_right"));
      unit.wheels[side].position = model.jnt_qposadr[joint];
      unit.wheels[side].speed = model.jnt_dofadr[joint];
    }
    unit.acceleration = model.sensor_adr[find(world_, mjOBJ_SENSOR, name + "_acceleration")];
    unit.turn_rate = model.sensor_adr[find(world_, mjOBJ_SENSOR, name + "_turn_rate")];
  }
  // all that hangs on the base is ours; parents come before children in MuJoCo's order
  is_ours_.resize(static_cast<std::size_t>(model.nbody));
  for (int body = 1; body < model.nbody; ++body) {
    is_ours_[static_cast<std::size_t>(body)] =
        body == model.jnt_bodyid[base] ||
        is_ours_[static_cast<std::size_t>(model.body_parentid[body])];
  }
  place(Eigen::Vector3d::Zero());
}

void SimulatedWheels::place(const Eigen::Vector3d& where,
                            const robot::PivotAngles& pivots) noexcept {
  mj_resetData(&world_.model(), &world_.data());
  mjtNum* q = world_.data().qpos;
  q[base_position_] = where.x();
  q[base_position_ + 1] = where.y();
  q[base_position_ + 3] = std::cos(where.z() / 2);
  q[base_position_ + 6] = std::sin(where.z() / 2);
  for (std::size_t k = 0; k < units_.size(); ++k) {
    q[units_[k].pivot_position] = pivots[static_cast<Eigen::Index>(k)];
    units_[k].shorted = true;
    for (Wheel& wheel : units_[k].wheels) wheel.setpoint = wheel.current = wheel.voltage = 0;
  }
  world_.forward();
}

bool SimulatedWheels::exchange(core::Time, const device::SmartWheelOutputs& outputs,
                               device::SmartWheelInputs& inputs) noexcept {
  if (world_.health()) return false;
  for (std::size_t k = 0; k < units_.size(); ++k) {
    measure(units_[k], static_cast<int>(k), inputs[k]);
    take(units_[k], outputs[k]);
  }
  return true;
}

void SimulatedWheels::take(Unit& unit, const device::SmartWheelOutput& output) noexcept {
  const std::array<float, 6> figures{output.setpoint1, output.setpoint2, output.limit1_p,
                                     output.limit1_n,  output.limit2_p,  output.limit2_n};
  if (!std::all_of(figures.begin(), figures.end(), [](float x) { return std::isfinite(x); })) {
    unit.shorted = true;
    return;
  }
  const double most = params_.motor.max_current;
  const bool current_mode = (output.command1 & kModeBits) == 0;
  const auto set = [&](Wheel& wheel, std::uint16_t bit, double current, double up, double down) {
    wheel.enabled = current_mode && (output.command1 & bit) != 0;
    wheel.setpoint = std::clamp(current, -most, most);
    wheel.forward = std::abs(up);
    wheel.backward = -std::abs(down);
  };
  set(unit.wheels[0], device::kEnableMotor1, output.setpoint1, output.limit1_p, output.limit1_n);
  set(unit.wheels[1], device::kEnableMotor2, output.setpoint2, output.limit2_p, output.limit2_n);
  unit.setpoint_at = elapsed_;
  unit.shorted = false;
}

void SimulatedWheels::measure(const Unit& unit, int number,
                              device::SmartWheelInput& input) noexcept {
  const mjData& data = world_.data();
  const device::SmartWheelMotor& motor = params_.motor;
  const double angle_step = 2 * std::numbers::pi / motor.encoder_counts;
  const auto motor_data = [&](const Wheel& wheel, float& encoder, float& velocity, float& q,
                              float& voltage) {
    encoder = as_float(in_steps(data.qpos[wheel.position], angle_step));
    velocity = as_float(in_steps(data.qvel[wheel.speed], params_.speed_step));
    q = as_float(wheel.current);
    voltage = as_float(wheel.voltage);
  };
  input = {};
  input.status1 = device::kEncoder1Good | device::kEncoder2Good | device::kPivotGood;
  if (!unit.shorted && unit.wheels[0].enabled) input.status1 |= device::kMotor1Enabled;
  if (!unit.shorted && unit.wheels[1].enabled) input.status1 |= device::kMotor2Enabled;
  input.sensor_ts = input.imu_ts = static_cast<std::uint64_t>(elapsed_.count());
  input.setpoint_ts = static_cast<std::uint64_t>(unit.setpoint_at.count());
  float encoder = 0, velocity = 0, current = 0, voltage = 0;  // the struct is packed
  motor_data(unit.wheels[0], encoder, velocity, current, voltage);
  input.encoder_1 = encoder;
  input.velocity_1 = velocity;
  input.current_1_q = current;
  input.voltage_1 = voltage;
  motor_data(unit.wheels[1], encoder, velocity, current, voltage);
  input.encoder_2 = encoder;
  input.velocity_2 = velocity;
  input.current_2_q = current;
  input.voltage_2 = voltage;
  input.encoder_pivot = as_float(in_steps(
      robot::pivot_encoder(params_.geometry, number, data.qpos[unit.pivot_position]), angle_step));
  input.velocity_pivot = as_float(in_steps(data.qvel[unit.pivot_speed], params_.speed_step));
  input.voltage_bus = as_float(motor.bus_voltage);
  const Eigen::Map<const spatial::Vector3> a(data.sensordata + unit.acceleration);
  const spatial::Vector3 felt = a + random_.normal3(params_.acceleration_noise);
  input.accel_x = as_float(felt.x());
  input.accel_y = as_float(felt.y());
  input.accel_z = as_float(felt.z());
  const Eigen::Map<const spatial::Vector3> w(data.sensordata + unit.turn_rate);
  const spatial::Vector3 turning = w + random_.normal3(params_.turn_rate_noise);
  input.gyro_x = as_float(turning.x());
  input.gyro_y = as_float(turning.y());
  input.gyro_z = as_float(turning.z());
  input.temperature_1 = input.temperature_2 = input.temperature_imu = kTemperature;
  input.pressure = kPressure;
}

void SimulatedWheels::drive(Unit& unit) noexcept {
  const device::SmartWheelMotor& motor = params_.motor;
  if (elapsed_ - unit.setpoint_at >= motor.watchdog) unit.shorted = true;
  for (Wheel& wheel : unit.wheels) {
    const double speed = world_.data().qvel[wheel.speed];
    const double induced = motor.torque_constant * speed;  // [V]
    double wanted = wheel.enabled ? wheel.setpoint : 0;
    if (speed >= wheel.forward) wanted = std::min(wanted, 0.0);
    if (speed <= wheel.backward) wanted = std::max(wanted, 0.0);
    wheel.voltage = unit.shorted ? 0
                                 : std::clamp(induced + motor.winding_resistance * wanted,
                                              -motor.bus_voltage, motor.bus_voltage);
    wheel.current = (wheel.voltage - induced) / motor.winding_resistance;
    world_.data().qfrc_applied[wheel.speed] = motor.torque_constant * wheel.current;
  }
}

void SimulatedWheels::advance(core::Duration dt) noexcept {
  for (core::Duration done{0}; done < dt; done += world_.step_size()) {
    for (Unit& unit : units_) drive(unit);
    world_.step();
    elapsed_ += world_.step_size();
  }
}

spatial::Pose SimulatedWheels::pose() const noexcept {
  const mjtNum* q = world_.data().qpos + base_position_;
  return {Eigen::Quaterniond(q[3], q[4], q[5], q[6]).normalized().toRotationMatrix(),
          {q[0], q[1], q[2]}};
}

robot::PlanarTwist SimulatedWheels::twist() const noexcept {
  // of a free joint: velocity in the world's axes, turning in the body's
  const mjtNum* v = world_.data().qvel + base_speed_;
  const spatial::Vector3 linear = pose().rotation.transpose() * spatial::Vector3(v[0], v[1], v[2]);
  return {linear.x(), linear.y(), v[5]};
}

robot::PivotAngles SimulatedWheels::pivots() const noexcept {
  robot::PivotAngles angles;
  for (int k = 0; k < robot::kSmartWheels; ++k) {
    const Unit& unit = units_[static_cast<std::size_t>(k)];
    angles[k] = robot::wrapped(world_.data().qpos[unit.pivot_position]);
  }
  return angles;
}

robot::WheelVector SimulatedWheels::wheel_speeds() const noexcept {
  robot::WheelVector speeds;
  for (int i = 0; i < robot::kDrivenWheels; ++i) {
    const Unit& unit = units_[static_cast<std::size_t>(i / 2)];
    speeds[i] = world_.data().qvel[unit.wheels[static_cast<std::size_t>(i % 2)].speed];
  }
  return speeds;
}

robot::WheelVector SimulatedWheels::wheel_torques() const noexcept {
  robot::WheelVector torques;
  for (int i = 0; i < robot::kDrivenWheels; ++i) {
    const Unit& unit = units_[static_cast<std::size_t>(i / 2)];
    torques[i] = world_.data().qfrc_applied[unit.wheels[static_cast<std::size_t>(i % 2)].speed];
  }
  return torques;
}

spatial::Wrench SimulatedWheels::obstacle_wrench() const noexcept {
  const mjModel& model = world_.model();
  const mjData& data = world_.data();
  spatial::Wrench sum;
  for (int c = 0; c < data.ncon; ++c) {
    const mjContact& contact = data.contact[c];
    if (model.geom_type[contact.geom1] == mjGEOM_PLANE ||
        model.geom_type[contact.geom2] == mjGEOM_PLANE) {
      continue;
    }
    const bool second = is_ours_[static_cast<std::size_t>(model.geom_bodyid[contact.geom2])];
    sum = sum + (second ? 1.0 : -1.0) * contact_wrench(world_, c);
  }
  return sum;
}

}  // namespace tether::sim
