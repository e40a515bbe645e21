#include "tether/control/couplings/playout.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/control/ticks.hpp"
#include "tether/control/couplings/motion_limits.hpp"

namespace tether::control {
namespace {

using spatial::Vector3;

core::Time at_seconds(double t) { return core::Time(core::duration_from_seconds(t)); }

// a swing about two axes that turns as well
PoseState swing(double t, double size = 0.15) {
  const double w = 4.5;
  const Vector3 way(size, 0.5 * size, 0.2 * size), axis(0, 1, 0);
  const double s = std::sin(w * t), c = std::cos(w * t);
  return {{spatial::exp_rotation(0.3 * s * axis), s * way},
          {0.3 * w * c * axis, w * c * way},
          {-0.3 * w * w * s * axis, -w * w * s * way}};
}

struct Delivery {
  double due = 0;  // when it comes [s]
  double sent = 0;
};

// what a stream does to a playout and the limits behind it
struct Outcome {
  double lag = 0;    // from the sender's time to what is played, in the mean [s]
  double worst = 0;  // distance from the motion that long ago [m]
  double velocity = 0, acceleration = 0, jerk = 0;  // of any axis of translation, at most
  double turn_jerk = 0;
  double delay = 0;  // as it was stated at the end [s]
  std::uint64_t waited = 0;
  PoseState last;
};

Outcome play(const std::vector<Delivery>& stream, double until, const PlayoutParams& params = {},
             const MotionLimitsParams& bounds = {}) {
  Playout playout(params);
  MotionLimits limits(bounds);
  playout.reset(swing(0));
  limits.reset({swing(0).pose, {}, {}});
  Outcome out;
  std::size_t next = 0;
  PoseState before = limits.state();
  for (int k = 1; kTick * k < until; ++k) {
    const double now = kTick * k;
    // as a link does: the newest of those that came
    std::optional<double> newest;
    for (; next < stream.size() && stream[next].due <= now + 1e-9; ++next) {
      newest = std::max(newest.value_or(-1), stream[next].sent);
    }
    if (newest) playout.put(at_seconds(now), {at_seconds(100 + *newest), swing(*newest)});
    const PoseState& state = limits.follow(playout.update(at_seconds(now)));
    const auto most = [](double& bound, const Vector3& x) {
      bound = std::max(bound, x.cwiseAbs().maxCoeff());
    };
    most(out.velocity, state.twist.linear);
    most(out.acceleration, state.acceleration.linear);
    most(out.jerk, (state.acceleration.linear - before.acceleration.linear) / kTick);
    most(out.turn_jerk, (state.acceleration.angular - before.acceleration.angular) / kTick);
    before = state;
    if (now > 1 && playout.phase() != PlayoutPhase::empty) {
      const double sent = now - playout.delay();
      out.worst = std::max(out.worst, (state.pose.position - swing(sent).pose.position).norm());
    }
  }
  out.delay = playout.delay();
  out.waited = playout.waited();
  out.last = before;
  return out;
}

std::vector<Delivery> steady(double interval, double until, double transit = 0) {
  std::vector<Delivery> stream;
  for (double t = 0; t < until; t += interval) stream.push_back({t + transit, t});
  return stream;
}

void in_order_of_arrival(std::vector<Delivery>& stream) {
  std::stable_sort(stream.begin(), stream.end(),
                   [](const Delivery& a, const Delivery& b) { return a.due < b.due; });
}

TEST(Playout, AddsNoMoreThanFiveMillisecondsOverAQuickLink) {
  const Outcome out = play(steady(kTick, 3), 3);
  EXPECT_LE(out.delay, 0.005);
  EXPECT_GE(out.delay, 0.003);
  EXPECT_EQ(out.waited, 0U);
  EXPECT_LT(out.worst, 2e-5);  // [m]: it is where the sender was that long ago
}

TEST(Playout, StatesItsDelayWhateverTheTransitIs) {
  // a transit that is always the same cannot be distinguished from the clocks' offset
  const Outcome out = play(steady(0.01, 3, 0.05), 3);
  EXPECT_LE(out.delay, 0.012);
  EXPECT_GE(out.delay, 0.0095);
  EXPECT_EQ(out.waited, 0U);
}

TEST(Playout, HoldsStillUntilTheNominalNumberIsThere) {
  Playout playout({.spacing = 0.01, .segments = 3});
  playout.reset(swing(0.1));
  for (int k = 0; k < 3; ++k) {
    playout.put(at_seconds(0.01 * k), {at_seconds(0.01 * k), swing(0.01 * k)});
    playout.update(at_seconds(0.01 * k));
    EXPECT_EQ(playout.phase(), PlayoutPhase::empty);
    EXPECT_EQ(playout.state().pose.position, swing(0.1).pose.position);
  }
  playout.put(at_seconds(0.03), {at_seconds(0.03), swing(0.03)});
  playout.update(at_seconds(0.03));
  EXPECT_EQ(playout.phase(), PlayoutPhase::playing);
  EXPECT_NEAR(playout.delay(), 0.03, 1e-5);
}

TEST(Playout, GrowsItsDelayAtOnceAndShrinksItSlowly) {
  std::vector<Delivery> stream = steady(0.01, 30);
  // a hiccup of 30 ms after one second
  for (Delivery& d : stream) {
    if (d.sent >= 1 && d.sent < 1.03) d.due = 1.03;
  }
  const double before = play(stream, 0.99).delay;
  const double after = play(stream, 1.1).delay;
  const double much_later = play(stream, 29).delay;
  EXPECT_LT(before, 0.012);
  EXPECT_GT(after, 0.035);
  EXPECT_LT(after, 0.045);
  EXPECT_LT(much_later, 0.02);
}

TEST(Playout, NeverExceedsTheLimitsWhenThirtyPercentComeLate) {
  const MotionLimitsParams bounds;
  for (const double interval : {kTick, 0.01, 1 / 30.0}) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> share(0, 1);
    std::vector<Delivery> stream = steady(interval, 20);
    for (Delivery& d : stream) {
      if (share(random) < 0.3) d.due += (1 + 3 * share(random)) * interval;
    }
    in_order_of_arrival(stream);
    const Outcome out = play(stream, 20);
    EXPECT_LE(out.velocity, bounds.translation.velocity) << interval;
    EXPECT_LE(out.acceleration, bounds.translation.acceleration * 1.000001) << interval;
    EXPECT_LE(out.jerk, bounds.translation.jerk * 1.000001) << interval;
    EXPECT_LE(out.turn_jerk, bounds.rotation.jerk * 1.000001) << interval;
    EXPECT_LT(out.delay, 0.2) << interval;
  }
}

TEST(Playout, ComesToRestSmoothlyWhenTheStreamEnds) {
  const MotionLimitsParams bounds;
  for (const double end : {1.0, 1.1, 1.25, 1.4}) {
    const Outcome out = play(steady(kTick, end), end + 1);
    EXPECT_LE(out.jerk, bounds.translation.jerk * 1.000001);
    EXPECT_LE(out.acceleration, bounds.translation.acceleration * 1.000001);
    EXPECT_LT(out.last.twist.vector().norm(), 1e-9);
    // no farther than the velocity, kept for a while and then braked, leads
    EXPECT_LT((out.last.pose.position - swing(end).pose.position).norm(),
              0.8 * (0.05 + 0.005 + 0.125));
  }
}

TEST(Playout, GoesOnWhenTheStreamComesBack) {
  std::vector<Delivery> stream;
  for (const Delivery& d : steady(kTick, 6)) {
    if (d.sent < 1 || d.sent > 3) stream.push_back(d);
  }
  const MotionLimitsParams bounds;
  const Outcome out = play(stream, 6);
  EXPECT_LE(out.jerk, bounds.translation.jerk * 1.000001);
  EXPECT_LT((out.last.pose.position - swing(6 - kTick - out.delay).pose.position).norm(), 1e-4);
}

TEST(Playout, LeavesOutWhatIsOldRepeatedOrNoNumber) {
  Playout playout({});
  playout.reset(swing(0));
  playout.put(at_seconds(1), {at_seconds(1), swing(1)});
  playout.put(at_seconds(1), {at_seconds(1), swing(1)});
  playout.put(at_seconds(1), {at_seconds(0.5), swing(0.5)});
  PoseState wrong = swing(2);
  wrong.twist.linear.x() = std::nan("");
  playout.put(at_seconds(2), {at_seconds(2), wrong});
  EXPECT_EQ(playout.left_out(), 3U);
}

RC_GTEST_PROP(Playout, PlaysAnyStreamWithinTheLimitsAndItsDelayWithinBounds, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share(0, 1);
  const double interval = kTick * (1 + std::floor(40 * share(random)));
  const double jitter = 0.1 * share(random), loss = 0.5 * share(random);
  std::vector<Delivery> stream;
  for (const Delivery& d : steady(interval, 4)) {
    if (share(random) < loss) continue;
    stream.push_back({d.sent + jitter * share(random), d.sent});
  }
  in_order_of_arrival(stream);
  const PlayoutParams params;
  const MotionLimitsParams bounds;
  const Outcome out = play(stream, 6, params);
  RC_ASSERT(out.velocity <= bounds.translation.velocity + 1e-12);
  RC_ASSERT(out.acceleration <= bounds.translation.acceleration + 1e-9);
  RC_ASSERT(out.jerk <= bounds.translation.jerk * 1.000001);
  RC_ASSERT(out.turn_jerk <= bounds.rotation.jerk * 1.000001);
  RC_ASSERT(out.last.twist.vector().norm() < 1e-9);
}

}  // namespace
}  // namespace tether::control
