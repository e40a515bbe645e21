#include "tether/passivity/port_motion.hpp"

#include <gtest/gtest.h>

#include "tests/passivity/port_of.hpp"

namespace tether::passivity {
namespace {

const robot::JointVector kNone = joints({0, 0});

TEST(PortMotion, GivesNothingBeforeTheFirstDisplacement) {
  PortMotion motion(kDirect);
  EXPECT_EQ(motion.update(port_at(joints({3, 4}), kNone, joints({5, 6}))), 0);
  EXPECT_EQ(motion.rate(), kNone);
}

TEST(PortMotion, CountsTheEffortThatActedTimesTheDisplacement) {
  PortMotion motion(kDirect);
  motion.update(port_at(joints({1, 1}), kNone, kNone));
  EXPECT_DOUBLE_EQ(motion.update(port_at(joints({1.5, 0.75}), kNone, joints({2, 4}))), 0);
  EXPECT_DOUBLE_EQ(motion.update(port_at(joints({1.75, 0.75}), kNone, joints({2, 4}))), 0.5);
}

TEST(PortMotion, ExchangesExactlyNothingOverARepeatedPosition) {
  PortMotion motion(kWaiting);
  double x = 0.1;
  motion.update(port_at(joints({x, -x}), kNone, kNone));
  for (int k = 1; k < 1000; ++k) {
    if (k % 2 == 0) x += 1e-4 / k;
    const double given = motion.update(port_at(joints({x, -x}), kNone, joints({3.7, 1.3})));
    if (k % 2 == 1) {
      EXPECT_EQ(given, 0) << k;
    } else {
      EXPECT_GT(given, 0) << k;
    }
  }
}

TEST(PortMotion, KeepsItsRateOverARepeatedPosition) {
  PortMotion motion(kWaiting);
  motion.update(port_at(kNone, kNone, kNone));
  motion.update(port_at(kNone, kNone, kNone));
  motion.update(port_at(joints({2e-3, -4e-3}), kNone, kNone));
  const robot::JointVector rate = motion.rate();
  // two ticks for one displacement
  EXPECT_NEAR(rate[0], 1, 1e-12);
  EXPECT_NEAR(rate[1], -2, 1e-12);
  motion.update(port_at(joints({2e-3, -4e-3}), kNone, kNone));
  EXPECT_EQ(motion.rate(), rate);
  EXPECT_EQ(motion.displacement(), kNone);
}

TEST(PortMotion, StandsStillAfterAWindowWithoutDisplacement) {
  PortMotion motion(kWaiting);
  motion.update(port_at(kNone, kNone, kNone));
  motion.update(port_at(joints({1e-3, 0}), kNone, kNone));
  for (int k = 0; k < 4; ++k) {
    motion.update(port_at(joints({1e-3, 0}), kNone, kNone));
    EXPECT_GT(motion.rate().norm(), 0) << k;
  }
  motion.update(port_at(joints({1e-3, 0}), kNone, kNone));
  EXPECT_EQ(motion.rate(), kNone);
}

TEST(PortMotion, StandsStillAfterOneRepeatWhenEveryTickIsRead) {
  PortMotion motion(kDirect);
  motion.update(port_at(kNone, kNone, kNone));
  motion.update(port_at(joints({1e-3, 0}), kNone, kNone));
  EXPECT_NEAR(motion.rate()[0], 1, 1e-12);
  motion.update(port_at(joints({1e-3, 0}), kNone, kNone));
  motion.update(port_at(joints({1e-3, 0}), kNone, kNone));
  EXPECT_EQ(motion.rate(), kNone);
}

// 0.25 kg at 1 m/s, nothing acted: 2 N over the next millisecond give 2 mJ and what they add,
// ½ T² τ² / m = 8 µJ
TEST(PortMotion, ForeseesTheWorkOfAnEffortAndOfTheSpeedItMakes) {
  PortMotion motion(kDirect);
  motion.update(port_at(joints({0}), joints({1}), joints({0})));
  motion.update(port_at(joints({1e-3}), joints({1}), joints({0})));
  const Foreseen e = motion.foreseen(joints({2}));
  EXPECT_NEAR(e.linear, 2e-3, 1e-12);
  EXPECT_NEAR(e.quadratic, 8e-6, 1e-15);
  EXPECT_EQ(e.committed, 0);
}

// the rate is a mean over the last tick: under 5 N the port has gained ½ T τ / m = 0.01 m/s since
TEST(PortMotion, ForeseesTheSpeedThatTheLastEffortHasMadeSince) {
  PortMotion motion(kDirect);
  motion.update(port_at(joints({0}), joints({0}), joints({0})));
  motion.update(port_at(joints({1e-3}), joints({0}), joints({5})));
  EXPECT_NEAR(motion.foreseen(joints({2})).linear, 2e-3 * 1.01, 1e-12);
}

TEST(PortMotion, BelievesTheWorseOfEstimatedVelocityAndRate) {
  PortMotion motion(kDirect);
  motion.update(port_at(joints({0}), joints({3}), joints({0})));
  motion.update(port_at(joints({1e-3}), joints({3}), joints({0})));
  EXPECT_NEAR(motion.foreseen(joints({2})).linear, 6e-3, 1e-12);
  EXPECT_NEAR(motion.foreseen(joints({-2})).linear, -2e-3, 1e-12);
}

// a hand of 20 N moves 0.25 kg by 80 µm more in a tick than its rate said
TEST(PortMotion, AllowsForAnOutsideForceOnTheTool) {
  PortMotionParams params = kDirect;
  params.outside_force = 20;
  PortMotion motion(params);
  motion.update(port_at(joints({0}), joints({0}), joints({0})));
  EXPECT_NEAR(motion.foreseen(joints({2})).linear, 2 * 80e-6, 1e-15);
  EXPECT_NEAR(motion.foreseen(joints({-2})).linear, 2 * 80e-6, 1e-15);
}

// at 500 Hz the effort of tick 1 is taken at tick 2 and at work until tick 4
TEST(PortMotion, CountsTheEffortAtWorkAsSpentWhileTheNextOneWaits) {
  PortMotion motion(kWaiting);
  motion.update(port_at(joints({0}), joints({0}), joints({0})));
  motion.commanded(joints({9}));
  motion.update(port_at(joints({0}), joints({0}), joints({0})));
  motion.commanded(joints({3}));
  EXPECT_EQ(motion.committed(), 0);
  motion.update(port_at(joints({2e-3}), joints({0}), joints({0})));
  // 2 ms of 3 N at 1 m/s, and ½ P² τ² / m
  EXPECT_NEAR(motion.committed(), 6e-3 + 72e-6, 1e-12);
  motion.commanded(joints({-3}));
  motion.update(port_at(joints({2e-3}), joints({0}), joints({0})));
  EXPECT_NEAR(motion.committed(), 6e-3 + 72e-6, 1e-12);
  // what is decided now acts on a port that 3 N have made faster by P τ / m
  EXPECT_NEAR(motion.foreseen(joints({1})).linear, 2e-3 * 1.024, 1e-12);
}

TEST(PortMotion, KeepsTheInterfacesBeatWhileThePortStandsStill) {
  PortMotion motion(kWaiting);
  for (int k = 0; k < 6; ++k) {
    motion.update(port_at(joints({0}), joints({0}), joints({0})));
    motion.commanded(joints({3}));
  }
  EXPECT_NEAR(motion.committed(), 72e-6, 1e-12);
}

// power is the same whether the moment is about the tool or the origin: a turning axis
TEST(PortMotion, AllowsForTheForceAtTheToolAndNotAtTheOrigin) {
  PortMotionParams params = kDirect;
  params.outside_force = 20;
  Port port = port_at(joints({0}), joints({0}), joints({0}), 0.5);
  port.jacobian.setZero();
  port.jacobian(2, 0) = 1;           // turns about z
  port.tool.position = {0.4, 0, 0};  // lever [m]
  PortMotion motion(params);
  motion.update(port);
  // T² F r τ / M
  EXPECT_NEAR(motion.foreseen(joints({2})).linear, 1e-6 * 20 * 0.4 * 2 / 0.5, 1e-15);
}

TEST(PortMotion, KeepsTheRateOfASlowDeviceUntilItsNextMeasurementIsLongOverdue) {
  PortMotion motion(kDirect);
  Port port = port_at(kNone, kNone, kNone);
  for (int k = 0; k <= 100; ++k) {
    port.fresh = k % 10 == 0;
    if (port.fresh) port.position = joints({1e-3 * k, 0});
    motion.update(port);
    if (k >= 20) {
      EXPECT_NEAR(motion.rate()[0], 1, 1e-9) << k;
    }
  }
  port.fresh = false;
  for (int k = 0; k < 30; ++k) motion.update(port);
  EXPECT_NEAR(motion.rate()[0], 1, 1e-9);
  motion.update(port);
  EXPECT_EQ(motion.rate(), kNone);
}

}  // namespace
}  // namespace tether::passivity
