#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

const std::string kTimes = TETHER_SOURCE_DIR "/data/cat_times.csv";

// a table with this content
std::string table(const std::string& content) {
  const std::string file = (scratch() / "x.csv").string();
  std::ofstream(file, std::ios::binary) << content;
  return file;
}

// the line of `output` that begins with `start`
std::string line(const std::string& output, const std::string& start) {
  const auto from = output.find("\n" + start);
  if (from == std::string::npos) return "no line " + start + " in\n" + output;
  return output.substr(from + 1, output.find('\n', from + 1) - from - 1);
}

// status 2 and one line of its own
void expect_refusal(const std::string& arguments, const std::string& message) {
  const auto outcome = tether("stats " + arguments);
  EXPECT_EQ(outcome.status, 2) << outcome.output;
  EXPECT_EQ(outcome.output, message + "\n");
}

constexpr const char* kSessions =
    "operator,link,error\n1,ideal,30\n2,ideal,34\n3,ideal,32\n"
    "1,luna,33\n2,luna,35\n3,luna,34\n3,luna,36\n1,ros,31\n2,ros,36\n3,ros,\n";

TEST(Stats, ComparesColumnsWithAndWithoutUnasked) {
  const auto outcome = tether("stats " + kTimes);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.output.find("Paired t-test, two-sided"), std::string::npos) << outcome.output;
  EXPECT_EQ(
      line(outcome.output, "total_without"),
      "total_without      total_with      10    87.4 ± 55.9  69.0 ± 23.4       -18.4  -21.1 % "
      " -1.49    9  0.172");
  EXPECT_EQ(
      line(outcome.output, "search_without"),
      "search_without     search_with     10    33.4 ± 34.9  16.2 ± 12.2       -17.2  -51.5 % "
      " -2.05    9  0.071");
}

TEST(Stats, DescribesColumnsThatAreNoPairs) {
  const auto outcome = tether("stats " + table("name,a\nx,1\ny,3\nz,\n"));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(line(outcome.output, "a "), "a       2  2.00  1.41") << outcome.output;
  EXPECT_NE(outcome.output.find("left out name: "), std::string::npos);
  EXPECT_NE(outcome.output.find("x.csv:2:1: expected a number, found \"x\""), std::string::npos);
}

TEST(Stats, ShowsTheSmallestMarginAndThePOfAGivenOne) {
  const auto outcome = tether(
      fmt::format("stats {} --non-inferior total_with total_without --delta 10 --json", kTimes));
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  const auto found = nlohmann::json::parse(outcome.output)["non_inferiority"][0];
  EXPECT_EQ(found["reference"], "total_without");
  EXPECT_EQ(found["test"], "paired");
  const auto& test = found["non_inferiority"];
  EXPECT_NEAR(test["smallest_delta"].get<double>(), 4.317053825946, 1e-9);
  EXPECT_NEAR(test["p"].get<double>(), 0.023845023825, 1e-9);
  const auto words =
      tether(fmt::format("stats {} --non-inferior total_with total_without --independent", kTimes));
  EXPECT_NE(words.output.find("unpaired (Welch) t-test, one-sided, lower is better"),
            std::string::npos);
  EXPECT_NE(line(words.output, "total_without").find("15.7"), std::string::npos) << words.output;
}

TEST(Stats, KnowsAScoreFromAnError) {
  const auto delta = [](const char* options) {
    const auto outcome = tether(
        fmt::format("stats {} --non-inferior total_with total_without --json {}", kTimes, options));
    return nlohmann::json::parse(
               outcome.output)["non_inferiority"][0]["non_inferiority"]["smallest_delta"]
        .get<double>();
  };
  // the two lie as far above the difference and its opposite
  EXPECT_NEAR(delta("") + 18.43, delta("--higher-is-better") - 18.43, 1e-9);
}

TEST(Stats, ReadsOneRowPerSession) {
  const auto outcome = tether(fmt::format(
      "stats {} --value error --by link --pair operator --reference ideal", table(kSessions)));
  EXPECT_EQ(outcome.status, 0);
  // luna of operator 3 is the mean of its two rows
  EXPECT_EQ(
      line(outcome.output, "ideal      luna"),
      "ideal      luna  3   32.00 ± 2.00  34.33 ± 1.15        2.33  +7.3 %  3.50    2  0.073");
  EXPECT_NE(outcome.output.find("of several rows of one operator and link the mean counts, once"),
            std::string::npos);
  EXPECT_NE(outcome.output.find("left out of ideal and ros: 1 with only one of the values"),
            std::string::npos);
  EXPECT_NE(outcome.output.find("smallest δ"), std::string::npos);
}

TEST(Stats, ComparesGroupsWithoutSubjectsUnpaired) {
  const auto outcome =
      tether(fmt::format("stats {} --value error --by link --json", table(kSessions)));
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  const auto tests = nlohmann::json::parse(outcome.output)["tests"];
  ASSERT_EQ(tests.size(), 2U);
  EXPECT_EQ(tests[0]["test"], "unpaired");
  EXPECT_EQ(tests[0]["moments"]["new"]["n"], 4);
  EXPECT_EQ(tests[1]["moments"]["new"]["n"], 2);
}

TEST(StatsOfABadTable, SaysTheNearestColumnOrCondition) {
  expect_refusal(kTimes + " --paired total_without totl_with",
                 kTimes + ":1:1: no column \"totl_with\"; did you mean \"total_with\"?");
  const std::string file = table(kSessions);
  expect_refusal(file + " --value error --by link --reference idael",
                 file + ": no link \"idael\"; did you mean \"ideal\"?");
}

TEST(StatsOfABadTable, SaysAMissingFileAndOneThatIsNoTable) {
  expect_refusal("/nonexistent.csv", "/nonexistent.csv: cannot be read: No such file or directory");
  const std::string garbage =
      table(std::string("\x7F"
                        "ELF\x02\x01\x00",
                        7));
  expect_refusal(garbage, garbage + ":1:1: not text: byte 0x7f");
  const std::string words = table("once upon a time\n");
  expect_refusal(words, words + ": no column of numbers among once upon a time");
}

TEST(StatsOfABadTable, SaysTextWhereANumberIsNeeded) {
  const std::string file = table("a,b\n1,2\n3,n/a\n");
  expect_refusal(file + " --paired a b", file + ":3:3: expected a number, found \"n/a\"");
}

TEST(StatsOfABadTable, SaysWhenAColumnNamesNoConditions) {
  const std::string one = table("link,error\nideal,1\nideal,2\n");
  expect_refusal(one + " --value error --by link",
                 one + ": column \"link\" must name at least two conditions, found 1");
  std::string rows = "error,link\n";
  for (int i = 0; i < 150; ++i) rows += fmt::format("{0},{0}\n", i);
  const std::string many = table(rows);
  expect_refusal(many + " --value error --by link",
                 many + ":102:5: more than 100 conditions in column \"link\"");
}

TEST(StatsOfABadTable, SaysWhatIsTooLittleOrTooLargeToCompare) {
  expect_refusal(table("a,b\n1,2\n3,\n") + " --paired a b",
                 "a t-test of a and b needs at least two complete pairs, found 1");
  expect_refusal(table("a,b\n1e308,2\n-1e308,3\n") + " --paired a b",
                 "the values of a and b are too large to compare");
}

TEST(StatsCommandLine, RefusesOptionsThatDoNotGoTogether) {
  for (const char* options : {"--delta 3", "--paired a", "--value a", "--by b", "--delta nan",
                              "--value a --by b --paired a b", "--higher-is-better"}) {
    const auto outcome = tether(fmt::format("stats {} {}", kTimes, options));
    EXPECT_EQ(outcome.status, 2) << options;
    EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << outcome.output;
  }
}

}  // namespace
}  // namespace tether::apps
