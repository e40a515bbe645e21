// Whole sessions with and without a passivity layer, over the links that were measured.
#include <string>

#include <gtest/gtest.h>

#include "tests/report/named_metric.hpp"
#include "tether/link/emulated/presets.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/study/batch.hpp"

namespace tether::report {
namespace {

study::SessionOutcome run_wall(const std::vector<std::string>& overrides) {
  return study::run_one(scenario::load_scenario("omega_lwr_wall_document", overrides));
}

void expect_passive(const study::SessionOutcome& outcome) {
  EXPECT_EQ(outcome.result.end, session::RunEnd::completed);
  EXPECT_EQ(outcome.result.certificate.verdict, passivity::Verdict::passive)
      << testing::PrintToString(outcome.result.certificate.voided_by);
  EXPECT_GE(outcome.result.certificate.margin_j, -1e-3);
  EXPECT_GE(metric(outcome.summary.overall, "tank_min"), -1e-3);
  EXPECT_LT(metric(outcome.summary.overall, "tracking_error_max"), 0.2);
}

class OverPreset : public testing::TestWithParam<std::string> {};

TEST_P(OverPreset, TheTwoLayersKeepTheWallPassive) {
  expect_passive(run_wall({"link.kind=\"" + GetParam() + "\""}));
}

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const link::LinkPreset& preset : link::presets()) names.emplace_back(preset.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, OverPreset, testing::ValuesIn(preset_names()),
                         [](const auto& tested) { return tested.param; });

TEST(PassivitySession, IsPassiveOverARoundTripOfASecond) {
  expect_passive(run_wall({"link.delay=0.5"}));
}

TEST(PassivitySession, IsViolatedOnTheWayToAustraliaWithoutALayer) {
  const auto outcome = run_wall({"passivity.kind=\"none\"", "link.kind=\"nl_au\""});
  EXPECT_EQ(outcome.result.certificate.verdict, passivity::Verdict::violated);
  ASSERT_TRUE(outcome.result.certificate.first_violation_s.has_value());
  EXPECT_LT(outcome.result.certificate.margin_j, -0.1);
}

TEST(PassivitySession, ChargesTheOperatorOnlyWhileTheTanksFill) {
  const auto outcome = run_wall({"link.kind=\"ideal\""});
  ASSERT_EQ(outcome.summary.phases.size(), 4U);
  EXPECT_GT(metric(outcome.summary.phases[0], "tlc_force_rms"), 0);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(metric(outcome.summary.phases[i], "tlc_force_rms"), 0)
        << outcome.summary.phases[i].name;
  }
}

// what the follower's account says of ticks at which its position repeats
class RepeatWatch final : public record::Observer {
 public:
  void observe(const record::Observation& seen) noexcept override {
    const signals::Tick& follower = seen.follower;
    if (ticks++ > 0) {
      const bool repeats = follower.measured.position == position_;
      const bool same = follower.energy.exchanged == exchanged_;
      repeated += repeats ? 1 : 0;
      exchanging_repeats += repeats && !same ? 1 : 0;
      exchanging_moves += !repeats && !same ? 1 : 0;
    }
    position_ = follower.measured.position;
    exchanged_ = follower.energy.exchanged;
  }
  int ticks = 0, repeated = 0, exchanging_repeats = 0, exchanging_moves = 0;

 private:
  robot::JointVector position_;
  double exchanged_ = 0;
};

TEST(PassivitySession, ExchangesExactlyNothingWhileASlowInterfaceRepeatsItsPosition) {
  RepeatWatch watch;
  session::RunOptions options;
  options.observers = {&watch};
  session::run(scenario::load_scenario("omega_lwr_wall_document", {"follower.interface_rate=500"}), options);
  EXPECT_EQ(watch.ticks, 30000);
  EXPECT_GE(watch.repeated, 15000 - 1);
  EXPECT_EQ(watch.exchanging_repeats, 0);
  EXPECT_GT(watch.exchanging_moves, 10000);
}

TEST(PassivitySession, IsPassiveWithAnInterfaceAsQuickAsTheController) {
  expect_passive(run_wall({"follower.interface_rate=1000"}));
}

}  // namespace
}  // namespace tether::report
