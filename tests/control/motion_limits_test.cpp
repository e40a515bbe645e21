#include "tether/control/couplings/motion_limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/control/ticks.hpp"
#include "tests/support/random/random_draw.hpp"

namespace tether::control {
namespace {

using spatial::Vector3;

constexpr AxisLimits kLimits{1, 8, 500};
constexpr double kRounding = 1e-8;

// one axis that follows
struct Axis {
  AxisLimits limits = kLimits;
  double x = 0, v = 0, a = 0;

  AxisStep follow(double r, double dr, double ddr, double jerk = 0) {
    const double a_before = a, v_before = v, x_before = x;
    const AxisStep step = control::follow(limits, kTick, v, a, {r - x, dr, ddr, jerk});
    x += step.distance;
    v = step.velocity;
    a = step.acceleration;
    EXPECT_LE(std::abs(v), limits.velocity * (1 + kRounding));
    EXPECT_LE(std::abs(a), limits.acceleration * (1 + kRounding));
    EXPECT_LE(std::abs(a - a_before), limits.jerk * kTick * (1 + kRounding));
    // no state without the motion that leads there
    EXPECT_LE(std::abs(v - v_before - kTick * (a + a_before) / 2),
              limits.jerk * kTick * kTick / 4 + 1e-12);
    EXPECT_LE(std::abs(x - x_before - kTick * (v + v_before) / 2),
              limits.jerk * kTick * kTick * kTick / 6 + limits.acceleration * kTick * kTick / 4);
    return step;
  }
};

// time of the quickest way over a distance from rest to rest, of Biagiotti & Melchiorri §3.4
double quickest(const AxisLimits& l, double distance) {
  const double tj = std::min(l.velocity * l.jerk < l.acceleration * l.acceleration
                                 ? std::sqrt(l.velocity / l.jerk)
                                 : l.acceleration / l.jerk,
                             std::cbrt(distance / (2 * l.jerk)));
  const double a = l.jerk * tj;
  // velocity at the end of accelerating, with the whole distance taken by two such ramps
  const double v = std::min(l.velocity, a * (std::sqrt(tj * tj / 4 + distance / a) - tj / 2));
  return distance / v + v / a + tj;
}

TEST(MotionLimits, GoToATargetThatJumpsAsQuicklyAsTheBoundsAllowAndDoNotOvershoot) {
  for (const double jump : {1e-6, 1e-4, 0.003, 0.02, 0.1, 0.3, 2.0}) {
    Axis axis;
    int ticks = 0;
    while (!axis.follow(jump, 0, 0).exact && ticks < 10000) {
      ++ticks;
      EXPECT_LE(axis.x, jump * (1 + 1e-9));
    }
    EXPECT_EQ(axis.x, jump);
    EXPECT_LE(ticks * kTick, quickest(kLimits, jump) + 2 * kTick) << jump;
  }
}

TEST(MotionLimits, FollowAMotionThatKeepsThemExactly) {
  Axis axis;
  const double w = 7, size = 0.9 * 8 / (w * w);
  for (int k = 0; k < 5000; ++k) {
    // from rest, eased in
    const double t = k * kTick;
    const double s = 1 - std::cos(w * t), ds = w * std::sin(w * t), dds = w * w * std::cos(w * t);
    const double e = 1 - std::exp(-t * t * t), de = 3 * t * t * std::exp(-t * t * t),
                 dde = (6 * t - 9 * t * t * t * t) * std::exp(-t * t * t);
    const double r = size / 2 * s * e, dr = size / 2 * (ds * e + s * de),
                 ddr = size / 2 * (dds * e + 2 * ds * de + s * dde);
    const AxisStep step = axis.follow(r, dr, ddr);
    EXPECT_TRUE(step.exact) << k;
    EXPECT_LT(std::abs(axis.x - r), 1e-15);
  }
}

TEST(MotionLimits, CatchUpWithATargetThatMovesAndStayWithIt) {
  test::RandomDraw draw(7);
  for (int i = 0; i < 200; ++i) {
    Axis axis;
    axis.limits = {draw.between(0.5, 2), draw.between(4, 15), draw.between(200, 4000)};
    // within half of the bounds
    const double w = draw.between(1, 10), phase = draw.between(0, 6);
    const double size =
        0.5 * std::min({axis.limits.velocity / w, axis.limits.acceleration / (w * w),
                        axis.limits.jerk / (w * w * w)});
    const double off = draw.between(-0.5, 0.5);
    int last_apart = 0;
    for (int k = 0; k < 4000; ++k) {
      const double t = k * kTick;
      const AxisStep step = axis.follow(
          off + size * std::sin(w * t + phase), size * w * std::cos(w * t + phase),
          -size * w * w * std::sin(w * t + phase), -size * w * w * w * std::cos(w * t + phase));
      if (!step.exact) last_apart = k;
    }
    EXPECT_LT(last_apart, 3000) << i;
  }
}

TEST(MotionLimits, AreNeverExceededWhateverTheTargetDoesAndAreWithItOnceItRests) {
  test::RandomDraw draw(8);
  for (int i = 0; i < 2000; ++i) {
    Axis axis;
    axis.limits = {draw.between(0.05, 3), draw.between(0.5, 20), draw.between(20, 8000)};
    axis.limits.jerk = std::min(axis.limits.jerk, axis.limits.acceleration / kTick);
    double r = 0, dr = 0, ddr = 0;
    for (int k = 0; k < 300; ++k) {
      const int what = draw.pick(20);
      if (what == 0) r += draw.between(-1, 1);
      if (what == 1) dr = draw.between(-2, 2) * axis.limits.velocity;
      if (what == 2) ddr = draw.between(-2, 2) * axis.limits.acceleration;
      if (what == 3) dr = ddr = 0;
      r += kTick * dr;
      dr += kTick * ddr;
      axis.follow(r, dr, ddr, draw.bernoulli(0.5) ? 0 : draw.between(-0.8, 0.8) * axis.limits.jerk);
    }
    const double distance = std::abs(r - axis.x);
    const AxisLimits& l = axis.limits;
    // to stop, to go there, to stop there
    const double patience =
        distance / l.velocity + 4 * (l.velocity / l.acceleration + l.acceleration / l.jerk) + 0.01;
    bool there = false;
    for (int k = 0; k < patience / kTick && !there; ++k) there = axis.follow(r, 0, 0).exact;
    EXPECT_TRUE(there) << i;
    EXPECT_EQ(axis.v, 0);
    EXPECT_EQ(axis.a, 0);
  }
}

TEST(MotionLimits, HoldForTranslationAndRotationUnderPointsThatComeLateAndJump) {
  test::RandomDraw draw(9);
  const auto any = [&draw](double size) {
    return Vector3(draw.between(-size, size), draw.between(-size, size), draw.between(-size, size));
  };
  const MotionLimitsParams params;
  for (int i = 0; i < 100; ++i) {
    MotionLimits limits(params);
    limits.reset({});
    PoseState target;
    PoseState before = limits.state();
    const auto check = [&] {
      const PoseState& now = limits.state();
      const auto inside = [](const Vector3& x, double bound) {
        return x.cwiseAbs().maxCoeff() <= bound * (1 + kRounding);
      };
      EXPECT_TRUE(inside(now.twist.linear, params.translation.velocity));
      EXPECT_TRUE(inside(now.twist.angular, params.rotation.velocity));
      EXPECT_TRUE(inside(now.acceleration.linear, params.translation.acceleration));
      EXPECT_TRUE(inside(now.acceleration.angular, params.rotation.acceleration));
      const spatial::Twist jerk = 1 / kTick * (now.acceleration - before.acceleration);
      EXPECT_TRUE(inside(jerk.linear, params.translation.jerk));
      EXPECT_TRUE(inside(jerk.angular, params.rotation.jerk));
      const Vector3 turned =
          spatial::log_rotation(now.pose.rotation * before.pose.rotation.transpose());
      EXPECT_TRUE(
          inside(turned / kTick, params.rotation.velocity + params.rotation.jerk * kTick * kTick));
      before = now;
    };
    for (int k = 0; k < 500; ++k) {
      if (draw.bernoulli(0.02)) {
        target = {{spatial::exp_rotation(any(1)), any(0.4)}, {any(1), any(0.5)}, {any(5), any(4)}};
      } else if (!draw.bernoulli(0.3)) {  // else it is late, and the last one stands
        target.pose.position += kTick * target.twist.linear;
        target.pose.rotation =
            spatial::exp_rotation(kTick * target.twist.angular) * target.pose.rotation;
      }
      limits.follow(target);
      check();
    }
    target.twist = target.acceleration = {};
    for (int k = 0; k < 6000 && !limits.exact(); ++k) {
      limits.follow(target);
      check();
    }
    EXPECT_TRUE(limits.exact()) << i;
    EXPECT_EQ(limits.state().pose.position, target.pose.position);
    EXPECT_EQ(limits.state().pose.rotation, target.pose.rotation);
  }
}

TEST(MotionLimits, DoNotFollowWhatIsNoNumber) {
  MotionLimits limits({});
  limits.reset({});
  PoseState target;
  target.pose.position = Vector3(0.1, 0, 0);
  for (int k = 0; k < 1000; ++k) limits.follow(target);
  EXPECT_TRUE(limits.exact());
  PoseState bad = target;
  bad.twist.linear.y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(limits.follow(bad).pose.position, target.pose.position);
  bad.twist.linear.y() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(limits.follow(bad).pose.position, target.pose.position);
}

}  // namespace
}  // namespace tether::control
