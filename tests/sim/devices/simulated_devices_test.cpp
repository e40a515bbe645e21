#include <cmath>

#include <gtest/gtest.h>

#include "tests/sim/steps.hpp"
#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/robot/kinematics.hpp"
#include "tether/sim/devices/setpoint_device.hpp"
#include "tether/sim/devices/simulated_arm.hpp"
#include "tether/sim/devices/simulated_handle.hpp"

namespace tether::sim {
namespace {

using robot::JointVector;
using spatial::Vector3;

std::string world(const std::string& name) {
  return core::data_path("worlds/" + name + ".xml").string();
}

JointVector functional_posture() {
  JointVector q(7);
  q << -1.04410, 1.42078, -0.55881, 1.41270, 1.06432, 1.08382, -1.29954;
  return q;
}

SimulatedArm lwr(const std::string& world_name, double interface_rate = 500) {
  return {robot::load("kuka_lwr4"),
          {.world = world(world_name),
           .start = functional_posture(),
           .interface_rate = interface_rate}};
}

Hand resting_hand() {
  HandParams params;
  params.tremor = 0;
  return {
      params,
      std::make_shared<control::MinimumJerkPath>(Vector3::Zero(), std::vector<control::Waypoint>{}),
      1};
}

TEST(World, NamesTheFileThatIsNoModel) {
  try {
    World bad("/nonexistent/world.xml");
    FAIL() << "no error";
  } catch (const core::InputError& e) {
    EXPECT_NE(std::string(e.what()).find("/nonexistent/world.xml"), std::string::npos);
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
  }
}

TEST(SimulatedArm, StaysWhereItIsWithoutCommandsAsItCarriesItsOwnWeight) {
  auto arm = lwr("empty_lwr");
  core::Time now;
  for (int k = 0; k < 2000; ++k, now += kTick) {
    arm.read(now);
    arm.advance(kTick);
  }
  EXPECT_LT((arm.read(now).position - functional_posture()).norm(), 1e-4);
}

TEST(SimulatedArm, MeasuresPositionsAndTakesEffortsAtItsInterfaceRateOnly) {
  auto arm = lwr("empty_lwr", 500);
  const device::JointEfforts push{JointVector::Constant(7, 20.0)};
  core::Time now;
  JointVector before = arm.read(now).position;
  for (int k = 1; k <= 200; ++k) {
    arm.command(now, push);
    arm.advance(kTick);
    now += kTick;
    const JointVector q = arm.read(now).position;
    // the first command is taken at 2 ms, so that 4 ms is the first time the arm is elsewhere
    EXPECT_EQ(q != before, k % 2 == 0 && k >= 4) << k;
    before = q;
  }
}

TEST(SimulatedArm, HoldsTheEffortOfItsLastExchangeOverTicksLeftOutAndKeepsItsPaceAfterThem) {
  auto arm = lwr("empty_lwr", 500);
  const auto at = [](int ms) { return core::Time(std::chrono::milliseconds(ms)); };
  arm.command(at(0), {JointVector::Constant(7, 20.0)});
  for (int k = 0; k <= 2; ++k) {
    arm.read(at(k));
    arm.advance(kTick);
  }
  // commanded after the last exchange at 2 ms; nobody is there to hand it over before 15 ms
  arm.command(at(3), {JointVector::Constant(7, -5.0)});
  for (int k = 3; k < 15; ++k) arm.advance(kTick);
  signals::DeviceState measured = arm.read(at(15));
  EXPECT_EQ(measured.applied, JointVector::Constant(7, 20.0));
  // the exchanges after it are those of the grid, not one in every tick until it is met
  for (int k = 16; k < 24; ++k) {
    const JointVector before = measured.position;
    arm.advance(kTick);
    measured = arm.read(at(k));
    EXPECT_EQ(measured.position != before, k % 2 == 0) << k;
  }
}

TEST(SimulatedArm, ReportsTheForceOfTheWallOnItsTool) {
  auto arm = lwr("wall_lwr", 1000);
  const auto chain = robot::load("kuka_lwr4");
  robot::ChainState state;
  core::Time now;
  signals::DeviceState measured;
  for (int k = 0; k < 3000; ++k, now += kTick) {
    measured = arm.read(now);
    robot::jacobian(chain, measured.position, state);
    // push towards the wall with 20 N at the tool, and damp
    const auto push =
        spatial::Wrench::from_point(Vector3::Zero(), Vector3(-20, 0, 0), state.tool.position);
    arm.command(now, {robot::joint_efforts(state.jacobian, push)});
    arm.advance(kTick);
  }
  // joint friction keeps a part of the push from the wall, never adds to it
  EXPECT_GT(measured.external_at_tool.force.x(), 5.0);
  EXPECT_LT(measured.external_at_tool.force.x(), 20.0);
  EXPECT_LT(measured.external_at_tool.force.tail<2>().norm(), 1e-6);
  EXPECT_LT(measured.external_at_tool.torque.norm(), 0.02);  // it touches at the tool's origin
  EXPECT_NEAR(state.tool.position.x(), -0.48, 2e-3);
}

// of all contacts in the arm's world; its wall has a single one
spatial::Wrench contact_now(const SimulatedArm& arm) {
  spatial::Wrench sum;
  for (int c = 0; c < arm.world().data().ncon; ++c) {
    sum = sum + contact_wrench(arm.world(), c);
  }
  return sum;
}

TEST(SimulatedArm, ReportsTheMeanForceSinceThePositionBefore) {
  constexpr int kTicks = 4;  // of an interface of 250 Hz
  auto arm = lwr("wall_lwr", 250);
  const auto chain = robot::load("kuka_lwr4");
  robot::ChainState state;
  core::Time now;
  // it starts in contact
  Vector3 sum = kTicks * contact_now(arm).force;
  int touched = 0;
  for (int k = 0; k < 2000; ++k, now += kTick) {
    const signals::DeviceState measured = arm.read(now);
    if (k % kTicks == 0) {
      EXPECT_NEAR(measured.external_at_tool.force.norm(), sum.norm() / kTicks, 1e-9) << k;
      touched += sum.norm() > 1 ? 1 : 0;
      sum.setZero();
    }
    robot::jacobian(chain, measured.position, state);
    const Vector3 force(-15 + 10 * std::sin(0.3 * k), 0, 0);
    const auto push = spatial::Wrench::from_point(Vector3::Zero(), force, state.tool.position);
    arm.command(now, {robot::joint_efforts(state.jacobian, push)});
    arm.advance(kTick);
    sum += contact_now(arm).force;
  }
  EXPECT_GT(touched, 50);
}

TEST(SimulatedHandle, GivesWayToTheDeviceAsTheHandIsStiff) {
  SimulatedHandle handle(robot::load("omega7"), world("omega"), resting_hand());
  core::Time now;
  for (int k = 0; k < 3000; ++k, now += kTick) {
    handle.read(now);
    handle.command(now, {Vector3(3, 0, 0)});
    handle.advance(kTick);
  }
  const auto measured = handle.read(now);
  // arm 400 N/m and grip 2000 N/m in series, and the hand pushes back with what the device gives,
  // up to the device's own friction
  EXPECT_NEAR(measured.position.x(), 3.0 / (400.0 * 2000 / 2400), 1e-3);
  EXPECT_NEAR(measured.external_at_tool.force.x(), -3.0, 0.3);
}

TEST(SimulatedHandle, StaysInsideItsWorkspace) {
  SimulatedHandle handle(robot::load("omega7"), world("omega"), resting_hand());
  core::Time now;
  double furthest = 0;
  for (int k = 0; k < 3000; ++k, now += kTick) {
    furthest = std::max(furthest, handle.read(now).position.y());
    handle.command(now, {Vector3(0, 60, 0)});
    handle.advance(kTick);
  }
  EXPECT_GT(furthest, 0.079);
  EXPECT_LT(furthest, 0.085);
}

TEST(SetpointDevice, IsWhereItsTrajectorySaysWhateverTheForce) {
  auto sine = std::make_shared<control::SineSequence>(
      control::SineSequenceParams{.amplitude = 0.05, .period = 5, .start = 1});
  SetpointDevice device(robot::load("omega7"), sine);
  device.command({}, {Vector3(100, 0, 0)});
  device.advance(kTick);
  const auto measured = device.read(core::Time(std::chrono::milliseconds(2250)));
  EXPECT_NEAR(measured.position.x(), 0.05, 1e-12);
}

}  // namespace
}  // namespace tether::sim
