#include "tether/reproduction/report.hpp"

#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/reproduction/fake_experiment.hpp"

namespace tether::reproduction {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ReproductionReport report_of(int& runs) {
  ReproductionReport report{
      .experiments = {fake_experiment("1.a", runs), fake_experiment("4.b", runs),
                      fake_experiment("5.c", runs)},
      .version = "1.2.3"};
  report.finished = {{.id = "1.a", .rows = {fake_row("1.a.x", 5), fake_row("1.a.y", 50)}},
                     {.id = "4.b", .failure = "no <such> thing"}};
  report.finished[0].rows.push_back(fake_row("1.a.z", 1));
  report.finished[0].rows.back().not_comparable = "another machine & kernel";
  return report;
}

TEST(ReproductionPage, HasEveryRowWithItsVerdict) {
  int runs = 0;
  const ReproductionReport report = report_of(runs);
  const std::string page = reproduction_page(report);
  for (const Finished& f : report.finished) {
    for (const Row& row : f.rows) {
      const auto at = page.find("id=\"" + row.id + "\"");
      ASSERT_NE(at, std::string::npos) << row.id;
      EXPECT_THAT(page.substr(at, page.find("</tr>", at) - at),
                  HasSubstr(std::string(to_string(judge(row)))));
      EXPECT_THAT(page, HasSubstr("tether reproduce --only " + row.id));
    }
  }
  EXPECT_THAT(page, HasSubstr("the thing is longer here"));
  EXPECT_THAT(page, HasSubstr("another machine &amp; kernel"));
}

// one row of every verdict
Finished one_of_each() {
  Finished finished{.id = "1.a"};
  const auto add = [&](const char* id, double ours, Origin origin = Origin::measured) -> Row& {
    Row row = fake_row(std::string("1.a.") + id, ours);
    row.origin = origin;
    row.origin_note = "the thing was made that long";
    return finished.rows.emplace_back(std::move(row));
  };
  add("better", 5);
  add("agrees", 10);
  add("differs", 5).aim = Aim::same;
  add("worse", 15);
  add("input", 10, Origin::input);
  add("fitted", 10, Origin::fitted);
  add("by_construction", 5, Origin::by_construction);
  add("not_comparable", 10).not_comparable = "another thing";
  return finished;
}

TEST(ReproductionHeadline, CountsEveryVerdictApartFromTheOthers) {
  EXPECT_EQ(verdict_line(std::vector{one_of_each()}),
            "like with like: 1 better, 1 agrees, 1 differs, 1 worse\n"
            "no evidence:    1 input, 1 fitted, 1 by construction, 1 not comparable");
}

TEST(ReproductionPage, CountsEveryVerdictApartFromTheOthers) {
  ReproductionReport report{.experiments = {}};
  report.finished = {one_of_each()};
  const std::string page = reproduction_page(report);
  for (std::size_t i = 0; i < kVerdicts; ++i) {
    EXPECT_THAT(page, HasSubstr("<b>1</b><span>" +
                                std::string(to_string(static_cast<RowVerdict>(i))) + "</span>"));
  }
}

TEST(ReproductionPage, SaysWhatWasPutInAndHowSurelyFiguresDiffer) {
  int runs = 0;
  ReproductionReport report{.experiments = {fake_experiment("1.a", runs)}};
  report.finished = {one_of_each()};
  const std::string page = reproduction_page(report);
  EXPECT_THAT(page, HasSubstr("No evidence: the thing was made that long"));
  EXPECT_THAT(page, HasSubstr("p &lt; 0.001"));
  EXPECT_THAT(page, HasSubstr("10 persons"));
}

// relative luminance, WCAG 2.1
double luminance(const std::string& page, std::size_t at) {
  double light = 0;
  constexpr std::array kWeights{0.2126, 0.7152, 0.0722};
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(page.substr(at + 2 * i, 2), nullptr, 16) / 255.0;
    light += kWeights.at(i) * (c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
  }
  return light;
}

TEST(ReproductionPage, HasVerdictsThatCanBeReadOnLightAndOnDark) {
  const std::string page = reproduction_page({.experiments = {}});
  for (const char* name : {"better", "agrees", "differs", "worse", "label", "not"}) {
    const std::string variable = std::string("--") + name + ":#";
    const auto on_light = page.find(variable);
    const auto on_dark = page.find(variable, on_light + 1);
    ASSERT_NE(on_dark, std::string::npos) << name;
    // black on white has 21, small print needs 4.5; the dark page is #16181d at its lightest
    EXPECT_GT(1.05 / (luminance(page, on_light + variable.size()) + 0.05), 4.5) << name;
    EXPECT_GT((luminance(page, on_dark + variable.size()) + 0.05) / (0.01 + 0.05), 4.5) << name;
  }
}

TEST(ReproductionPage, NamesWhatFailedAndWhatWasNotRun) {
  int runs = 0;
  const std::string page = reproduction_page(report_of(runs));
  EXPECT_THAT(page, HasSubstr("no &lt;such> thing"));
  EXPECT_THAT(page, HasSubstr("Not run yet: <code>tether reproduce --only 5.c"));
}

TEST(ReproductionPage, NeedsNothingElse) {
  int runs = 0;
  const std::string page = reproduction_page(report_of(runs));
  EXPECT_THAT(page, Not(HasSubstr("http")));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, HasSubstr("prefers-color-scheme:dark"));
}

TEST(ReproductionPage, KeepsTheCauseToItselfWhereOursIsNotWorse) {
  int runs = 0;
  ReproductionReport report = report_of(runs);
  report.finished[0].rows = {fake_row("1.a.x", 5)};
  EXPECT_THAT(reproduction_page(report), Not(HasSubstr("the thing is longer here")));
}

TEST(ReproductionJson, HoldsDocumentsExperimentsAndRows) {
  int runs = 0;
  const auto json = reproduction_json(report_of(runs));
  EXPECT_EQ(json.at("mode"), "full");
  EXPECT_EQ(json.at("version"), "1.2.3");
  ASSERT_EQ(json.at("documents").size(), 5U);
  EXPECT_EQ(json.at("verdicts").at("better"), 1);
  EXPECT_EQ(json.at("verdicts").at("worse"), 1);
  EXPECT_EQ(json.at("verdicts").at("not comparable"), 1);
  EXPECT_EQ(json.at("verdicts").at("input"), 0);
  const auto& experiment = json.at("documents").at(0).at("experiments").at(0);
  EXPECT_EQ(experiment.at("ran"), true);
  const auto& row = experiment.at("rows").at(0);
  for (const char* key :
       {"id", "quantity", "unit", "source", "theirs", "ours", "ratio", "p", "origin", "origin_note",
        "aim", "verdict", "reason", "not_comparable", "cause", "remark", "rerun"}) {
    EXPECT_TRUE(row.contains(key)) << key;
  }
  EXPECT_EQ(row.at("theirs").at("n"), 10);
  EXPECT_EQ(row.at("theirs").at("kind"), "persons");
  EXPECT_NEAR(row.at("theirs").at("standard_error").get<double>(), 1 / std::sqrt(10.0), 1e-12);
  EXPECT_EQ(row.at("ratio"), 0.5);
  EXPECT_EQ(json.at("documents").at(4).at("experiments").at(0).at("ran"), false);
}

TEST(ReproductionTable, IsNotWiderThanAWideTerminal) {
  int runs = 0;
  ReproductionReport report = report_of(runs);
  report.finished[0].rows[0].quantity = std::string(80, 'x');
  const std::string table = reproduction_table(report.experiments, report.finished);
  std::size_t columns = 0;
  for (const char c : table) {
    columns = c == '\n' ? 0 : columns + ((static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0);
    ASSERT_LE(columns, 110U);
  }
  EXPECT_THAT(table, HasSubstr("10.0 ± 1.0"));
}

TEST(Figure, ShowsAsManyDigitsAsItDeserves) {
  EXPECT_EQ(to_text(std::nullopt), "–");
  EXPECT_EQ(to_text(Figure{.value = 0.0123456}), "0.0123");
  EXPECT_EQ(to_text(Figure{.value = 1234.5}), "1234");
  EXPECT_EQ(to_text(Figure{.value = 4}), "4");
  EXPECT_EQ(to_text(Figure{.value = 32.44, .spread = 3.41}), "32.4 ± 3.4");
  EXPECT_EQ(to_text(Figure{.value = 0}), "0");
}

}  // namespace
}  // namespace tether::reproduction
