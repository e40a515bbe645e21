// Whole sessions whose energy is counted at the tools: every passivity method over links near and
// far, robots that lose much and little, and what the certificate says of it.
#include <algorithm>
#include <string>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/named_metric.hpp"
#include "tether/report/certificate.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/study/batch.hpp"

namespace tether::report {
namespace {

using signals::SideName;
using testing::HasSubstr;

std::vector<std::string> at_tools(std::vector<std::string> overrides) {
  for (const char* each : {"leader.port=tool", "follower.port=tool", "expect=[]"}) {
    overrides.emplace_back(each);
  }
  return overrides;
}

study::SessionOutcome run_wall(const std::vector<std::string>& overrides) {
  return study::run_one(scenario::load_scenario("omega_lwr_wall_document", at_tools(overrides)));
}

class AtTools : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(AtTools, HandAndWorldAreGivenNoMoreThanTheyPutIn) {
  const auto& [method, link] = GetParam();
  const auto outcome =
      run_wall({"passivity.kind=\"" + method + "\"", link, "coupling.reflect=measured",
                "leader.store=0", "follower.store=0"});
  EXPECT_EQ(outcome.result.certificate.verdict, passivity::Verdict::passive)
      << testing::PrintToString(outcome.result.certificate.voided_by);
  EXPECT_GE(outcome.result.certificate.least_j, -1e-3);
  EXPECT_NEAR(metric(outcome.summary.overall, "outside_energy_min"),
              outcome.result.certificate.least_j, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(All, AtTools,
                         testing::Combine(testing::Values("two-layer", "wave", "time-domain",
                                                          "energy-bounding", "set-position"),
                                          testing::Values("link.kind=ideal", "link.kind=nl_au")),
                         [](const auto& tested) {
                           std::string label = std::get<0>(tested.param) + "_" +
                                               std::get<1>(tested.param).substr(10);
                           std::replace(label.begin(), label.end(), '-', '_');
                           return label;
                         });

TEST(ToolPortSession, IsPassiveWithFrictionThatIsCompensated) {
  const auto outcome =
      run_wall({"coupling.reflect=measured", "link.delay=0.1", "leader.friction_compensation=0.9",
                "follower.friction_compensation=0.9"});
  EXPECT_EQ(outcome.result.certificate.verdict, passivity::Verdict::passive);
  // what the motors gave to friction is the machine's own affair
  EXPECT_LT(metric(outcome.summary.overall, "motor_energy_min"), -0.1);
  EXPECT_GE(metric(outcome.summary.overall, "outside_energy_min"), -1e-3);
}

TEST(ToolPortSession, StaysPassiveWhenTheMethodIsExchanged) {
  const auto outcome =
      run_wall({"coupling.reflect=measured", "link.delay=0.05", "leader.friction_compensation=0.9",
                "follower.friction_compensation=0.9",
                "changes=[{ at = 9.5, set = [\"passivity.kind=set-position\"] },"
                "{ at = 12.5, set = [\"passivity.kind=time-domain\"] },"
                "{ at = 22.5, set = [\"passivity.kind=two-layer\"] }]"});
  EXPECT_EQ(outcome.result.certificate.verdict, passivity::Verdict::passive);
}

TEST(ToolPortSession, MovesTheFollowerFreelyWhereAnAccountAtTheMotorsStarves) {
  const std::vector<std::string> common{"coupling.reflect=measured", "link.delay=0.35",
                                        "follower.store=0.3"};
  auto at_motors = common;
  for (const char* each : {"leader.port=joints", "follower.port=joints", "expect=[]"}) {
    at_motors.emplace_back(each);
  }
  const auto starved = study::run_one(scenario::load_scenario("omega_lwr_wall_document", at_motors));
  const auto outcome = run_wall(common);
  EXPECT_GT(metric(outcome.summary.overall, "follower_reach"),
            1.1 * metric(starved.summary.overall, "follower_reach"));
}

TEST(ToolPortSession, CountsMotorsAndSureFrictionOfAnArmThatEstimatesItsWrench) {
  const auto outcome = study::run_one(scenario::load_scenario(
      "panda_lwr_haptic", at_tools({"leader.wrench.kind=estimated", "passivity.kind=two-layer"})));
  EXPECT_NE(outcome.result.certificate.verdict, passivity::Verdict::violated);
  EXPECT_EQ(outcome.result.certificate.uncertain_j, 0);
}

TEST(ToolPortSession, WidensItsToleranceByTheStatedErrorOfTheWrench) {
  const auto outcome = run_wall(
      {"coupling.reflect=measured", "follower.force_error=0.2", "duration=7", "phases=[]"});
  const passivity::Certificate& c = outcome.result.certificate;
  EXPECT_GT(c.uncertain_j, 0.02);
  EXPECT_EQ(c.tolerance_j, 1e-3 + c.uncertain_j);
}

// what is counted, in words
TEST(ToolPortCertificate, SaysWhatIsCountedAndWithinWhatBound) {
  const auto said = [](const std::vector<std::string>& overrides, SideName side) {
    return counted(scenario::load_scenario("omega_lwr_wall_document", overrides), side);
  };
  EXPECT_EQ(said({"leader.port=joints"}, SideName::leader), "motors × motion of the joints");
  EXPECT_EQ(said({"leader.port=tool"}, SideName::leader),
            "wrench × motion of the tool, as the simulation knows it");
  EXPECT_EQ(said({"follower.port=tool", "follower.force_error=0.5", "follower.torque_error=0.05"},
                 SideName::follower),
            "wrench × motion of the tool, measured within 0.5 N and 0.05 N m");
  EXPECT_EQ(counted(scenario::load_scenario("panda_lwr_haptic",
                                            {"leader.port=tool", "leader.wrench.kind=estimated"}),
                    SideName::leader),
            "motors × motion of the joints, less 0.7 of the model's friction");
  EXPECT_EQ(counted(scenario::load_scenario("panda_pendulum"), SideName::leader),
            "force given to the hand × motion of the tool");
  EXPECT_EQ(counted(scenario::load_scenario("falcon_ropod_corridor"), SideName::follower),
            "nothing: its own supply");
}

TEST(ToolPortCertificate, NamesTheToolsAndTheErrorOfTheirWrenches) {
  passivity::Certificate c;
  c.verdict = passivity::Verdict::passive;
  c.least_j = -0.5e-3;
  c.tolerance_j = 0.201;
  c.uncertain_j = 0.2;
  const auto scenario = scenario::load_scenario("omega_lwr_wall_document", at_tools({}));
  EXPECT_THAT(finding(c, scenario, signals::LocalSides::both),
              testing::AllOf(HasSubstr("The two tools gave out up to 0.5 mJ more"),
                             HasSubstr("within the 0.201 J of tolerance, 0.2 J of it for the error "
                                       "of measured wrenches")));
  c.least_j = 0;
  EXPECT_THAT(finding(c, scenario, signals::LocalSides::both),
              HasSubstr("Errors of the measured wrenches may hide up to 0.2 J."));
}

}  // namespace
}  // namespace tether::report
