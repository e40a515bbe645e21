// All bounding stages in a row, as a side runs them.
#include <cstdint>

#include <gtest/gtest.h>

#include "tests/guard/random_arm.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tether/guard/limits/energy_bound.hpp"
#include "tether/guard/limits/force_bound.hpp"
#include "tether/guard/limits/joint_speed_limit.hpp"
#include "tether/guard/limits/joint_stops.hpp"
#include "tether/guard/limits/power_bound.hpp"
#include "tether/guard/limits/tool_speed_limit.hpp"
#include "tether/guard/limits/torque_rate_limit.hpp"

namespace tether::guard {
namespace {

using namespace test;

TEST(BoundingStages, AllocateNothing) {
  if (!tether::test::AllocationCounter::available()) GTEST_SKIP() << "needs plain malloc";
  RandomDraw draw(3);
  RandomArm arm(draw);
  const JointVector most = JointVector::Constant(arm.n, 50);
  EnergyBound energy({.max_energy = 0.5});
  const ForceBound force({.max_force = 5});
  TorqueRateLimit rate({});
  const JointSpeedLimit speed({.max_speed = JointVector::Constant(arm.n, 0.5), .max_effort = most});
  JointStops stops({.lower = JointVector::Constant(arm.n, -0.5),
                    .upper = JointVector::Constant(arm.n, 0.5),
                    .max_effort = most});
  const ToolSpeedLimit tool({.linear_speed = 0.1, .angular_speed = 0.1});
  PowerBound power({.max_power = 0.1, .max_effort = most});

  const tether::test::AllocationCounter counter;
  double acted = 0;
  for (int k = 0; k < 100; ++k) {
    arm.factor.update(arm.inertia);
    const DeviceView view = arm.view();
    acted += 1 - energy.update({1, 0.1}).share;
    acted += 1 - force.update({spatial::Vector3::Ones(), 10 * spatial::Vector3::Ones()}).share;
    JointVector effort = rate.update(joints_within(draw, arm.n, 40)).effort;
    const auto held = stops.update(view, arm.factor, effort);
    for (const Guarded& out :
         {speed.update(view, arm.factor, effort), Guarded{held.effort, held.amount, held.refused},
          tool.update(view, arm.factor, effort), power.update(view, arm.factor, effort)}) {
      effort = out.effort;
      acted += out.amount;
    }
  }
  EXPECT_EQ(counter.allocations(), 0);
  EXPECT_GT(acted, 0);
}

}  // namespace
}  // namespace tether::guard
