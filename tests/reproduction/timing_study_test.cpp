#include "tether/reproduction/passive_arm/timing_study.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tether/core/csv.hpp"
#include "tether/study/measured_part.hpp"

namespace tether::reproduction {
namespace {

runtime::SeriesReport series(double mean) {
  return {.count = 1000,
          .mean = mean,
          .sigma = 0.1 * mean,
          .min = 0.5 * mean,
          .max = 2 * mean,
          .p50 = mean,
          .p90 = mean,
          .p99 = 1.5 * mean,
          .p999 = 1.9 * mean,
          .histogram = {{0.9 * mean, 1.1 * mean, 990}, {1.5 * mean, 6 * mean, 10}}};
}

// a study with known figures: one link measured, one that is not there
TimingStudy known() {
  TimingStudy study{.scenario = "omega_lwr_wall",
                    .seconds = 30,
                    .trial_seconds = 2,
                    .control_rate = 1000,
                    .priority = 80,
                    .kernel = "6.1.0",
                    .processor = "a processor",
                    .cores = 2,
                    .load = 3.5,
                    .when = "2026-01-02 03:04"};
  TimedLink udp{.transport = Transport::udp};
  for (const char* side : {"leader", "follower"}) {
    runtime::LoopReport loop{.name = side, .nominal_period = 1e-3};
    loop.period = loop.transmit = loop.receive = series(1.004e-3);
    loop.compute = series(0.021e-3);
    loop.wake_up = series(0.05e-3);
    udp.loops.push_back(loop);
  }
  udp.loops[1].interface = series(2.002e-3);
  udp.cyclictest = {.cycles = 30000, .mean = 40e-6, .min = 10e-6, .max = 900e-6};
  udp.rates = LinkRates{{.sustained = 4321, .failed = 4500}, {.sustained = 64000}};
  study.links = {udp, {.transport = Transport::ros, .missing = "no ROS master answers"}};
  return study;
}

// the line that begins with these words
std::string line_of(const std::string& text, const std::string& words) {
  const std::size_t from = text.find(words);
  return from == text.npos ? "" : text.substr(from, text.find('\n', from) - from);
}

TEST(TimingStudy, HasTheDocumentsFigures) {
  ASSERT_EQ(documented_timing().size(), 3U);
  const DocumentedTiming& luna = documented_timing()[1];
  EXPECT_DOUBLE_EQ(luna.quantities[0].mean, 1.42e-3);
  EXPECT_DOUBLE_EQ(luna.quantities[0].max, 18.26e-3);
  EXPECT_DOUBLE_EQ(luna.quantities[1].mean, 0.93e-3);
  EXPECT_TRUE(std::isnan(documented_timing()[0].quantities[3].mean)) << "one PC sends nothing";
}

TEST(TimingStudy, TableHasOursBesideTheDocuments) {
  const std::string table = to_table(known());
  EXPECT_EQ(line_of(table, "  LUNA, two PCs (document)"),
            "  LUNA, two PCs (document)           1.42     1.53     0.36        –    18.26");
  EXPECT_EQ(line_of(table, "  udp, leader"),
            "  udp, leader                       1.004    0.100    0.502    1.506    2.008");
  EXPECT_EQ(line_of(table, "    cyclictest"),
            "    cyclictest right after           40.0     10.0   > 1 ms    900.0");
  EXPECT_EQ(line_of(table, "  udp  "),
            "  udp                                           4321             ≥ 64000");
}

TEST(TimingStudy, TableSaysWhatWasNotMeasuredAndThatTheMachineWasBusy) {
  const std::string table = to_table(known());
  EXPECT_NE(table.find("ros was not measured: no ROS master answers."), table.npos) << table;
  EXPECT_NE(table.find("load average 3.50"), table.npos);
  EXPECT_NE(table.find("not a quiet machine"), table.npos);
}

TEST(TimingStudy, TableSaysThatCyclictestIsNotThere) {
  TimingStudy study = known();
  study.links[0].cyclictest = {.missing = "cyclictest is not installed"};
  const std::string table = to_table(study);
  EXPECT_NE(table.find("cyclictest is not installed."), table.npos) << table;
  EXPECT_EQ(table.find("cyclictest right after"), table.npos);
}

TEST(TimingStudy, NoLineIsWiderThanATerminal) {
  const std::string table = to_table(known());
  for (std::size_t from = 0, to = 0; (to = table.find('\n', from)) != table.npos; from = to + 1) {
    const auto columns = std::count_if(table.begin() + static_cast<std::ptrdiff_t>(from),
                                       table.begin() + static_cast<std::ptrdiff_t>(to),
                                       [](char c) { return (c & 0xC0) != 0x80; });
    EXPECT_LE(columns, 80) << table.substr(from, to - from);
  }
}

TEST(TimingStudy, ReplacesOnlyTheMeasuredPartOfAPage) {
  const std::string first =
      study::with_measured_part("# Timing\n\nwords\n\n", "old\n", "study timing");
  const std::string second =
      study::with_measured_part(first + "\nmore words\n", "new\n", "study timing");
  EXPECT_EQ(second.find("old"), second.npos);
  EXPECT_TRUE(second.starts_with("# Timing\n\nwords\n\n<!--")) << second;
  EXPECT_TRUE(second.ends_with("-->\n\nmore words\n")) << second;
  EXPECT_EQ(study::with_measured_part(second, "new\n", "study timing"), second);
}

TEST(TimingStudy, WritesATableThatStatsReads) {
  const core::CsvTable table = core::CsvTable::parse(timing_csv(known()), "timing.csv");
  // the document's 13, six and five of ours, and cyclictest
  EXPECT_EQ(table.rows(), 13U + 5U + 6U + 1U);
  EXPECT_EQ(table.number(0, table.column("mean_s")), 1e-3);
}

TEST(TimingStudy, WritesJsonWithFiguresAndReasons) {
  const auto json = nlohmann::json::parse(timing_json(known()));
  const auto& udp = json.at("links").at(0);
  EXPECT_EQ(udp.at("loops").size(), 2U);
  EXPECT_EQ(udp.at("publish_subscribe").at("sustained_hz"), 4321);
  EXPECT_TRUE(udp.at("rendezvous").at("failed_hz").is_null());
  EXPECT_TRUE(udp.at("cyclictest").at("p99_s").is_null());
  EXPECT_EQ(json.at("links").at(1).at("missing"), "no ROS master answers");
}

TEST(TimingStudy, DrawsAPanelForEachLinkThatWasMeasured) {
  const std::string svg = period_figure(known());
  EXPECT_NE(svg.find(">udp<"), svg.npos);
  EXPECT_EQ(svg.find(">ros<"), svg.npos);
  EXPECT_EQ(svg.find("nan"), svg.npos);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(Cyclictest, IsReadFromItsFile) {
  const Cyclictest test = parse_cyclictest(
      R"({"thread": {"0": {"histogram": {"9000": 500, "10000": 489, "120000": 11},
          "cycles": 1000, "min": 9000, "max": 120000, "avg": 10500.5}}})");
  EXPECT_EQ(test.missing, "");
  EXPECT_DOUBLE_EQ(test.mean, 10500.5e-9);
  EXPECT_DOUBLE_EQ(test.p99, 120e-6);
}

TEST(Cyclictest, KnowsNoPercentileBeyondItsHistogram) {
  const Cyclictest test = parse_cyclictest(
      R"({"thread": {"0": {"histogram": {"9000": 900}, "cycles": 1000, "min": 9000,
          "max": 5000000, "avg": 10000}}})");
  EXPECT_TRUE(std::isinf(test.p99));
}

TEST(Cyclictest, SaysWhenItsFileCannotBeRead) {
  for (const char* text : {"", "{", "[]", R"({"thread": {"0": {}}})"}) {
    EXPECT_EQ(parse_cyclictest(text).missing, "cyclictest wrote no figures that can be read");
  }
}

}  // namespace
}  // namespace tether::reproduction
