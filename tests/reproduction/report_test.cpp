#include "tether/reproduction/report.hpp"

#include "fake_experiment.hpp"
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace tether::reproduction {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Report report_of(int& runs) {
  Report report{.experiments = {fake_experiment("1.a", runs), fake_experiment("4.b", runs),
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
  const Report report = report_of(runs);
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
  Report report = report_of(runs);
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
  const auto& experiment = json.at("documents").at(0).at("experiments").at(0);
  EXPECT_EQ(experiment.at("ran"), true);
  const auto& row = experiment.at("rows").at(0);
  for (const char* key : {"id", "quantity", "unit", "source", "theirs", "ours", "ratio", "aim",
                          "verdict", "not_comparable", "cause", "remark", "rerun"}) {
    EXPECT_TRUE(row.contains(key)) << key;
  }
  EXPECT_EQ(row.at("ratio"), 0.5);
  EXPECT_EQ(json.at("documents").at(4).at("experiments").at(0).at("ran"), false);
}

TEST(ReproductionTable, IsNotWiderThanAWideTerminal) {
  int runs = 0;
  Report report = report_of(runs);
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
