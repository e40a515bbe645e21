// tether register as a user runs it.
#include <cmath>

#include <fmt/format.h>

#include "tests/apps/program.hpp"
#include "tether/scenario/toml/toml_text.hpp"

namespace tether::apps {
namespace {

constexpr const char* kHeader = "from_x,from_y,from_z,to_x,to_y,to_z,name\n";

// a table with this content
std::string table_of_pairs(const std::string& content) {
  const std::string file = (scratch() / "pairs.csv").string();
  std::ofstream(file, std::ios::binary) << content;
  return file;
}

// a quarter turn about z and a step of (1, 2, 3), on six points; the last is off by `error` [m]
std::string turned(double error, double scale = 1) {
  std::string text = kHeader;
  constexpr double kPoints[6][3] = {{0, 0, 0},   {0.4, 0, 0},     {0, 0.3, 0},
                                    {0, 0, 0.2}, {0.4, 0.3, 0.1}, {0.2, -0.2, 0.3}};
  for (int i = 0; i < 6; ++i) {
    const auto& x = kPoints[i];
    text += fmt::format("{},{},{},{},{},{},pin {}\n", x[0], x[1], x[2], 1 - scale * x[1],
                        2 + scale * x[0], 3 + scale * x[2] + (i == 5 ? error : 0), i + 1);
  }
  return text;
}

TEST(RegisterCommand, PrintsResidualsAndTheFrame) {
  const auto outcome = tether("register " + table_of_pairs(turned(0)));
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  expect_said(outcome, "6 pairs");
  expect_said(outcome, "pin 3                        0.000");
  expect_said(outcome, "position p [m]           1.000000    2.000000    3.000000");
  expect_said(outcome, "quaternion (w x y z)   0.70710678");
  expect_said(outcome, "  0.70710678\n");
  EXPECT_EQ(outcome.output.find("hint"), std::string::npos);
  EXPECT_EQ(outcome.output.find("warning"), std::string::npos);
}

TEST(RegisterCommand, PointsToThePairThatWasMeasuredWrong) {
  const auto outcome = tether("register " + table_of_pairs(turned(0.02)));
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  expect_said(outcome, "hint: pair pin 6 (line 7) does not go with the others");
  expect_said(outcome, "to 0.000 mm, and it lies 20.000 mm from where they put it");
  expect_said(outcome, "  worst");
}

TEST(RegisterCommand, FailsAboveTheResidualThatIsGoodEnough) {
  const std::string file = table_of_pairs(turned(0.02));
  const auto frame = std::filesystem::path(file).parent_path() / "frame.toml";
  const auto bad =
      tether(fmt::format("register {} --max-residual 2 --out {}", file, frame.string()));
  EXPECT_EQ(bad.status, 1) << bad.output;
  expect_said(bad, "is above 2 mm");
  EXPECT_FALSE(std::filesystem::exists(frame));
  EXPECT_EQ(tether(fmt::format("register {} --max-residual 50", file)).status, 0);
}

TEST(RegisterCommand, LeavesAFrameThatReadsBack) {
  const std::string file = table_of_pairs(turned(0, 2.5));
  const auto frame = std::filesystem::path(file).parent_path() / "frame.toml";
  const auto outcome = tether(fmt::format("register {} --scale --out {}", file, frame.string()));
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  expect_said(outcome, "scale s                2.50000000");
  const std::string text = content(frame);
  EXPECT_NO_THROW(scenario::parse_toml(text, "frame.toml")) << text;
  const auto at = text.find("\nscale = ");
  ASSERT_NE(at, std::string::npos) << text;
  EXPECT_NEAR(std::stod(text.substr(at + 9)), 2.5, 1e-9);
}

TEST(RegisterCommand, WarnsOfPointsNearlyOnALineAndOfAMirrorImage) {
  const auto narrow =
      tether("register " +
             table_of_pairs(std::string(kHeader) + "0,0,0,0,0,0,a\n1,0,0,1,0,0,b\n"
                                                   "0.5,0.01,0,0.5,0.01,0,c\n0.2,0,0,0.2,0,0,d\n"));
  EXPECT_EQ(narrow.status, 0) << narrow.output;
  expect_said(narrow, "warning: the points lie nearly on a line");
  const auto mirrored =
      tether("register " +
             table_of_pairs(std::string(kHeader) + "0,0,0,0,0,0,a\n1,0,0,-1,0,0,b\n"
                                                   "0,0.6,0,0,0.6,0,c\n0,0,0.3,0,0,0.3,d\n"));
  EXPECT_EQ(mirrored.status, 0) << mirrored.output;
  expect_said(mirrored, "warning: a mirror image would fit far better");
}

TEST(RegisterCommand, RefusesWhatDeterminesNoFrameWithTheReason) {
  const auto refusal = [](const std::string& rows, const std::string& message) {
    const std::string file = table_of_pairs(kHeader + rows);
    const auto outcome = tether("register " + file);
    EXPECT_EQ(outcome.status, 2) << outcome.output;
    EXPECT_TRUE(outcome.output.starts_with(file + message)) << outcome.output;
    EXPECT_TRUE(outcome.output.ends_with("\n"));
  };
  refusal("0,0,0,0,0,0,a\n1,0,0,1,0,0,b\n", ": at least 3 pairs of points are needed, found 2");
  refusal("0,0,0,0,0,0,a\n1,0,0,1,0,0,b\n2,0,0,2,0,1,c\n", ": the points \"from\" are on a line");
  refusal("0,0,0,1,1,1,a\n1,0,0,1,1,1,b\n0,1,0,1,1,1,c\n",
          ": the points \"to\" are all in one place");
  refusal("0,0,0,0,0,0,a\n1,0,zero,1,0,0,b\n", ":3:5: expected a number, found \"zero\"");
  refusal("0,0,0,0,0,0,a\n1,0,,1,0,0,b\n", ":3:5: expected a number, found nothing");
  refusal("0,0,0,0,0,0,a\n1,0,0,1,0,0,b\n0,1e300,0,0,1,0,c\n", ":4: the point \"from\" of pair 3");
}

TEST(RegisterCommand, RefusesTablesOfAnotherShapeAndBadOptions) {
  const auto other = tether("register " + table_of_pairs("x,y,z\n1,2,3\n"));
  EXPECT_EQ(other.status, 2);
  expect_said(other, "no column \"from_x\"");
  EXPECT_EQ(tether("register /nonexistent.csv").status, 2);
  EXPECT_EQ(tether("register").status, 2);
  const std::string file = table_of_pairs(turned(0));
  for (const char* bad : {"-1", "nan", "far"}) {
    EXPECT_EQ(tether(fmt::format("register {} --max-residual {}", file, bad)).status, 2) << bad;
  }
}

}  // namespace
}  // namespace tether::apps
