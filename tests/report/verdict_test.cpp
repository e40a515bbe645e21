// The one place that says whether a run passed, and why not.
#include "tether/report/metrics/verdict.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/study/batch.hpp"

namespace tether::report {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// a run in which all is well, to be spoilt by a test
struct Found {
  scenario::Scenario scenario = scenario::load_scenario("omega_lwr_wall_document");
  session::RunResult result;
  std::vector<Check> checks;
  GuardVerdict guards;
  bool engaged = true;
  std::optional<bool> task_finished;

  Judgement judged() const {
    return judge({scenario, result, checks, guards, engaged, task_finished});
  }
};

BoundVerdict torque_rate(double reached) {
  return {
      .name = "torque_rate", .side = "leader", .unit = "N m/s", .max = 1000, .reached = reached};
}

TEST(Verdict, IsPassWithoutAnyReason) {
  Found run;
  run.checks = {{.expectation = {.metric = "a", .max = 1}, .value = 0.5, .ok = true}};
  run.guards.bounds = {torque_rate(1000)};
  run.task_finished = true;
  EXPECT_EQ(run.judged().verdict, Verdict::pass);
  EXPECT_THAT(run.judged().reasons, IsEmpty());
}

TEST(Verdict, IsFailWhenAGuardIsExceededWhateverIsExpected) {
  Found run;
  run.guards.bounds = {torque_rate(10190)};
  EXPECT_EQ(run.judged().verdict, Verdict::fail);
  EXPECT_THAT(run.judged().reasons,
              ElementsAre("guard exceeded: leader torque_rate 10190 of 1000 N m/s"));
}

TEST(Verdict, StaysFailForAReasonThatIsKnownAndSaysSo) {
  Found run;
  run.guards.bounds = {torque_rate(2000)};
  run.scenario.known_failures = {{"guard exceeded: leader torque_rate", "the fence is faster"},
                                 {"guard exceeded: leader power", "not so"}};
  EXPECT_EQ(run.judged().verdict, Verdict::fail);
  EXPECT_THAT(run.judged().reasons,
              ElementsAre("guard exceeded: leader torque_rate 2000 of 1000 N m/s (known: the fence "
                          "is faster)"));
}

TEST(Verdict, IsFailWhenACertificateOfAMethodIsViolatedAndNotOfNone) {
  Found run;
  run.result.certificate.verdict = passivity::Verdict::violated;
  run.result.certificate.first_violation_s = 3.2;
  run.result.certificate.least_j = -0.5;
  run.result.certificate.tolerance_j = 1e-3;
  EXPECT_EQ(run.judged().verdict, Verdict::fail);
  EXPECT_THAT(run.judged().reasons,
              ElementsAre(AllOf(HasSubstr("passivity violated: first at 3.200 s"),
                                HasSubstr("up to 0.5 J more"), HasSubstr("1 mJ of tolerance"))));
  run.scenario = scenario::load_scenario("omega_lwr_wall_document", {"passivity.kind=none"});
  EXPECT_EQ(run.judged().verdict, Verdict::pass);
}

TEST(Verdict, IsFailWhenAnExpectationCouldNotBeEvaluated) {
  Found run;
  run.checks = {{.expectation = {.metric = "a", .phase = "late", .max = 1},
                 .value = std::nullopt,
                 .missing = Check::Missing::phase},
                {.expectation = {.metric = "b", .min = 1},
                 .value = std::nullopt,
                 .missing = Check::Missing::metric}};
  EXPECT_EQ(run.judged().verdict, Verdict::fail);
  EXPECT_THAT(
      run.judged().reasons,
      ElementsAre("expectation: a of late could not be evaluated: the phase was never reached",
                  "expectation: b could not be evaluated: there was nothing to measure"));
}

TEST(Verdict, SaysWhatWasExpectedInstead) {
  const auto words = [](double min, double max) {
    return in_words(
        Check{.expectation = {.metric = "m", .phase = "p", .min = min, .max = max}, .value = 5});
  };
  const double none = std::numeric_limits<double>::infinity();
  EXPECT_EQ(words(-none, 2), "m of p is 5, expected at most 2");
  EXPECT_EQ(words(8, none), "m of p is 5, expected at least 8");
  EXPECT_EQ(words(1, 2), "m of p is 5, expected 1 to 2");
}

TEST(Verdict, IsFailWhenTheTaskWasNotFinished) {
  Found run;
  run.result.duration = 20;
  run.task_finished = false;
  EXPECT_EQ(run.judged().verdict, Verdict::fail);
  EXPECT_THAT(run.judged().reasons, ElementsAre("task not finished within 20 s"));
}

TEST(Verdict, IsNeverMetWhenTheSidesNeverEngaged) {
  Found run;
  run.engaged = false;
  EXPECT_EQ(run.judged().verdict, Verdict::never_met);
  EXPECT_THAT(run.judged().reasons, Contains(HasSubstr("never engaged")));
}

TEST(Verdict, IsFaultAfterAFaultOrAStopThatWasNotReset) {
  Found run;
  run.guards.stops = {{.side = "follower", .reason = "collision", .at = 2, .lasted = 1}};
  EXPECT_EQ(run.judged().verdict, Verdict::pass);
  run.guards.stops[0].lasting = true;
  EXPECT_EQ(run.judged().verdict, Verdict::fault);
  EXPECT_THAT(run.judged().reasons,
              ElementsAre("follower stopped at 2.000 s and not reset: collision"));
  run.result.end = session::RunEnd::fault;
  run.result.failure = "recorder: the disk is full";
  EXPECT_EQ(run.judged().verdict, Verdict::fault);
  EXPECT_THAT(run.judged().reasons, ElementsAre("failed at 0.000 s: recorder: the disk is full"));
}

TEST(Verdict, OfAStoppedRunStillReportsWhatWasExceeded) {
  Found run;
  run.result.end = session::RunEnd::stopped;
  run.guards.bounds = {torque_rate(2000)};
  EXPECT_EQ(run.judged().verdict, Verdict::stopped);
  EXPECT_EQ(run.judged().reasons.size(), 2U);
}

// verdict and reasons never contradict each other
TEST(Verdict, IsPassExactlyWhenThereIsNoReason) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    test::RandomDraw draw(seed);
    const auto flip = [&] { return draw.bernoulli(0.3); };
    Found run;
    if (flip()) run.result.end = session::RunEnd::fault;
    if (flip()) run.result.end = session::RunEnd::stopped;
    if (flip()) run.guards.bounds = {torque_rate(draw.between(500, 1500))};
    if (flip()) run.guards.stops = {{.side = "leader", .lasting = flip()}};
    if (flip()) run.task_finished = flip();
    if (flip()) run.checks = {{.expectation = {.metric = "m"}, .value = 1, .ok = flip()}};
    run.engaged = !flip();
    if (flip()) run.result.certificate.verdict = passivity::Verdict::violated;
    const Judgement judged = run.judged();
    EXPECT_EQ(judged.verdict == Verdict::pass, judged.reasons.empty()) << seed;
  }
}

// ---- whole sessions

study::SessionOutcome run(const std::string& name, const std::vector<std::string>& overrides) {
  return study::run_one(scenario::load_scenario(name, overrides));
}

TEST(VerdictOfASession, FailsWhenAMethodsCertificateIsViolated) {
  const study::SessionOutcome outcome =
      run("panda_pendulum", {"link.delay=0.2", "expect=[]", "phases=[]"});
  ASSERT_EQ(outcome.result.certificate.verdict, passivity::Verdict::violated);
  EXPECT_EQ(outcome.summary.verdict, Verdict::fail);
  EXPECT_THAT(outcome.summary.reasons, Contains(HasSubstr("passivity violated")));
}

TEST(VerdictOfASession, FailsWhenThePhaseOfAnExpectationIsNeverReached) {
  const study::SessionOutcome outcome = run("omega_lwr_wall_document", {"duration=10"});
  EXPECT_EQ(outcome.summary.verdict, Verdict::fail);
  EXPECT_THAT(outcome.summary.reasons,
              Contains(HasSubstr("of wall could not be evaluated: the phase was never reached")));
  ASSERT_EQ(outcome.summary.phases.size(), 4U);
  EXPECT_TRUE(outcome.summary.phases[1].reached());
  EXPECT_FALSE(outcome.summary.phases[3].reached());
}

// a bound from above would hold over the first moments of almost any phase
TEST(VerdictOfASession, FailsWhenAPhaseIsCutShort) {
  const std::vector<std::string> bound = {
      "phases=[{name=\"a\",from=0.5,to=2.0}]",
      "expect=[{metric=\"contact_force_max\",phase=\"a\",max=100.0}]"};
  for (const auto& [duration, verdict] :
       {std::pair{"duration=1.9", Verdict::fail}, {"duration=2.0", Verdict::pass}}) {
    auto overrides = bound;
    overrides.emplace_back(duration);
    const study::SessionOutcome outcome = run("omega_lwr_wall_document", overrides);
    EXPECT_EQ(outcome.summary.verdict, verdict) << duration;
    if (verdict == Verdict::pass) continue;
    EXPECT_THAT(outcome.summary.reasons,
                ElementsAre("expectation: contact_force_max of a could not be evaluated: the "
                            "session ended before the phase did"));
  }
}

TEST(VerdictOfASession, FailsWhenTheToolIsNotPickedUp) {
  const study::SessionOutcome outcome = run("phantom_whman_tool_pickup_assisted", {"duration=6"});
  EXPECT_EQ(outcome.summary.verdict, Verdict::fail);
  EXPECT_THAT(outcome.summary.reasons,
              AllOf(Contains(HasSubstr("task not finished")),
                    Contains(HasSubstr("search_time could not be evaluated"))));
}

// passive, and of no use: the figures and the events say so
TEST(VerdictOfASession, SaysThatAFollowerStandsStillAndWhy) {
  const study::SessionOutcome outcome = run("omega_lwr_wall_document", {"link.kind=nl_au"});
  EXPECT_EQ(outcome.summary.verdict, Verdict::fail);
  EXPECT_EQ(outcome.result.certificate.verdict, passivity::Verdict::passive);
  const auto figure = [&](const char* name) {
    const Metric* metric = find_metric(outcome.summary.overall.metrics, name);
    return metric == nullptr ? std::nan("") : metric->value;
  };
  EXPECT_LT(figure("follower_reach"), 0.5);
  EXPECT_GT(figure("follower_starved_s"), 10);
  EXPECT_GT(figure("follower_held_back_share"), 0.5);
  EXPECT_GT(figure("phantom_force_mean"), 1);
  int starved = 0;
  for (const record::Event& event : outcome.result.events) {
    starved += event.what.view() == "account_starved" ? 1 : 0;
  }
  EXPECT_GE(starved, 1);
}

TEST(VerdictOfASession, FailsWhenAGuardIsExceeded) {
  const study::SessionOutcome outcome = run("panda_lwr_geofence", {"expect=[]"});
  EXPECT_EQ(outcome.summary.verdict == Verdict::pass, outcome.summary.guards.kept());
}

}  // namespace
}  // namespace tether::report
