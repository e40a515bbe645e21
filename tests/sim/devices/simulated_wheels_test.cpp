#include "tether/sim/devices/simulated_wheels.hpp"

#include <cmath>
#include <cstring>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/kinetic_energy.hpp"
#include "tests/sim/steps.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"

namespace tether::sim {
namespace {

using robot::PivotAngles;
using robot::PlanarTwist;
using robot::WheelVector;
using std::numbers::pi;

const robot::PlatformGeometry kGeometry;
const device::SmartWheelMotor kMotor;

SimulatedWheelsParams in(const std::string& world) {
  return {.world = core::data_path("worlds/" + world + ".xml").string()};
}

device::SmartWheelOutputs torques(const WheelVector& wanted) {
  device::SmartWheelOutputs outputs{};
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const auto left = static_cast<Eigen::Index>(2 * k);
    outputs[k].command1 = device::kEnableMotor1 | device::kEnableMotor2;
    outputs[k].setpoint1 = static_cast<float>(wanted[left] / kMotor.torque_constant);
    outputs[k].setpoint2 = static_cast<float>(wanted[left + 1] / kMotor.torque_constant);
    outputs[k].limit1_p = outputs[k].limit2_p = 200;
    outputs[k].limit1_n = outputs[k].limit2_n = -200;
  }
  return outputs;
}

// the platform and what it measured last
struct Rig {
  explicit Rig(const std::string& world = "open_floor") : wheels(in(world)) {}

  void tick(const WheelVector& wanted) {
    EXPECT_TRUE(wheels.exchange(now, torques(wanted), measured));
    wheels.advance(kTick);
    now += kTick;
  }
  template <typename Each>
  void drive(const WheelVector& wanted, double seconds, Each each) {
    for (int i = 0; i < seconds * 1000; ++i) {
      tick(wanted);
      each();
    }
  }
  void drive(const WheelVector& wanted, double seconds) {
    drive(wanted, seconds, [] {});
  }
  void drift(double seconds) {
    for (int i = 0; i < seconds * 1000; ++i) wheels.advance(kTick);
  }
  double turn() const {
    const auto r = wheels.pose().rotation;
    return std::atan2(r(1, 0), r(0, 0));
  }

  SimulatedWheels wheels;
  device::SmartWheelInputs measured{};
  core::Time now;
};

TEST(SimulatedWheels, RestsStillWithoutSetpoints) {
  Rig rig;
  rig.drift(10);
  EXPECT_LT(rig.wheels.pose().position.norm(), 1e-3);
  EXPECT_LT(std::abs(rig.turn()), 1e-3);
  EXPECT_LT(rig.wheels.wheel_speeds().norm(), 1e-6);
}

TEST(SimulatedWheels, RestsStillWithSetpointsOfZeroAndPivotsAnywhere) {
  Rig rig;
  rig.wheels.place({1, 2, 0.7}, {0.3, 2.0, -1.1, -3.0});
  rig.drive(WheelVector::Zero(), 10);
  EXPECT_LT((rig.wheels.pose().position - spatial::Vector3(1, 2, 0)).norm(), 1e-3);
  EXPECT_NEAR(rig.turn(), 0.7, 1e-3);
}

TEST(SimulatedWheels, GoesStraightUnderEqualTorquesAsFastAsItsMassAllows) {
  Rig rig;
  constexpr double kTorque = 0.3;
  rig.drive(WheelVector::Constant(kTorque), 1);
  const mjModel& model = rig.wheels.world().model();
  const int wheel = mj_name2id(&model, mjOBJ_JOINT, "front_left_left");
  const double friction = model.dof_frictionloss[model.jnt_dofadr[wheel]];
  const double spinning = 0.0017;  // of a wheel [kg m²]
  const double r = kGeometry.wheel_radius;
  const double acceleration =
      8 * (kTorque - friction) / r / (kGeometry.mass + 8 * spinning / (r * r));
  EXPECT_NEAR(rig.wheels.twist().x(), acceleration, 0.01 * acceleration);
  EXPECT_NEAR(rig.wheels.pose().position.x(), acceleration / 2, 0.01 * acceleration);
  EXPECT_LT(std::abs(rig.wheels.pose().position.y()), 1e-4);
  EXPECT_LT(std::abs(rig.turn()), 1e-4);
  EXPECT_LT(std::abs(rig.wheels.pose().position.z()), 1e-3);
}

TEST(SimulatedWheels, TurnsOnTheSpot) {
  Rig rig;
  const PlanarTwist turning(0, 0, 1);
  rig.wheels.place({0, 0, 0}, robot::trailing_angles(kGeometry, PivotAngles::Zero(), turning));
  rig.drive(WheelVector::Constant(0.2), 1);
  EXPECT_GT(rig.wheels.twist().z(), 0.5);
  EXPECT_LT(rig.wheels.pose().position.norm(), 5e-3);
}

TEST(SimulatedWheels, LetTheirCastersFlipWhenTheyReverse) {
  Rig rig;
  rig.wheels.place({0, 0, 0}, {0.05, 0.02, -0.05, -0.02});
  double fastest = 0;  // of the units [rad/s]
  for (int i = 0; i < 1500; ++i) {
    // the least torques that make this force backwards, however the units stand
    const robot::WheelMap map = robot::wheel_map(kGeometry, rig.wheels.pivots());
    rig.tick(map * (map.transpose() * map).ldlt().solve(robot::PlanarWrench(-30, 0, 0)));
    for (const device::SmartWheelInput& unit : rig.measured) {
      fastest = std::max(fastest, std::abs(static_cast<double>(unit.velocity_pivot)));
    }
  }
  for (const double pivot : rig.wheels.pivots()) EXPECT_GT(std::abs(pivot), pi - 0.05);
  EXPECT_GT(fastest, 5);
  EXPECT_LT(rig.wheels.twist().x(), -0.6);
  EXPECT_LT(std::abs(rig.wheels.pose().position.y()), 0.1);
}

// torques that wander, so that the platform goes every way
WheelVector wandering(double t) {
  WheelVector torque;
  for (int i = 0; i < robot::kDrivenWheels; ++i) {
    torque[i] = 0.12 + 0.1 * std::sin(2 * pi * (0.3 + 0.05 * i) * t + i);
  }
  return torque;
}

TEST(SimulatedWheels, RollWithoutSlipAtModerateAccelerations) {
  Rig rig;
  double error = 0, size = 0, fastest = 0;
  for (double t = 0; t < 4; t += 1e-3) {
    rig.tick(wandering(t));
    if (t < 0.5) continue;
    const WheelVector rolling =
        robot::wheel_speeds(kGeometry, rig.wheels.pivots(), rig.wheels.twist());
    error += (rig.wheels.wheel_speeds() - rolling).squaredNorm();
    size += rolling.squaredNorm();
    fastest = std::max(fastest, rig.wheels.twist().head<2>().norm());
  }
  EXPECT_LT(std::sqrt(error / size), 0.01);
  EXPECT_GT(fastest, 0.5);
  EXPECT_LT(fastest, 3);
}

TEST(SimulatedWheels, NeverGainMoreEnergyThanTheirMotorsGive) {
  Rig rig;
  double work = 0;  // of the motors [J]
  for (double t = 0; t < 4; t += 1e-3) {
    const WheelVector before = rig.wheels.wheel_speeds();
    rig.tick(wandering(t));
    work += 0.5e-3 * rig.wheels.wheel_torques().dot(before + rig.wheels.wheel_speeds());
    ASSERT_LT(kinetic_energy(rig.wheels.world()), work + 0.05) << t;
  }
  // most of it is still there: friction is small
  EXPECT_GT(kinetic_energy(rig.wheels.world()), 0.7 * work);
  EXPECT_GT(work, 5);
}

TEST(SimulatedWheels, BrakeTwentyMillisecondsAfterTheLastSetpoint) {
  Rig rig;
  rig.drive(WheelVector::Constant(0.3), 1);
  const double speed = rig.wheels.twist().x();
  rig.wheels.advance(std::chrono::milliseconds(19));
  EXPECT_NEAR(rig.wheels.wheel_torques()[0], 0.3, 1e-6);
  EXPECT_GT(rig.wheels.twist().x(), speed);
  rig.wheels.advance(std::chrono::milliseconds(2));
  EXPECT_LT(rig.wheels.wheel_torques()[0], -1);
  rig.wheels.advance(std::chrono::milliseconds(500));
  EXPECT_LT(std::abs(rig.wheels.twist().x()), 0.01);
  EXPECT_TRUE(rig.wheels.exchange(rig.now, torques(WheelVector::Zero()), rig.measured));
  constexpr std::uint16_t kEnabled = device::kMotor1Enabled | device::kMotor2Enabled;
  for (const device::SmartWheelInput& unit : rig.measured) EXPECT_EQ(unit.status1 & kEnabled, 0);
  rig.tick(WheelVector::Zero());
  for (const device::SmartWheelInput& unit : rig.measured)
    EXPECT_EQ(unit.status1 & kEnabled, kEnabled);
}

TEST(SimulatedWheels, BrakeOnASetpointThatIsNoNumber) {
  Rig rig;
  rig.drive(WheelVector::Constant(0.3), 1);
  device::SmartWheelOutputs outputs = torques(WheelVector::Constant(0.3));
  for (device::SmartWheelOutput& output : outputs) output.setpoint2 = std::nanf("");
  EXPECT_TRUE(rig.wheels.exchange(rig.now, outputs, rig.measured));
  rig.wheels.advance(kTick);
  EXPECT_LT(rig.wheels.wheel_torques().maxCoeff(), -1);
}

TEST(SimulatedWheels, RollFreelyWhenTheirMotorsAreNotEnabled) {
  Rig rig;
  rig.drive(WheelVector::Constant(0.3), 1);
  const double speed = rig.wheels.twist().x();
  device::SmartWheelOutputs outputs = torques(WheelVector::Constant(0.3));
  for (device::SmartWheelOutput& output : outputs) output.command1 = 0;
  for (int i = 0; i < 200; ++i) {
    EXPECT_TRUE(rig.wheels.exchange(rig.now, outputs, rig.measured));
    rig.wheels.advance(kTick);
  }
  EXPECT_LT(rig.wheels.wheel_torques().cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_NEAR(rig.wheels.twist().x(), speed, 0.03);
}

TEST(SimulatedWheels, PushNoFasterThanTheSpeedsSentAlong) {
  Rig rig;
  device::SmartWheelOutputs outputs = torques(WheelVector::Constant(0.3));
  for (device::SmartWheelOutput& output : outputs) output.limit1_p = output.limit2_p = 10;
  for (int i = 0; i < 2000; ++i) {
    EXPECT_TRUE(rig.wheels.exchange(rig.now, outputs, rig.measured));
    rig.wheels.advance(kTick);
  }
  EXPECT_NEAR(rig.wheels.wheel_speeds().mean(), 10, 0.1);
}

TEST(SimulatedWheels, KeepToTheLimitsOfMotorAndBus) {
  Rig rig;
  rig.tick(WheelVector::Constant(100));
  EXPECT_NEAR(rig.wheels.wheel_torques().maxCoeff(), kMotor.max_current * kMotor.torque_constant,
              1e-9);
  // the bus has no voltage left to push a wheel any faster
  double most = 0;
  for (int i = 0; i < 1500; ++i) {
    rig.tick(WheelVector::Constant(2));
    for (const device::SmartWheelInput& unit : rig.measured) {
      most = std::max(most, static_cast<double>(unit.voltage_1));
    }
  }
  EXPECT_NEAR(most, kMotor.bus_voltage, 0.05);
  const double bound = kMotor.bus_voltage / kMotor.torque_constant;
  EXPECT_NEAR(rig.wheels.wheel_speeds().mean(), bound, 0.02 * bound);
}

TEST(SimulatedWheels, MeasureEncodersInStepsAndPivotsWithTheirOffsets) {
  Rig rig;
  const PivotAngles pivots(0.5, -2.5, 3.1, 1.0);
  rig.wheels.place({0, 0, 0}, pivots);
  rig.tick(WheelVector::Zero());
  const double step = 2 * pi / kMotor.encoder_counts;
  for (int k = 0; k < robot::kSmartWheels; ++k) {
    const double encoder = rig.measured[static_cast<std::size_t>(k)].encoder_pivot;
    EXPECT_LE(std::abs(encoder), pi + 1e-6);
    EXPECT_NEAR(
        std::remainder(encoder - pivots[k] - kGeometry.pivot_offsets[static_cast<std::size_t>(k)],
                       2 * pi),
        0, step / 2 + 1e-6);
    EXPECT_NEAR(std::remainder(encoder, step), 0, 1e-6);
  }
  rig.wheels.place({0, 0, 0});
  rig.drive(WheelVector::Constant(0.3), 3);
  const double rolled = rig.wheels.pose().position.x() / kGeometry.wheel_radius;
  EXPECT_GT(rolled, 4 * pi);  // more than two turns, without a wrap
  for (const device::SmartWheelInput& unit : rig.measured) {
    EXPECT_NEAR(unit.encoder_1, rolled, 0.01 * rolled);
    EXPECT_NEAR(unit.velocity_2 * kGeometry.wheel_radius, rig.wheels.twist().x(), 0.01);
    EXPECT_NEAR(unit.current_1_q, 0.3 / kMotor.torque_constant, 1e-5);
    EXPECT_NEAR(unit.voltage_bus, kMotor.bus_voltage, 1e-6);
  }
}

TEST(SimulatedWheels, MeasureAccelerationTurnRateAndTime) {
  Rig rig;
  rig.drive(WheelVector::Zero(), 0.5);
  for (const device::SmartWheelInput& unit : rig.measured) {
    EXPECT_NEAR(unit.accel_z, 9.81, 0.2);
    // copied out of the packed telegram, where a reference would not be aligned
    EXPECT_EQ(std::uint64_t{unit.sensor_ts}, 499'000'000U);
    EXPECT_EQ(std::uint64_t{unit.setpoint_ts}, 498'000'000U);
  }
  rig.drive(WheelVector::Constant(0.3), 0.5);
  const double before = rig.wheels.twist().x();
  rig.drive(WheelVector::Constant(0.3), 0.1);
  for (const device::SmartWheelInput& unit : rig.measured) {
    EXPECT_NEAR(unit.accel_x, (rig.wheels.twist().x() - before) / 0.1, 0.2);
  }
  const PlanarTwist turning(0, 0, 1);
  rig.wheels.place({0, 0, 0}, robot::trailing_angles(kGeometry, PivotAngles::Zero(), turning));
  rig.drive(WheelVector::Constant(0.2), 1);
  for (const device::SmartWheelInput& unit : rig.measured) {
    EXPECT_NEAR(unit.gyro_z, rig.wheels.twist().z(), 0.1 * rig.wheels.twist().z());
  }
}

TEST(SimulatedWheels, FeelTheWallThatStopsThem) {
  Rig rig("corridor");
  rig.wheels.place({7.0, 0, 0});
  constexpr double kTorque = 0.3;
  rig.drive(WheelVector::Constant(kTorque), 0.3);
  EXPECT_TRUE(rig.wheels.obstacle_wrench().force.isZero(0));
  rig.drive(WheelVector::Constant(kTorque), 4);
  EXPECT_NEAR(rig.wheels.pose().position.x(), 8.0 - kGeometry.half_length, 2e-3);
  const spatial::Wrench wall = rig.wheels.obstacle_wrench();
  // what the wheels push with, but for what their friction may hold
  const double push = 8 * kTorque / kGeometry.wheel_radius;
  EXPECT_NEAR(wall.force.x(), -push, 0.15 * push);
  EXPECT_LT(std::abs(wall.force.y()), 0.05 * push);
}

TEST(SimulatedWheels, RepeatBitForBit) {
  Rig a, b;
  for (double t = 0; t < 1; t += 1e-3) {
    a.tick(wandering(t));
    b.tick(wandering(t));
  }
  EXPECT_EQ(std::memcmp(&a.measured, &b.measured, sizeof a.measured), 0);
  EXPECT_EQ(a.wheels.pose().position, b.wheels.pose().position);
}

TEST(SimulatedWheels, NeverAllocateOnceMade) {
  Rig rig("corridor");
  rig.drive(WheelVector::Constant(0.2), 0.1);
  const test::AllocationCounter counter;
  rig.drive(WheelVector::Constant(0.2), 0.1);
  rig.wheels.obstacle_wrench();
  EXPECT_EQ(counter.allocations(), 0);
}

TEST(SimulatedWheels, RefuseAWorldWithoutAPlatform) {
  EXPECT_THAT([] { SimulatedWheels({.world = in("omega").world}); },
              testing::ThrowsMessage<core::InputError>(
                  testing::HasSubstr("the world has no joint \"base\"")));
}

}  // namespace
}  // namespace tether::sim
