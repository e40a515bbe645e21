// Whole sessions that a pointer leads: whatever the rate of its poses, the virtual handle moves
// without steps, the follower goes along, and the session is passive.
#include <algorithm>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/report/named_metric.hpp"
#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/replay.hpp"
#include "tether/study/batch.hpp"

namespace tether::report {
namespace {

// the largest change of the handle's velocity from tick to tick
class StepWatch final : public record::Observer {
 public:
  void observe(const record::Observation& seen) noexcept override {
    const robot::JointVector& position = seen.leader.measured.position;
    const robot::JointVector velocity = ticks_ > 0
                                            ? robot::JointVector(1e3 * (position - position_))
                                            : robot::JointVector::Zero(position.size());
    if (ticks_ > 1) largest = std::max(largest, (velocity - velocity_).norm());
    position_ = position;
    velocity_ = velocity;
    ++ticks_;
  }
  double largest = 0;  // [m/s]

 private:
  int ticks_ = 0;
  robot::JointVector position_, velocity_;
};

scenario::Scenario pointed(const std::vector<std::string>& overrides) {
  return scenario::load_scenario("pointer_lwr_wall", overrides);
}

class PointedAt : public testing::TestWithParam<int> {};

TEST_P(PointedAt, TheFollowerGoesAlongAndTheHandleMovesWithoutSteps) {
  for (int seed = 1; seed <= 3; ++seed) {
    const auto scenario = pointed({fmt::format("leader.pointer.rate={}", GetParam()),
                                   "leader.pointer.jitter=0.2", fmt::format("seed={}", seed)});
    MetricsCollector metrics(scenario);
    GuardCollector guards(scenario);
    StepWatch steps;
    session::RunOptions options;
    options.observers = {&metrics, &guards, &steps};
    const auto result = session::run(scenario, options);
    const Summary summary = summarise(scenario, result, metrics, guards);
    EXPECT_EQ(summary.verdict, Verdict::pass);
    EXPECT_EQ(result.certificate.verdict, passivity::Verdict::passive);
    for (const char* phase : {"free_y", "free_z"}) {
      const auto found = std::ranges::find(summary.phases, phase, &PhaseMetrics::name);
      EXPECT_GE(metric(*found, "follower_reach"), 0.95) << phase;
    }
    EXPECT_LT(steps.largest, 0.010);
    RecordProperty(fmt::format("step_um_per_s_{}", seed), static_cast<int>(1e6 * steps.largest));
    RecordProperty(fmt::format("reach_permille_{}", seed),
                   static_cast<int>(1e3 * metric(summary.overall, "follower_reach")));
  }
}

INSTANTIATE_TEST_SUITE_P(Hertz, PointedAt, testing::Values(10, 50, 100, 1000),
                         testing::PrintToStringParamName());

TEST(PointerSession, MovesWithoutStepsWhenTheStreamFallsSilent) {
  const auto scenario = pointed({"duration=20", "phases=[]", "expect=[]", "leader.pointer.loss=0.2",
                                 "leader.pointer.silent=[{ from = 2.3, to = 2.9 }, { from = 10, to "
                                 "= 11 }]"});
  StepWatch steps;
  session::RunOptions options;
  options.observers = {&steps};
  const auto result = session::run(scenario, options);
  EXPECT_EQ(result.end, session::RunEnd::completed);
  EXPECT_EQ(result.certificate.verdict, passivity::Verdict::passive);
  EXPECT_LT(steps.largest, 0.010);
}

TEST(PointerSession, LeadsWithSixAxesToo) {
  const auto scenario =
      scenario::load_scenario("phantom_whman_tool_pickup",
                              {"leader.kind=pointer", "duration=20", "phases=[]", "expect=[]"});
  const auto outcome = study::run_one(scenario);
  EXPECT_NE(outcome.result.end, session::RunEnd::fault);
  EXPECT_GT(metric(outcome.summary.overall, "follower_travel"), 0.05);  // [m]
}

TEST(PointerSession, HasAnOperatorAndNoSetpoint) {
  EXPECT_THROW(scenario::load_scenario("lwr_sine_high", {"leader.kind=pointer"}), core::InputError);
  EXPECT_THROW(pointed({"leader.pointer.jitter=0.5"}), core::InputError);
  EXPECT_THROW(scenario::load_scenario("omega_lwr_wall", {"leader.pointer.rate=10"}),
               core::InputError);
}

}  // namespace
}  // namespace tether::report
