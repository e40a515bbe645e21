// A metric that is not built in: in the summary, in a bound, in a sweep.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/study/file_content.hpp"
#include "tether/report/session_report.hpp"
#include "tether/scenario/extensions.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/study/sweep/sweep_plan.hpp"

namespace tether::report {
namespace {

// how many ticks there were
class Ticks final : public scenario::Measure {
 public:
  void add(const signals::Tick&, const signals::Tick&) noexcept override { ++count_; }
  std::optional<double> value() const override { return count_; }

 private:
  int count_ = 0;
};

// cannot be measured
class Nothing final : public scenario::Measure {
 public:
  void add(const signals::Tick&, const signals::Tick&) noexcept override {}
  std::optional<double> value() const override { return std::nullopt; }
};

scenario::Extensions extended() {
  scenario::Extensions extensions;
  extensions.metrics.add({.name = "ticks",
                          .help = "how many there were",
                          .unit = "1",
                          .measured_by = signals::MeasuredBy::follower,
                          .make = [](const auto&) { return std::make_unique<Ticks>(); }});
  extensions.metrics.add(
      {.name = "nothing", .help = "cannot be measured", .unit = "m", .make = [](const auto&) {
         return std::make_unique<Nothing>();
       }});
  return extensions;
}

const std::vector<std::string> kBrief{"duration=0.5",
                                      R"(phases=[{name="late", from=0.3, to=0.5}])"};

ReportedRun run_measured(const std::string& bounds, const std::filesystem::path& directory) {
  auto set = kBrief;
  set.push_back("expect=[" + bounds + "]");
  return run_and_report(scenario::load_scenario("omega_lwr_wall", set, extended()),
                        {.directory = directory, .command = "test"});
}

TEST(OwnMetric, StandsInTheSummaryOverallAndPerPhase) {
  const auto directory = std::filesystem::path(testing::TempDir()) / "own_metric";
  run_measured("", directory);
  const auto summary = nlohmann::json::parse(study::content(directory / "summary.json"));
  EXPECT_EQ(summary["metrics"]["ticks"]["value"], 500);
  EXPECT_EQ(summary["metrics"]["ticks"]["unit"], "1");
  EXPECT_EQ(summary["phases"][0]["metrics"]["ticks"]["value"], 200);
  EXPECT_FALSE(summary["metrics"].contains("nothing"));
}

TEST(OwnMetric, IsHeldAgainstABound) {
  const auto directory = std::filesystem::path(testing::TempDir()) / "own_metric_bound";
  const auto held = run_measured(R"({metric="ticks", phase="late", min=200, max=200})", directory);
  EXPECT_TRUE(held.summary.checks.front().ok);
  const auto broken = run_measured(R"({metric="ticks", max=499})", directory);
  EXPECT_FALSE(broken.summary.checks.front().ok);
  EXPECT_EQ(broken.summary.verdict, Verdict::fail);
  // a bound that could not be evaluated does not hold
  EXPECT_EQ(run_measured(R"({metric="nothing", max=1})", directory).summary.verdict, Verdict::fail);
}

TEST(OwnMetric, IsAColumnOfASweep) {
  const study::SweepPlan plan(
      {.scenario = "omega_lwr_wall",
       .overrides = {"duration=0.1", "phases=[]", "expect=[]"},
       .axes = {study::parse_axis("link.delay=[0, 0.01]")},
       .extensions = std::make_shared<const scenario::Extensions>(extended()),
       .plugins = {"my plug.so"}});
  std::vector<std::string> columns;
  for (const auto& column : plan.json()["columns"]) columns.push_back(column["name"]);
  EXPECT_THAT(columns, testing::Contains("ticks"));
  EXPECT_THAT(plan.json()["command"].get<std::string>(),
              testing::HasSubstr("--plugin 'my plug.so'"));
}

}  // namespace
}  // namespace tether::report
