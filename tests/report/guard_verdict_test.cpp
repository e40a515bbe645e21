// What the guards of a session are said to have done.
#include "tether/report/metrics/guard_verdict.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tether/report/shown_metrics.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/runner.hpp"

namespace tether::report {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::StartsWith;

scenario::Scenario load_without_bounds(const std::string& name,
                                       std::vector<std::string> overrides = {}) {
  overrides.insert(overrides.end(), {"phases=[]", "expect=[]"});
  return scenario::load_scenario(name, overrides);
}

GuardVerdict run(const scenario::Scenario& scenario) {
  GuardCollector guards(scenario);
  session::RunOptions options;
  options.observers = {&guards};
  session::run(scenario, options);
  return guards.verdict();
}

const BoundVerdict& bound(const GuardVerdict& verdict, const std::string& name) {
  return *std::find_if(verdict.bounds.begin(), verdict.bounds.end(),
                       [&](const BoundVerdict& b) { return b.name == name; });
}

std::vector<std::string> names(const GuardVerdict& verdict) {
  std::vector<std::string> all;
  for (const BoundVerdict& b : verdict.bounds) all.push_back(b.name);
  return all;
}

signals::Tick tick_at(std::uint64_t index) {
  signals::Tick tick;
  tick.index = index;
  tick.time = core::Time(std::chrono::milliseconds(index));
  tick.measured.position = tick.measured.applied = tick.velocity = tick.effort =
      robot::JointVector::Zero(7);
  return tick;
}

TEST(GuardVerdict, HasNoBoundsWithoutGuards) {
  const GuardVerdict verdict = GuardCollector(load_without_bounds("omega_lwr_wall_document")).verdict();
  EXPECT_TRUE(verdict.bounds.empty());
  EXPECT_TRUE(verdict.kept());
}

TEST(GuardVerdict, HasARowForEveryBoundThatIsStated) {
  const auto scenario =
      load_without_bounds("omega_lwr_wall_document", {"guard.max_force=5", "leader.guard.max_power=2",
                                             "leader.guard.fence.boxes.a.centre=[1.0,0.0,0.0]",
                                             "leader.guard.fence.boxes.a.half_size=[0.1,0.1,0.1]"});
  EXPECT_THAT(names(GuardCollector(scenario).verdict()),
              ElementsAre("force", "power", "fence_distance", "fence_force"));
}

TEST(GuardVerdict, SaysHowFarAForceCameAndForHowLongItWasBounded) {
  const auto scenario = load_without_bounds("omega_lwr_wall_document", {"duration=16", "guard.max_force=2"});
  const GuardVerdict verdict = run(scenario);
  const BoundVerdict& force = bound(verdict, "force");
  ASSERT_TRUE(force.reached);
  EXPECT_NEAR(*force.reached, 2, 1e-6);
  EXPECT_GT(force.acted, 1);
  EXPECT_TRUE(verdict.kept());
}

TEST(GuardVerdict, ReportsABoundThatWasExceeded) {
  GuardCollector guards(load_without_bounds("panda_lwr_haptic", {"guard.max_energy=3.5"}));
  signals::Tick leader = tick_at(1), follower = tick_at(1);
  leader.kinetic = 2;
  follower.coupling.potential = 1.4;
  follower.bounds.energy_share = 0.5;
  guards.observe({leader, follower});
  EXPECT_TRUE(bound(guards.verdict(), "energy").kept());
  EXPECT_NEAR(bound(guards.verdict(), "energy").acted, 1e-3, 1e-12);

  leader = follower = tick_at(2);
  leader.kinetic = 3.6;
  guards.observe({leader, follower});
  const GuardVerdict verdict = guards.verdict();
  EXPECT_FALSE(bound(verdict, "energy").kept());
  EXPECT_FALSE(verdict.kept());
  EXPECT_EQ(bound(verdict, "energy").reached, 3.6);
  EXPECT_NEAR(bound(verdict, "energy").acted, 1e-3, 1e-12);
  EXPECT_EQ(to_json(verdict)["bounds"][0]["kept"], false);
}

TEST(GuardVerdict, TakesTheFastestChangeOfAnEffortButNotThatOfAFault) {
  GuardCollector guards(load_without_bounds("panda_lwr_haptic"));
  signals::Tick leader = tick_at(1);
  guards.observe({leader, tick_at(1)});
  leader = tick_at(3);  // a tick was left out
  leader.effort[4] = -1.2;
  guards.observe({leader, tick_at(3)});
  leader = tick_at(4);
  leader.fault = {core::FaultKind::emergency_stop, "leader guard", 0, 1, 0};
  guards.observe({leader, tick_at(4)});
  EXPECT_NEAR(*bound(guards.verdict(), "torque_rate").reached, 600, 1e-9);
}

TEST(GuardVerdict, LeavesOutNoTickOfTheTorqueRateWhateverElseActs) {
  GuardCollector guards(load_without_bounds("panda_lwr_geofence"));
  guards.observe({tick_at(1), tick_at(1)});
  signals::Tick leader = tick_at(2);
  leader.effort[1] = 10.19;
  leader.guard.fence = 80;
  leader.guard.power = 3;
  guards.observe({leader, tick_at(2)});
  const GuardVerdict verdict = guards.verdict();
  EXPECT_NEAR(*bound(verdict, "torque_rate").reached, 10190, 1e-9);
  EXPECT_FALSE(bound(verdict, "torque_rate").kept());
  EXPECT_FALSE(verdict.kept());
}

TEST(GuardVerdict, ReceivesNothingFromASideThatIsNotThere) {
  GuardCollector guards(load_without_bounds("panda_lwr_haptic"), signals::LocalSides::follower);
  signals::Tick follower = tick_at(1);
  follower.bounds.energy = 0.25;
  follower.coupling.wrench.force = {3, 0, 4};
  guards.observe({signals::received_side(follower), follower});
  guards.observe({signals::Tick{}, signals::Tick{}});
  const GuardVerdict verdict = guards.verdict();
  EXPECT_THAT(names(verdict), Not(Contains("power")));
  EXPECT_EQ(bound(verdict, "energy").reached, 0.25);
  EXPECT_EQ(bound(verdict, "force").reached, 5);
}

TEST(GuardVerdict, ReportsWhyAndForHowLongADeviceWasStopped) {
  GuardCollector guards(load_without_bounds("panda_lwr_haptic"));
  for (std::uint64_t i = 0; i < 10; ++i) {
    signals::Tick leader = tick_at(i);
    if (i >= 3 && i <= 7) leader.guard.stop = guard::StopReason::collision;
    guards.observe({leader, tick_at(i)});
  }
  const auto stops = guards.verdict().stops;
  ASSERT_EQ(stops.size(), 1U);
  EXPECT_EQ(stops[0].side, "leader");
  EXPECT_EQ(stops[0].reason, "collision");
  EXPECT_FALSE(stops[0].lasting);
  EXPECT_NEAR(stops[0].at, 3e-3, 1e-12);
  EXPECT_NEAR(stops[0].lasted, 4e-3, 1e-12);
}

TEST(ShownMetrics, LeaveOutWhatSaysNothingHere) {
  const auto plain =
      left_out_metrics(load_without_bounds("omega_lwr_wall_document", {"passivity.kind=none"}));
  EXPECT_THAT(plain, Contains("total_energy_max"));
  EXPECT_THAT(plain, Contains("torque_difference_mean"));
  EXPECT_THAT(plain, Contains("tank_min"));
  EXPECT_THAT(plain, Not(Contains("operator_force_max")));

  const auto guarded =
      left_out_metrics(load_without_bounds("omega_lwr_wall_document", {"guard.max_force=5"}));
  EXPECT_THAT(guarded, Not(Contains("spring_force_max")));
  EXPECT_THAT(guarded, Contains("torque_difference_mean"));
  EXPECT_THAT(guarded, Contains("limited_force_step_max"));

  EXPECT_THAT(left_out_metrics(load_without_bounds("panda_lwr_haptic", {"link.kind=nl_it"})),
              Each(StartsWith("assist_")));
  EXPECT_THAT(left_out_metrics(load_without_bounds("panda_lwr_haptic")),
              Contains("tracking_error_delayed_mean"));
  EXPECT_THAT(left_out_metrics(load_without_bounds("omega_virtual_wall")),
              Not(Contains("assist_energy")));
}

TEST(ShownMetrics, KeepWhatAnExpectationIsAbout) {
  auto scenario = load_without_bounds("omega_lwr_wall_document");
  ASSERT_THAT(left_out_metrics(scenario), Contains("spring_force_max"));
  scenario.expect.push_back({.metric = "spring_force_max", .max = 100});
  EXPECT_THAT(left_out_metrics(scenario), Not(Contains("spring_force_max")));
}

}  // namespace
}  // namespace tether::report
