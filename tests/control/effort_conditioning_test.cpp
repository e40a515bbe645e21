#include "tether/control/couplings/effort_conditioning.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"

namespace tether::control {
namespace {

using spatial::Vector3;
using spatial::Wrench;

constexpr double kNoise = 0.05;  // half of its range [N], [N m]

// a sensor with an offset and noise
struct Sensor {
  test::RandomDraw draw{5};
  Wrench offset{{0.2, -0.1, 0.3}, {3, -2, 1}};
  EffortConditioning conditioning{{}};
  spatial::Pose tool{spatial::Matrix3::Identity(), Vector3(0.4, 0, 0.5)};
  spatial::Twist twist;

  Wrench conditioned(const Wrench& push = {}) {
    const auto noise = [this] {
      return Vector3(draw.between(-kNoise, kNoise), draw.between(-kNoise, kNoise),
                     draw.between(-kNoise, kNoise));
    };
    return conditioning.update(offset + push + Wrench{noise(), noise()}, tool, twist);
  }
  void rest(int ticks, const Wrench& push = {}) {
    for (int i = 0; i < ticks; ++i) conditioned(push);
  }
};

TEST(EffortConditioning, SendsNothingBeforeFiveSecondsAtRest) {
  Sensor sensor;
  for (int i = 0; i < 4999; ++i) {
    EXPECT_EQ(sensor.conditioned({Vector3::Zero(), {50, 0, 0}}).vector(), spatial::Vector6::Zero());
    EXPECT_FALSE(sensor.conditioning.ready());
  }
  sensor.conditioned();
  EXPECT_TRUE(sensor.conditioning.ready());
}

TEST(EffortConditioning, BeginsAnewWhenTheArmMovesWhileItRecords) {
  Sensor sensor;
  sensor.rest(4000);
  sensor.twist.linear = Vector3(0.1, 0, 0);
  sensor.rest(1);
  sensor.twist = {};
  sensor.rest(4999);
  EXPECT_FALSE(sensor.conditioning.ready());
  sensor.rest(1);
  EXPECT_TRUE(sensor.conditioning.ready());
}

TEST(EffortConditioning, TakesOffsetAndNoiseAway) {
  Sensor sensor;
  sensor.rest(5000);
  EXPECT_LT((sensor.conditioning.offset() - sensor.offset.vector()).norm(), 0.01);
  EXPECT_NEAR(sensor.conditioning.band()[3], 10 * 2 * kNoise, 0.02);
  for (int i = 0; i < 60000; ++i)
    EXPECT_EQ(sensor.conditioned().vector(), spatial::Vector6::Zero());
}

TEST(EffortConditioning, HasNoStepAtTheEdgeOfItsBand) {
  EffortConditioning conditioning({.recording = 0.002});
  conditioning.update({Vector3::Zero(), {-0.1, 0, 0}}, {}, {});
  conditioning.update({Vector3::Zero(), {0.1, 0, 0}}, {}, {});
  ASSERT_TRUE(conditioning.ready());
  const double band = conditioning.band()[3];
  EXPECT_DOUBLE_EQ(band, 2);
  double before = 0;
  for (double force = -5; force <= 5; force += 1e-3) {
    const double conditioned =
        conditioning.update({Vector3::Zero(), {force, 0, 0}}, {}, {}).force.x();
    const double expected = std::abs(force) > band ? force - std::copysign(band, force) : 0;
    EXPECT_NEAR(conditioned, expected, 1e-12);
    if (force > -5) {
      EXPECT_LT(std::abs(conditioned - before), 1.1e-3);
    }
    before = conditioned;
  }
}

TEST(EffortConditioning, TakesTheOffsetAgainAtAnotherPosture) {
  Sensor sensor;
  sensor.rest(5000);
  sensor.tool.position.x() += 0.1;
  sensor.offset.force.x() += 0.8;  // less than the band of 1 N
  sensor.rest(999);
  EXPECT_NEAR(sensor.conditioning.offset()[3], 3, 0.01);
  sensor.rest(1);
  EXPECT_NEAR(sensor.conditioning.offset()[3], 3.8, 0.01);
  // and not where it was taken last
  sensor.offset.force.x() -= 0.5;
  sensor.rest(5000);
  EXPECT_NEAR(sensor.conditioning.offset()[3], 3.8, 0.01);
}

TEST(EffortConditioning, NeverHidesAHandThatPushesSteadily) {
  Sensor sensor;
  sensor.rest(5000);
  const Wrench push{Vector3::Zero(), {0, 1.5, 0}};
  for (int i = 0; i < 60000; ++i) {
    if (i % 3000 == 0) sensor.tool.position.x() += 0.1;
    EXPECT_NEAR(sensor.conditioned(push).force.y(), 0.5, 0.1);
  }
}

TEST(EffortConditioning, IsNotLedAwayByPushesWithinItsBand) {
  Sensor sensor;
  sensor.rest(5000);
  const double band = sensor.conditioning.band()[4];
  const double offset = sensor.conditioning.offset()[4];
  double push = 0;
  for (int i = 0; i < 30; ++i) {
    push += 0.8 * band;
    sensor.tool.position.x() += 0.1;
    sensor.rest(1500, {Vector3::Zero(), {0, push, 0}});
  }
  EXPECT_LE(sensor.conditioning.offset()[4] - offset, 3 * band * (1 + 1e-12));
  EXPECT_GT(sensor.conditioned({Vector3::Zero(), {0, push, 0}}).force.y(), 15);
}

TEST(EffortConditioning, SendsNothingOfWhatIsNoNumber) {
  Sensor sensor;
  sensor.rest(5000);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(sensor.conditioned({Vector3::Zero(), {0, nan, 0}}).vector(), spatial::Vector6::Zero());
  EXPECT_NEAR(sensor.conditioned({Vector3::Zero(), {0, 0, 21}}).force.z(), 20, 0.1);
}

}  // namespace
}  // namespace tether::control
