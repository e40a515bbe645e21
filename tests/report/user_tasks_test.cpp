// The user tasks as whole sessions. That both keep their bounds and replay without difference is
// tested with all shipped scenarios.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/study/batch.hpp"

namespace tether::report {
namespace {

study::SessionOutcome run_over(const std::string& task, const std::string& link,
                               std::vector<std::string> overrides = {}) {
  overrides.push_back("link.kind=" + link);
  overrides.emplace_back("expect=[]");
  return study::run_one(scenario::load_scenario(task, overrides));
}

double metric(const study::SessionOutcome& outcome, std::string_view name) {
  for (const Metric& m : outcome.summary.overall.metrics) {
    if (m.name == name) return m.value;
  }
  return std::nan("");
}

class UserTaskOverALink : public testing::TestWithParam<std::string> {};

TEST_P(UserTaskOverALink, PositioningRunsToTheEndOnTheMarks) {
  const auto outcome = run_over("positioning", GetParam());
  EXPECT_EQ(outcome.result.end, session::RunEnd::completed);
  EXPECT_NEAR(outcome.result.duration, 63, 0.01);
  // who stays on one mark errs by 60 mm
  EXPECT_LT(metric(outcome, "positioning_error_mean"), 0.05);
  EXPECT_GT(metric(outcome, "positioning_error_mean"), 0.015);
}

TEST_P(UserTaskOverALink, PegInHoleRunsToTheEndWithInsertions) {
  const auto outcome = run_over("peg_in_hole", GetParam(), {"operator.peg_in_hole.insertions=4"});
  EXPECT_EQ(outcome.result.end, session::RunEnd::completed);
  EXPECT_EQ(metric(outcome, "insertions"), 4);
  EXPECT_GT(metric(outcome, "interaction_force_mean"), 0.5);
  EXPECT_GT(metric(outcome, "interaction_energy"), 0);
}

INSTANTIATE_TEST_SUITE_P(All, UserTaskOverALink, testing::Values("ideal", "luna", "ros", "nl_it"),
                         [](const auto& tested) { return tested.param; });

TEST(PegInHole, TheDefaultOperatorInsertsTenTimesAndIsDoneBeforeTheTimeIsUp) {
  const auto outcome = run_over("peg_in_hole", "ideal");
  EXPECT_EQ(metric(outcome, "insertions"), 10);
  EXPECT_LT(outcome.result.duration, 300);
  EXPECT_GT(metric(outcome, "insertion_time_mean"), 0.5);
}

TEST(UserTasks, OrderMattersAsPeopleLearn) {
  const auto error = [](int practice) {
    double sum = 0;
    for (int seed = 1; seed <= 2; ++seed) {
      sum += metric(run_over("positioning", "ideal",
                             {"operator.positioning.cycles=4",
                              "operator.practice=" + std::to_string(practice),
                              "seed=" + std::to_string(seed)}),
                    "positioning_error_mean");
    }
    return sum / 2;
  };
  EXPECT_GT(error(0), error(100));
}

TEST(UserTasks, GiveNoMetricsToSessionsThatHaveNone) {
  const auto outcome = study::run_one(
      scenario::load_scenario("omega_lwr_wall", {"duration=0.1", "phases=[]", "expect=[]"}));
  EXPECT_TRUE(std::isnan(metric(outcome, "positioning_error_mean")));
  EXPECT_TRUE(std::isnan(metric(outcome, "insertions")));
  for (const Metric& m : outcome.summary.overall.metrics) {
    const auto known = std::ranges::find(signals::kMetricNames, m.name, &signals::MetricName::name);
    ASSERT_NE(known, signals::kMetricNames.end()) << m.name;
    EXPECT_TRUE(known->of_every_session()) << m.name;
  }
}

TEST(UserTasks, RefuseABoundOnAMetricOfAnotherTask) {
  try {
    scenario::load_scenario("positioning", {"expect=[{metric=\"insertions\",min=1}]"});
    FAIL() << "no error";
  } catch (const core::InputError& e) {
    EXPECT_NE(std::string(e.what()).find("insertions needs operator.task = \"peg_in_hole\""),
              std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace tether::report
