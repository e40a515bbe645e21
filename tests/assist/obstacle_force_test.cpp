#include "tether/assist/obstacles/obstacle_force.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/allocation_counter.hpp"
#include "tests/support/random/random_draw.hpp"

namespace tether::assist {
namespace {

constexpr double kTick = 1e-3;  // [s]

ObstacleForceInput handle_at(double x, double z, const control::Obstruction& c) {
  return {.handle = {x, 0, z}, .obstruction = c};
}

// Σ Fᵀ Δ of what a hand was given, as it sees it: forces given, places gone to
struct Given {
  double energy = 0, most = 0;  // [J]
  spatial::Vector3 place = spatial::Vector3::Zero(), force = spatial::Vector3::Zero();
  bool started = false;

  void move_to(const spatial::Vector3& next) {
    if (started) energy += force.dot(next - place);
    most = std::max(most, energy);
    place = next;
    started = true;
  }
};

TEST(ObstacleForce, IsTheLawInEachOfTheFourWays) {
  const control::Obstruction c{.forward = 0.5, .backward = 0.25, .left = 1, .right = 0.75};
  const ObstacleForceParams params{.push_stiffness = 200, .steer_stiffness = 100, .store = 1};
  const auto force = [&](double x, double z) {
    ObstacleForce obstacles(params);
    return obstacles.update(handle_at(x, z, c)).force;
  };
  // pushed 10 mm forward: 200 N/m · 0.5 · 10 mm back towards the person, and so on
  EXPECT_EQ(force(0, -0.01), spatial::Vector3(0, 0, 200 * 0.5 * 0.01));
  EXPECT_EQ(force(0, 0.01), spatial::Vector3(0, 0, -200 * 0.25 * 0.01));
  EXPECT_EQ(force(0.02, 0), spatial::Vector3(-100 * 0.75 * 0.02, 0, 0));
  EXPECT_EQ(force(-0.02, 0), spatial::Vector3(100 * 1.0 * 0.02, 0, 0));
}

TEST(ObstacleForce, LeavesACentredHandleAloneHoweverHigh) {
  ObstacleForce obstacles({});
  const control::Obstruction all{1, 1, 1, 1};
  EXPECT_EQ(obstacles.update(handle_at(0, 0, all)).force, spatial::Vector3::Zero());
  ObstacleForceInput lifted = handle_at(0, 0, all);
  lifted.handle.y() = 0.05;
  EXPECT_EQ(obstacles.update(lifted).force, spatial::Vector3::Zero());
}

TEST(ObstacleForce, GrowsStifferWhileBentOnlyAsFarAsItsStorePays) {
  // at 20 mm 250 N/m hold 50 mJ: with a store of 30 mJ at most 90 % of it, less what a tick may
  // cost, go into the spring
  ObstacleForce obstacles({.store = 0.03, .top_speed = 1});
  ObstacleForceOutput out;
  for (int i = 0; i < 1000; ++i) out = obstacles.update(handle_at(0, -0.02, {.forward = 1}));
  EXPECT_LT(out.potential, 0.03);
  EXPECT_GT(out.potential, 0.028);
  EXPECT_NEAR(out.potential + out.store, 0.03, 1e-12);
  EXPECT_NEAR(out.push, 2 * out.potential / (0.02 * 0.02), 1e-9);
}

TEST(ObstacleForce, TakesBackWhatASofterSpringSetsFree) {
  ObstacleForce obstacles({});
  obstacles.update(handle_at(0, -0.02, {}));
  const ObstacleForceOutput stiff = obstacles.update(handle_at(0, -0.02, {.forward = 0.5}));
  EXPECT_NEAR(stiff.store, 0.1 - 0.5 * 125 * 0.02 * 0.02, 1e-15);
  const ObstacleForceOutput soft = obstacles.update(handle_at(0, -0.02, {}));
  EXPECT_NEAR(soft.store, 0.1, 1e-15);
  EXPECT_EQ(soft.force, spatial::Vector3::Zero());
}

TEST(ObstacleForce, CountsWhatAHeldSpringGivesBeyondItsPotential) {
  ObstacleForce obstacles({.damping = 0});
  obstacles.update(handle_at(0, -0.010, {.forward = 1}));
  const double before = obstacles.update(handle_at(0, -0.010, {.forward = 1})).store;
  // 1 mm in a tick: ½ · 250 · 1 mm²
  const double after = obstacles.update(handle_at(0, -0.009, {.forward = 1})).store;
  EXPECT_NEAR(before - after, 0.5 * 250 * 1e-6, 1e-15);
}

TEST(ObstacleForce, FillsItsStoreAgainByADamperAndThenStops) {
  ObstacleForce obstacles({});
  double x = 0.02;
  obstacles.update(handle_at(x, 0, {}));
  // bent, stiff, softened when the hand is back: the store has paid
  double least = 1;
  ObstacleForceOutput out;
  for (int i = 0; i < 4000; ++i) {
    ObstacleForceInput in;
    const double phase = 0.01 * i;
    in.handle.x() = 0.02 * std::cos(phase);
    in.velocity.x() = -0.02 * 0.01 / kTick * std::sin(phase);
    in.obstruction.right = i < 200 ? 1 : 0;
    out = obstacles.update(in);
    least = std::min(least, out.store);
  }
  EXPECT_LT(least, 0.06);
  EXPECT_NEAR(out.store, 0.1, 0.001);
  EXPECT_LT(out.damper.norm(), 0.05 * 4 * 0.2);
}

TEST(ObstacleForce, ChangesSidesWithoutAJump) {
  ObstacleForce obstacles({.damping = 0});
  const control::Obstruction c{.forward = 1, .backward = 0.2, .left = 0.1, .right = 1};
  double last_z = 0, last_x = 0;
  bool first = true;
  for (double p = -0.01; p < 0.01; p += 1e-5) {
    const ObstacleForceOutput out = obstacles.update(handle_at(p, p, c));
    if (!first) {
      EXPECT_LE(std::abs(out.force.z() - last_z), 250 * 1.01e-5) << p;
      EXPECT_LE(std::abs(out.force.x() - last_x), 250 * 1.01e-5) << p;
    }
    first = false;
    last_z = out.force.z();
    last_x = out.force.x();
  }
}

TEST(ObstacleForce, EasesInWithTheShareOfTheCoupling) {
  const auto push = [](double share) {
    ObstacleForce obstacles({});
    ObstacleForceInput in = handle_at(0, -0.01, {.forward = 0.8});
    in.share = share;
    return obstacles.update(in).push;
  };
  EXPECT_EQ(push(0), 0);
  EXPECT_DOUBLE_EQ(push(0.5), 100);
  EXPECT_DOUBLE_EQ(push(1), 200);
  EXPECT_DOUBLE_EQ(push(7), 200);
  EXPECT_EQ(push(-1), 0);
}

TEST(ObstacleForce, IsLimpForATickThatIsNotFiniteAndCountsIt) {
  constexpr double kBad[] = {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()};
  ObstacleForce obstacles({});
  const ObstacleForceInput good = handle_at(0.01, -0.01, {1, 1, 1, 1});
  std::uint64_t refused = 0;
  for (const double bad : kBad) {
    for (int which = 0; which < 9; ++which) {
      ObstacleForceInput in = good;
      double* const fields[] = {
          &in.handle.x(),       &in.handle.y(),          &in.handle.z(),
          &in.velocity.z(),     &in.obstruction.forward, &in.obstruction.backward,
          &in.obstruction.left, &in.obstruction.right,   &in.share};
      *fields[which] = bad;
      const ObstacleForceOutput out = obstacles.update(in);
      EXPECT_EQ(out.force, spatial::Vector3::Zero());
      EXPECT_EQ(out.damper, spatial::Vector3::Zero());
      EXPECT_EQ(out.refused, ++refused);
      EXPECT_GE(out.store, 0);
      const ObstacleForceOutput next = obstacles.update(good);
      EXPECT_TRUE(next.force.allFinite());
      EXPECT_EQ(next.refused, refused);
    }
  }
}

// how a hand may go on: any way up to the top speed, often the one that gets the most out
spatial::Vector3 next_place(test::RandomDraw& draw, const Given& given, double way, int manner) {
  spatial::Vector3 step;
  for (int i = 0; i < 3; ++i) {
    switch (manner) {
      case 0:
        step[i] = draw.between(-way, way);
        break;
      case 1:
        step[i] = given.force[i] >= 0 ? way : -way;
        break;  // with the force
      case 2:
        step[i] = draw.bernoulli(0.9) ? 0 : draw.between(-way, way);
        break;  // mostly still
      default:
        step[i] = std::clamp(-0.05 * given.place[i], -way, way);
        break;  // home
    }
  }
  return given.place + step;
}

control::Obstruction any_obstruction(test::RandomDraw& draw) {
  const auto one = [&] { return draw.bernoulli(0.3) ? double(draw.pick(2)) : draw.unit(); };
  return {one(), one(), one(), one()};
}

TEST(ObstacleForce, NeverGivesOutMoreThanItsStoreWhateverHandAndObstaclesDo) {
  constexpr int kCases = 5000, kTicks = 300;
  double closest = -1;
  for (int seed = 0; seed < kCases; ++seed) {
    test::RandomDraw draw(static_cast<std::uint64_t>(seed));
    const ObstacleForceParams params{.push_stiffness = draw.between(0, 1000),
                                     .steer_stiffness = draw.between(0, 1000),
                                     .store = std::pow(10, draw.between(-4, 0)),
                                     .damping = draw.between(0, 20),
                                     .top_speed = draw.between(0.1, 5)};
    ObstacleForce obstacles(params);
    Given given;
    given.move_to({draw.between(-0.05, 0.05), 0, draw.between(-0.05, 0.05)});
    ObstacleForceInput in;
    const double way = params.top_speed * kTick;
    int manner = draw.pick(4);
    for (int tick = 0; tick < kTicks; ++tick) {
      if (draw.bernoulli(0.05)) manner = draw.pick(4);
      if (draw.bernoulli(0.2)) in.obstruction = any_obstruction(draw);
      if (draw.bernoulli(0.02)) in.share = draw.unit();
      in.handle = given.place;
      // an estimate that has nothing to do with the motion, or all
      in.velocity = spatial::Vector3(draw.between(-3, 3), 0, draw.between(-3, 3));
      ObstacleForceInput measured = in;
      if (draw.bernoulli(0.01)) measured.handle.z() = std::nan("");
      const ObstacleForceOutput out = obstacles.update(measured);

      // the bounds of the law, without the damper
      ASSERT_LE(std::abs(out.force.z() - out.damper.z()),
                params.push_stiffness * std::abs(in.handle.z()) + 1e-12);
      ASSERT_LE(std::abs(out.force.x() - out.damper.x()),
                params.steer_stiffness * std::abs(in.handle.x()) + 1e-12);
      ASSERT_LE(out.push, params.push_stiffness);
      ASSERT_LE(out.steer, params.steer_stiffness);
      ASSERT_GE(out.store, -1e-12) << "seed " << seed << " tick " << tick;
      ASSERT_LE(out.store, params.store);
      given.force = out.force;
      given.move_to(next_place(draw, given, way, manner));
    }
    ASSERT_LE(given.most, params.store + 1e-12) << "seed " << seed;
    closest = std::max(closest, given.most / params.store);
  }
  // somebody got nearly all of it, so the cases are hard enough
  EXPECT_GT(closest, 0.95);
}

RC_GTEST_PROP(ObstacleForce, NeverPushesTheHandleAwayFromItsCentre, ()) {
  const auto draw = [](int most) {
    return *rc::gen::map(rc::gen::inRange(-most, most + 1), [](int v) { return 1e-5 * v; });
  };
  const auto share = [] {
    return *rc::gen::map(rc::gen::inRange(0, 1001), [](int v) { return 1e-3 * v; });
  };
  ObstacleForce obstacles({});
  for (int i = 0; i < 20; ++i) {
    const ObstacleForceInput in =
        handle_at(draw(5000), draw(5000), {share(), share(), share(), share()});
    const ObstacleForceOutput out = obstacles.update(in);
    const spatial::Vector3 spring = out.force - out.damper;
    RC_ASSERT(spring.x() * in.handle.x() <= 0);
    RC_ASSERT(spring.z() * in.handle.z() <= 0);
    RC_ASSERT(out.push <=
              250 * (in.handle.z() < 0 ? in.obstruction.forward : in.obstruction.backward));
  }
}

TEST(ObstacleForce, AllocatesNothing) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "sanitizers bring their own allocator";
  ObstacleForce obstacles({});
  const test::AllocationCounter counter;
  for (int i = 0; i < 100; ++i) obstacles.update(handle_at(0.01, -0.01, {1, 1, 1, 1}));
  EXPECT_EQ(counter.allocations(), 0);
}

}  // namespace
}  // namespace tether::assist
