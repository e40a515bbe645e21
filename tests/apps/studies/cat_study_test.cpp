// tether study cat-statistics as a user runs it.
#include <algorithm>

#include <fmt/format.h>

#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

TEST(CatStatisticsCommand, PrintsTheFiguresAndSaysWhatIsWrongWithThePrintedOnes) {
  const auto out = scratch() / "out";
  const auto outcome = tether("study cat-statistics --out " + out.string());
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  std::string words = outcome.output;
  std::replace(words.begin(), words.end(), '\n', ' ');
  while (words.find("  ") != std::string::npos) words.erase(words.find("  "), 1);
  for (const char* said :
       {"-21.1 % (p = 0.17)", "-51.5 % (p = 0.07)", "headings of the two columns are exchanged",
        "prints p = 0.089. The paired one (p = 0.0070) does not", "Student's (p = 0.0887)",
        "Welch's (p = 0.0895)", "the test is paired: p = 0.007", "in all 20 rows of times",
        "operators 1, 3, 5, 6"}) {
    EXPECT_NE(words.find(said), std::string::npos) << said << '\n' << outcome.output;
  }
  EXPECT_TRUE(content(out / "cat_statistics.csv").starts_with("measure,unit,n,mean_without"));
  EXPECT_TRUE(content(out / "pairs.svg").starts_with("<svg"));
  const std::string page = content(out / "cat_statistics.html");
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  EXPECT_EQ(page.find("http:"), page.find("http://www.w3.org/2000/svg"));
}

TEST(CatStatisticsCommand, RefusesUnknownOptionsAndPlacesThatCannotBeWritten) {
  const auto outcome = tether("study cat-statistics --sampels 3");
  EXPECT_EQ(outcome.status, 2);
  const auto blocked = scratch() / "file";
  std::ofstream(blocked) << "x";
  EXPECT_EQ(tether("study cat-statistics --out " + (blocked / "out").string()).status, 3);
}

}  // namespace
}  // namespace tether::apps
