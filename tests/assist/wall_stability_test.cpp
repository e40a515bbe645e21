// How stiff a bare wall may be in discrete time. A device of mass m and damping b is pushed against
// it; the wall's force is computed every T from the sampled position and held. Three figures are
// held against each other: the stiffness beyond which the motion grows when it is simulated with
// the wall itself, the one beyond which the linear sampled system is unstable (Jury), and
//   K = 2 b / T                                                                        [N/m]
// up to which a sampled wall is passive: Colgate & Schenkel, J. Robotic Systems 14(1), 1997.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"
#include "tether/assist/scene/scene.hpp"

namespace tether::assist {
namespace {

struct SampledDevice {
  double mass;     // [kg]
  double damping;  // [N s/m]
  double tick;     // [s]

  // what a held force of 1 N and a speed of 1 m/s come to within a tick
  double speed_left() const { return std::exp(-damping * tick / mass); }
  double way_by_speed() const { return mass / damping * (1 - speed_left()); }
  double speed_by_force() const { return (1 - speed_left()) / damping; }
  double way_by_force() const { return (tick - way_by_speed()) / damping; }

  double colgate() const { return 2 * damping / tick; }
  // |det| < 1 of the sampled loop, the first of Jury's conditions to break
  double jury() const {
    return (1 - speed_left()) / (way_by_speed() * speed_by_force() - speed_left() * way_by_force());
  }
};

Fixture wall(double stiffness) {
  Fixture fixture{.id = 1, .law = Law::wall};
  fixture.shape = Plane{{0, 0, 0}, {1, 0, 0}};
  fixture.stiffness = stiffness;
  return fixture;
}

// whether a small motion in the wall grows
bool grows(const SampledDevice& device, double stiffness) {
  const std::array fixtures{wall(stiffness)};
  const Scene scene(fixtures);
  SceneState state;
  constexpr double kPush = 5;  // of the hand, steady [N]
  const double rest = -kPush / stiffness;
  double x = 0.9 * rest, v = 0;
  const auto tick = [&] {
    Tool tool;
    tool.pose.position.x() = x;
    const double force = scene.query(tool, state).wrench.force.x() - kPush;
    x += device.way_by_speed() * v + device.way_by_force() * force;
    v = device.speed_left() * v + device.speed_by_force() * force;
  };
  constexpr int kWindow = 400, kTicks = 12000;
  double early = 0, late = 0;
  for (int i = 0; i < kTicks; ++i) {
    tick();
    if (i < kWindow) early = std::max(early, std::abs(x - rest));
    if (i >= kTicks - kWindow) late = std::max(late, std::abs(x - rest));
  }
  return late > early;
}

double measured_bound(const SampledDevice& device) {
  double stable = 0.2 * device.colgate(), unstable = 5 * device.colgate();
  EXPECT_FALSE(grows(device, stable));
  EXPECT_TRUE(grows(device, unstable));
  for (int i = 0; i < 14; ++i) {
    const double middle = 0.5 * (stable + unstable);
    (grows(device, middle) ? unstable : stable) = middle;
  }
  return stable;
}

TEST(BareWall, GrowsUnstableWhereTheSampledLoopDoes) {
  test::RandomDraw draw(1);
  for (int i = 0; i < 12; ++i) {
    const SampledDevice device{draw.between(0.2, 2), draw.between(1, 4), draw.between(5e-4, 2e-3)};
    EXPECT_NEAR(measured_bound(device) / device.jury(), 1, 0.01);
  }
}

// the lighter the damping within a tick, the nearer both bounds are
TEST(BareWall, BearsWhatColgateSays) {
  test::RandomDraw draw(2);
  for (int i = 0; i < 12; ++i) {
    const SampledDevice device{draw.between(0.5, 2), draw.between(0.5, 4), 1e-3};
    const double within_a_tick = device.damping * device.tick / device.mass;
    EXPECT_NEAR(measured_bound(device) / device.colgate(), 1, 0.01 + within_a_tick);
  }
}

}  // namespace
}  // namespace tether::assist
