#include "tether/reproduction/passive_arm/passivity_study.hpp"

#include <filesystem>

#include <gtest/gtest.h>

#include "tether/core/csv.hpp"
#include "tether/core/error.hpp"
#include "tether/scenario/extensions.hpp"

namespace tether::reproduction {
namespace {

PassivityStudyOptions brief() {
  PassivityStudyOptions options;
  options.seeds = 3;
  options.overrides = {"duration=3", "phases=[]", "expect=[]"};
  return options;
}

TEST(PassivityStudy, RunsEveryMethodWithEverySeed) {
  const auto outcomes = run_passivity_study(brief());
  ASSERT_EQ(outcomes.size(), scenario::built_in()->methods.size());
  for (const MethodOutcome& o : outcomes) {
    EXPECT_EQ(o.sessions, 3U) << o.method;
    EXPECT_EQ(o.passive + o.violated + o.not_guaranteed, 3U);
    EXPECT_EQ(o.tracking.n, 3U);
    // other operators, other figures
    EXPECT_GT(o.tracking.deviation, 0);
    if (o.method == "none") continue;
    EXPECT_EQ(o.passive, 3U) << o.method;
  }
}

TEST(PassivityStudy, WritesATableThatStatsReads) {
  const auto outcomes = run_passivity_study(brief());
  const auto path = std::filesystem::path(testing::TempDir()) / "tether_passivity_study.csv";
  write_csv(path, outcomes);
  const core::CsvTable table = core::CsvTable::load(path.string());
  EXPECT_EQ(table.rows(), outcomes.size());
  EXPECT_EQ(table.number(0, table.column("sessions")), 3);
  EXPECT_NE(to_table(outcomes).find("| set-position "), std::string::npos);
}

TEST(PassivityStudy, RefusesALinkThatDoesNotExist) {
  PassivityStudyOptions options = brief();
  options.links = {"moon"};
  EXPECT_THROW(run_passivity_study(options), core::InputError);
}

}  // namespace
}  // namespace tether::reproduction
