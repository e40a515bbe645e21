#include "tether/reproduction/passive_arm/delay_study.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tether/core/csv.hpp"
#include "tether/core/error.hpp"

namespace tether::reproduction {
namespace {

// a second of each phase; the wall is pressed from the start
DelayStudyOptions brief_delay() {
  DelayStudyOptions options;
  options.methods = {"two-layer"};
  options.round_trips = {0, 0.1};
  options.impairments = {"none"};
  options.seeds = 2;
  options.overrides = {
      "duration=4", "expect=[]",
      R"(phases=[{name="free_y",from=0,to=1},{name="free_z",from=1,to=2},{name="held",from=2,to=4}])",
      "operator.waypoints=[{at=0.1,duration=1.5,to=[-0.03,0.02,0.02]}]"};
  return options;
}

TEST(DelayStudy, HasEveryCellWithEverySeed) {
  const DelayStudy study = run_delay_study(brief_delay());
  ASSERT_EQ(study.cells.size(), 2U);
  EXPECT_EQ(study.sessions.size(), 4U);
  for (const DelayCell& cell : study.cells) {
    EXPECT_EQ(cell.coupling, "auto");
    EXPECT_EQ(cell.sessions, 2U);
    EXPECT_EQ(cell.passive + cell.violated + cell.not_guaranteed, 2U);
    EXPECT_EQ(cell.pass + cell.fail + cell.fault, 2U);
    EXPECT_EQ(cell.figure(DelayMeasure::touched).n, 2U);
    EXPECT_GT(cell.figure(DelayMeasure::touched).mean, 1);
    // other operators, other figures
    EXPECT_GT(cell.figure(DelayMeasure::felt).deviation, 0);
  }
}

TEST(DelayStudy, RelatesForcesToTheCellWithoutDelay) {
  const DelayStudy study = run_delay_study(brief_delay());
  const DelayCell& zero = study.cells.at(0);
  const DelayCell& late = study.cells.at(1);
  EXPECT_NEAR(zero.figure(DelayMeasure::touched_share).mean, 1, 1e-12);
  EXPECT_NEAR(late.figure(DelayMeasure::touched_share).mean,
              late.figure(DelayMeasure::touched).mean / zero.figure(DelayMeasure::touched).mean,
              1e-12);
  EXPECT_NEAR(late.figure(DelayMeasure::peak_share).mean,
              late.figure(DelayMeasure::peak).mean / zero.figure(DelayMeasure::peak).mean, 1e-12);

  DelayStudyOptions without = brief_delay();
  without.round_trips = {0.1};
  without.seeds = 1;
  const DelayStudy unrelated = run_delay_study(without);
  EXPECT_EQ(unrelated.cells.at(0).figure(DelayMeasure::touched_share).n, 0U);
}

TEST(DelayStudy, ComparesByDefaultMethodsWithOneCouplingAndCouplingsWithOneMethod) {
  DelayStudyOptions options = brief_delay();
  options.methods.clear();
  std::atomic<bool> stop = true;
  options.stop = &stop;
  const DelayStudy study = run_delay_study(options);
  const auto count = [&](auto of, const char* what) {
    return std::ranges::count(study.cells, what, of);
  };
  EXPECT_EQ(study.cells.size(), 20U);
  EXPECT_EQ(count(&DelayCell::coupling, "auto"), 12);
  EXPECT_EQ(count(&DelayCell::method, "two-layer"), 10);
}

TEST(DelayStudy, HasNoJitterOfNoDelay) {
  DelayStudyOptions options = brief_delay();
  options.impairments = {"none", "jitter", "loss"};
  std::atomic<bool> stop = true;
  options.stop = &stop;
  EXPECT_EQ(run_delay_study(options).cells.size(), 5U);
}

TEST(DelayStudy, KeepsWhatWasDoneWhenItIsStopped) {
  DelayStudyOptions options = brief_delay();
  std::atomic<bool> stop = false;
  options.stop = &stop;
  options.threads = 1;
  options.progress = [&](std::size_t done, std::size_t) { stop = done >= 1; };
  const DelayStudy study = run_delay_study(options);
  EXPECT_EQ(std::ranges::count(study.sessions, true, &DelaySession::ran), 1);
  EXPECT_EQ(study.cells.at(0).sessions, 1U);
  EXPECT_EQ(study.cells.at(1).sessions, 0U);
  const auto cells = core::CsvTable::parse(delay_cells_csv(study), "cells.csv");
  EXPECT_EQ(cells.number(1, cells.column("sessions")), 0);
  EXPECT_FALSE(cells.number(1, cells.column("reach_mean")).has_value());
  const auto sessions = core::CsvTable::parse(delay_sessions_csv(study), "sessions.csv");
  EXPECT_EQ(sessions.rows(), 1U);
  EXPECT_NE(delay_figure(study).find("round trip [s]"), std::string::npos);
}

TEST(DelayStudy, WritesTablesThatStatsReads) {
  const DelayStudy study = run_delay_study(brief_delay());
  const auto cells = core::CsvTable::parse(delay_cells_csv(study), "cells.csv");
  EXPECT_EQ(cells.rows(), 2U);
  EXPECT_EQ(cells.number(1, cells.column("round_trip_s")), 0.1);
  EXPECT_EQ(cells.number(0, cells.column("touched_share_n")), 2);
  const auto sessions = core::CsvTable::parse(delay_sessions_csv(study), "sessions.csv");
  EXPECT_EQ(sessions.rows(), 4U);
  EXPECT_EQ(sessions.number(3, sessions.column("operator")), 2);
  const std::string page = to_markdown(study);
  EXPECT_NE(page.find("| auto, two-layer | 0.1 |"), std::string::npos) << page;
  EXPECT_NE(to_table(study).find("auto, two-layer"), std::string::npos);
}

// a cell that keeps every bound
DelayCell kept_cell() {
  DelayCell cell{.coupling = "auto", .method = "two-layer", .impairment = "none", .sessions = 3};
  for (study::Moments& figure : cell.figures) figure = {.n = 3, .mean = 0};
  cell.figures[static_cast<std::size_t>(DelayMeasure::reach)].mean = 1;
  cell.figures[static_cast<std::size_t>(DelayMeasure::touched_share)].mean = 1;
  return cell;
}

TEST(DelayStudy, SaysHowFarAPairIsUsefulAndWhatBreaksFirst) {
  DelayCell near = kept_cell(), far = kept_cell();
  far.round_trip = 1;
  DelayStudy study{.cells = {near, far}};
  EXPECT_NE(to_table(study).find("1 s "), std::string::npos) << to_table(study);
  study.cells.back().figures[static_cast<std::size_t>(DelayMeasure::phantom)].mean = 0.6;
  EXPECT_NE(to_table(study).find("0 s, then phantom"), std::string::npos) << to_table(study);
}

TEST(DelayStudy, DoesNotTakeAWallThatIsNotTouchedForOneThatIsFelt) {
  DelayCell cell = kept_cell();
  EXPECT_TRUE(missed_bounds(cell).empty());
  cell.figures[static_cast<std::size_t>(DelayMeasure::felt_error)].n = 2;
  EXPECT_EQ(missed_bounds(cell), std::vector{DelayMeasure::felt_error});
}

TEST(DelayStudy, RefusesWhatThereIsNot) {
  DelayStudyOptions options = brief_delay();
  options.impairments = {"fog"};
  EXPECT_THROW(run_delay_study(options), core::InputError);
  options = brief_delay();
  options.couplings = {"telepathy"};
  EXPECT_THROW(run_delay_study(options), core::InputError);
  options = brief_delay();
  options.overrides.emplace_back("phases=[]");
  EXPECT_THROW(run_delay_study(options), core::InputError);
}

}  // namespace
}  // namespace tether::reproduction
