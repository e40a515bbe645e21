#include "tether/device/drivers/smart_wheels/smart_wheel.hpp"

#include <cstddef>
#include <cstring>

#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"

namespace tether::device {
namespace {

TEST(SmartWheelData, StandAtTheOffsetsOfTheUnitsTables) {
  EXPECT_EQ(offsetof(SmartWheelInput, status1), 0U);
  EXPECT_EQ(offsetof(SmartWheelInput, status2), 2U);
  EXPECT_EQ(offsetof(SmartWheelInput, sensor_ts), 4U);
  EXPECT_EQ(offsetof(SmartWheelInput, setpoint_ts), 12U);
  EXPECT_EQ(offsetof(SmartWheelInput, encoder_1), 20U);
  EXPECT_EQ(offsetof(SmartWheelInput, velocity_1), 24U);
  EXPECT_EQ(offsetof(SmartWheelInput, current_1_d), 28U);
  EXPECT_EQ(offsetof(SmartWheelInput, current_1_q), 32U);
  EXPECT_EQ(offsetof(SmartWheelInput, current_1_u), 36U);
  EXPECT_EQ(offsetof(SmartWheelInput, voltage_1), 48U);
  EXPECT_EQ(offsetof(SmartWheelInput, temperature_1), 64U);
  EXPECT_EQ(offsetof(SmartWheelInput, encoder_2), 68U);
  EXPECT_EQ(offsetof(SmartWheelInput, velocity_2), 72U);
  EXPECT_EQ(offsetof(SmartWheelInput, current_2_q), 80U);
  EXPECT_EQ(offsetof(SmartWheelInput, temperature_2), 112U);
  EXPECT_EQ(offsetof(SmartWheelInput, encoder_pivot), 116U);
  EXPECT_EQ(offsetof(SmartWheelInput, velocity_pivot), 120U);
  EXPECT_EQ(offsetof(SmartWheelInput, voltage_bus), 124U);
  EXPECT_EQ(offsetof(SmartWheelInput, imu_ts), 128U);
  EXPECT_EQ(offsetof(SmartWheelInput, accel_x), 136U);
  EXPECT_EQ(offsetof(SmartWheelInput, gyro_x), 148U);
  EXPECT_EQ(offsetof(SmartWheelInput, temperature_imu), 160U);
  EXPECT_EQ(offsetof(SmartWheelInput, pressure), 164U);
  EXPECT_EQ(offsetof(SmartWheelOutput, command1), 0U);
  EXPECT_EQ(offsetof(SmartWheelOutput, command2), 2U);
  EXPECT_EQ(offsetof(SmartWheelOutput, setpoint1), 4U);
  EXPECT_EQ(offsetof(SmartWheelOutput, setpoint2), 8U);
  EXPECT_EQ(offsetof(SmartWheelOutput, limit1_p), 12U);
  EXPECT_EQ(offsetof(SmartWheelOutput, limit1_n), 16U);
  EXPECT_EQ(offsetof(SmartWheelOutput, limit2_p), 20U);
  EXPECT_EQ(offsetof(SmartWheelOutput, limit2_n), 24U);
  EXPECT_EQ(offsetof(SmartWheelOutput, timestamp), 28U);
}

TEST(SmartWheelData, GoOutLeastSignificantByteFirst) {
  const SmartWheelOutput output{.command1 = 0x8003,
                                .command2 = 0x1234,
                                .setpoint1 = 1.0F,   // 0x3f800000
                                .setpoint2 = -2.0F,  // 0xc0000000
                                .limit1_p = 0,
                                .limit1_n = 0,
                                .limit2_p = 0,
                                .limit2_n = 0.5F,  // 0x3f000000
                                .timestamp = 0x0123456789abcdef};
  const SmartWheelOutputBytes expected{0x03, 0x80, 0x34, 0x12, 0,    0,    0x80, 0x3f, 0,
                                       0,    0,    0xc0, 0,    0,    0,    0,    0,    0,
                                       0,    0,    0,    0,    0,    0,    0,    0,    0,
                                       0x3f, 0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01};
  EXPECT_EQ(encode(output), expected);
}

TEST(SmartWheelData, ComeInLeastSignificantByteFirst) {
  SmartWheelInputBytes bytes{};
  bytes[0] = 0x1f;
  bytes[1] = 0x02;
  bytes[4] = 0x01;
  bytes[11] = 0x80;
  bytes[118] = 0xc0;  // encoder_pivot: 0x3fc00000 = 1.5
  bytes[119] = 0x3f;
  bytes[167] = 0x40;  // pressure: 0x40000000 = 2
  const SmartWheelInput input = decode(bytes);
  EXPECT_EQ(+input.status1, 0x021f);
  EXPECT_EQ(+input.sensor_ts, 0x8000000000000001U);
  EXPECT_EQ(+input.encoder_pivot, 1.5F);
  EXPECT_EQ(+input.pressure, 2.0F);
}

TEST(SmartWheelData, ComeBackAsTheyWentWhateverTheBytes) {
  test::RandomDraw draw(1);
  for (int k = 0; k < 1000; ++k) {
    SmartWheelInputBytes in;
    SmartWheelOutputBytes out;
    for (auto& byte : in) byte = static_cast<std::uint8_t>(draw.bits());
    for (auto& byte : out) byte = static_cast<std::uint8_t>(draw.bits());
    EXPECT_EQ(encode(decode(in)), in);
    EXPECT_EQ(encode(decode(out)), out);
  }
}

}  // namespace
}  // namespace tether::device
