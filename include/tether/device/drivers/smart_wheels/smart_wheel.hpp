// Process data of a smart wheel on its field bus, exactly as they lie on the wire: little-endian,
// packed. Names as in the units' own tables. Motor 1 turns the left wheel, motor 2 the right one;
// angles, speeds and currents of both are positive when they roll or push the unit forward.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "tether/core/fault.hpp"
#include "tether/core/time.hpp"
#include "tether/robot/platform.hpp"

namespace tether::device {

// bits of status1: what a unit says of itself
inline constexpr std::uint16_t kMotor1Enabled = 0x0001;
inline constexpr std::uint16_t kMotor2Enabled = 0x0002;
inline constexpr std::uint16_t kEncoder1Good = 0x0004;
inline constexpr std::uint16_t kEncoder2Good = 0x0008;
inline constexpr std::uint16_t kPivotGood = 0x0010;  // calibrated
inline constexpr std::uint16_t kUnderVoltage = 0x0020;
inline constexpr std::uint16_t kOverVoltage = 0x0040;
inline constexpr std::uint16_t kOverCurrent1 = 0x0080;
inline constexpr std::uint16_t kOverCurrent2 = 0x0100;
inline constexpr std::uint16_t kTooHot1 = 0x0200;
inline constexpr std::uint16_t kTooHot2 = 0x0400;

// bits of command1. Setpoints are currents when the two bits of the mode (0x000c) are clear.
inline constexpr std::uint16_t kEnableMotor1 = 0x0001;
inline constexpr std::uint16_t kEnableMotor2 = 0x0002;
inline constexpr std::uint16_t kUseTimestamp = 0x8000;

#pragma pack(push, 1)
// from the unit: 2 + 2 + 8 + 8 + 27 × 4 + 8 + 8 × 4 = 168 bytes
struct SmartWheelInput {
  std::uint16_t status1;
  std::uint16_t status2;
  std::uint64_t sensor_ts;                                                // [ns]
  std::uint64_t setpoint_ts;                                              // [ns]
  float encoder_1;                                                        // [rad], never wraps
  float velocity_1;                                                       // [rad/s]
  float current_1_d, current_1_q, current_1_u, current_1_v, current_1_w;  // [A]
  float voltage_1, voltage_1_u, voltage_1_v, voltage_1_w;                 // [V]
  float temperature_1;                                                    // [K]
  float encoder_2;
  float velocity_2;
  float current_2_d, current_2_q, current_2_u, current_2_v, current_2_w;
  float voltage_2, voltage_2_u, voltage_2_v, voltage_2_w;
  float temperature_2;
  float encoder_pivot;              // [rad], wraps at ±π
  float velocity_pivot;             // [rad/s]
  float voltage_bus;                // [V]
  std::uint64_t imu_ts;             // [ns]
  float accel_x, accel_y, accel_z;  // [m/s²]
  float gyro_x, gyro_y, gyro_z;     // [rad/s]
  float temperature_imu;            // [K]
  float pressure;                   // [Pa]
};

// to the unit: 2 + 2 + 6 × 4 + 8 = 36 bytes
struct SmartWheelOutput {
  std::uint16_t command1;
  std::uint16_t command2;
  float setpoint1;           // current of motor 1 (left), q-axis [A]
  float setpoint2;           // of motor 2 (right) [A]
  float limit1_p, limit1_n;  // speeds that motor 1 may have at most, forward and backward [rad/s]
  float limit2_p, limit2_n;
  std::uint64_t timestamp;  // of execution [ns]
};
#pragma pack(pop)

static_assert(sizeof(SmartWheelInput) == 168);
static_assert(sizeof(SmartWheelOutput) == 36);

static_assert(std::endian::native == std::endian::little,
              "process data are read and written by plain copies");
using SmartWheelInputBytes = std::array<std::uint8_t, sizeof(SmartWheelInput)>;
using SmartWheelOutputBytes = std::array<std::uint8_t, sizeof(SmartWheelOutput)>;
constexpr SmartWheelInputBytes encode(const SmartWheelInput& input) noexcept {
  return std::bit_cast<SmartWheelInputBytes>(input);
}
constexpr SmartWheelOutputBytes encode(const SmartWheelOutput& output) noexcept {
  return std::bit_cast<SmartWheelOutputBytes>(output);
}
constexpr SmartWheelInput decode(const SmartWheelInputBytes& bytes) noexcept {
  return std::bit_cast<SmartWheelInput>(bytes);
}
constexpr SmartWheelOutput decode(const SmartWheelOutputBytes& bytes) noexcept {
  return std::bit_cast<SmartWheelOutput>(bytes);
}

using SmartWheelInputs = std::array<SmartWheelInput, robot::kSmartWheels>;
using SmartWheelOutputs = std::array<SmartWheelOutput, robot::kSmartWheels>;

// One cycle of the field bus: what the units shall do goes out, what they measured comes in. What
// went out acts until the next cycle.
class SmartWheelBus {
 public:
  virtual ~SmartWheelBus() = default;
  // false when no answer came; inputs are then as they were
  virtual bool exchange(core::Time now, const SmartWheelOutputs& outputs,
                        SmartWheelInputs& inputs) noexcept = 0;
};

}  // namespace tether::device
