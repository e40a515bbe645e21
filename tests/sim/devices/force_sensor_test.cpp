#include "tether/sim/devices/force_sensor.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace tether::sim {
namespace {

using spatial::Matrix3;
using spatial::Vector3;
using spatial::Wrench;

ForceSensorParams exact() {
  ForceSensorParams params;
  params.noise = params.bias = params.drift = {0, 0};
  return params;
}

// what is measured after a second of this contact
Wrench settled(const ForceSensorParams& params, const Wrench& contact,
               const Matrix3& rotation = Matrix3::Identity()) {
  ForceSensor sensor(params, 1);
  for (int k = 0; k < 1000; ++k) sensor.update(contact, rotation);
  return sensor.measured();
}

TEST(ForceSensor, MeasuresTheContactAndNotTheWeightOfTheToolHoweverItIsTurned) {
  const Wrench contact{{1, -2, 3}, {10, 20, -30}};
  for (const Vector3& turn : {Vector3(0, 0, 0), Vector3(1, 0.5, -2), Vector3(0, 3, 0)}) {
    const Wrench measured = settled(exact(), contact, spatial::exp_rotation(turn));
    EXPECT_LT((measured.vector() - contact.vector()).norm(), 1e-9);
  }
}

TEST(ForceSensor, FeelsWhatTheCompensationDoesNotKnowOfTheWeight) {
  ForceSensorParams params = exact();
  params.known_mass = params.tool_mass - 2;
  EXPECT_NEAR(settled(params, {}).force.z(), -2 * 9.81, 1e-9);
}

TEST(ForceSensor, FollowsAStepAsItsLowPassDoes) {
  ForceSensorParams params = exact();
  params.cutoff = 20;
  ForceSensor sensor(params, 1);
  sensor.update({}, Matrix3::Identity());
  for (int k = 0; k < 10; ++k) sensor.update({{}, {100, 0, 0}}, Matrix3::Identity());
  EXPECT_NEAR(sensor.measured().force.x(), 100 * (1 - std::exp(-2 * std::numbers::pi * 20 * 0.01)),
              1e-9);
}

TEST(ForceSensor, NeverMeasuresMoreThanItsRange) {
  ForceSensorParams params = exact();
  params.tool_mass = params.known_mass = 0;
  EXPECT_EQ(settled(params, {{}, {1e6, 0, -1e6}}).force,
            Vector3(params.range.force, 0, -params.range.force));
}

TEST(ForceSensor, IsAsNoisyAsItSaysAndTheSameForTheSameSeed) {
  ForceSensorParams params = exact();
  params.noise = {2, 0.1};
  ForceSensor sensor(params, 7);
  ForceSensor twin(params, 7);
  double force = 0;
  double torque = 0;
  constexpr int kSamples = 20000;
  for (int k = 0; k < kSamples; ++k) {
    const Wrench measured = sensor.update({}, Matrix3::Identity());
    EXPECT_EQ(measured.vector(), twin.update({}, Matrix3::Identity()).vector());
    force += measured.force.squaredNorm() / 3;
    torque += measured.torque.squaredNorm() / 3;
  }
  EXPECT_NEAR(std::sqrt(force / kSamples), 2, 0.05);
  EXPECT_NEAR(std::sqrt(torque / kSamples), 0.1, 0.0025);
}

TEST(ForceSensor, DriftsWithTheRootOfTime) {
  ForceSensorParams params = exact();
  params.drift = {1, 0};
  double sum = 0;
  constexpr int kSensors = 200;
  for (int seed = 0; seed < kSensors; ++seed) {
    ForceSensor sensor(params, static_cast<std::uint64_t>(seed));
    for (int k = 0; k < 4000; ++k) sensor.update({}, Matrix3::Identity());
    sum += sensor.measured().force.squaredNorm() / 3;
  }
  EXPECT_NEAR(std::sqrt(sum / kSensors), 2, 0.2);  // after four seconds
}

}  // namespace
}  // namespace tether::sim
