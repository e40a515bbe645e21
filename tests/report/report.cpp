#include "tether/report/report.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/report/page_data.hpp"
#include "tests/study/file_content.hpp"
#include "tether/core/error.hpp"

namespace tether::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

constexpr std::string_view kReportSlot = R"(<script type="application/json" id="report-data">)";

ReportData small_report() {
  ReportData data;
  data.summary = {{"scenario", "touch"}, {"seed", 1}, {"verdict", "pass"}};
  data.title = "A touch";
  data.parts = {{"Leader", "omega.7 (simulated)"}};
  data.time_s = {0.0F, 1.0F};
  data.plots = {{.id = "position_x",
                 .group = "Position",
                 .title = "x",
                 .unit = "mm",
                 .series = {{"leader", "leader", {1.0F, -2.5F}}}}};
  return data;
}

std::string report_text(const std::string& html) { return data_text(html, kReportSlot); }

nlohmann::json report_data_in(const std::string& html) {
  return nlohmann::json::parse(report_text(html));
}

// an oracle that shares nothing with the encoder: digit by digit, six bits each
std::vector<float> decode(const std::string& base64) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<bool> bits;
  for (const char c : base64) {
    if (c == '=') break;
    const std::size_t digit = kDigits.find(c);
    for (int bit = 5; bit >= 0; --bit) bits.push_back(((digit >> bit) & 1U) != 0);
  }
  std::vector<float> values;
  for (std::size_t at = 0; at + 32 <= bits.size(); at += 32) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 32; ++i) {
      if (bits[at + i]) word |= std::uint32_t{1} << (8 * (i / 8) + 7 - i % 8);
    }
    float value = 0;
    std::memcpy(&value, &word, sizeof value);
    values.push_back(value);
  }
  return values;
}

class ReportFile : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    directory_ = fs::path(::testing::TempDir()) / (std::string("tether_report_") + test->name());
    fs::remove_all(directory_);
    fs::create_directories(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  fs::path directory_;
};

TEST(Report, HasOnePlaceForTheData) {
  const std::string html = render_report({});
  const std::size_t slot = html.find(kReportSlot);
  ASSERT_NE(slot, std::string::npos);
  EXPECT_EQ(html.find(kReportSlot, slot + 1), std::string::npos);
}

TEST(Report, RefersToNothingOutside) {
  const std::string html = render_report({});
  EXPECT_THAT(html, Not(HasSubstr("src=")));
  EXPECT_THAT(html, Not(HasSubstr("rel=\"stylesheet\"")));
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
}

TEST(Report, CarriesTheDataThroughThePage) {
  const auto json = report_data_in(render_report(small_report()));
  EXPECT_EQ(json["summary"]["scenario"], "touch");
  EXPECT_EQ(json["title"], "A touch");
  EXPECT_EQ(json["parts"][0][1], "omega.7 (simulated)");
  EXPECT_EQ(json["plots"][0]["series"][0]["role"], "leader");
  EXPECT_THAT(decode(json["time_s"]), ElementsAre(0.0F, 1.0F));
  EXPECT_THAT(decode(json["plots"][0]["series"][0]["data"]), ElementsAre(1.0F, -2.5F));
}

TEST(Report, HasAMapOnlyOfADrive) {
  ReportData data = small_report();
  EXPECT_FALSE(report_data_in(render_report(data)).contains("drive"));
  data.drive = DriveMap{};
  data.drive->course.posts = {{"post", {1, 2}, 0.5}};
  const auto json = report_data_in(render_report(data));
  EXPECT_EQ(json["drive"], to_json(*data.drive));
  EXPECT_EQ(json["drive"]["posts"][0]["r"], 0.5);
}

TEST(Report, PadsBase64AsTheBrowserExpects) {
  for (std::size_t n = 0; n < 7; ++n) {
    ReportData data;
    data.time_s.assign(n, 0.1F);
    const std::string text = report_data_in(render_report(data))["time_s"];
    EXPECT_EQ(text.size(), (4 * n + 2) / 3 * 4);
    EXPECT_EQ(decode(text), data.time_s);
  }
}

TEST(Report, CannotBeBrokenOutOfByItsData) {
  ReportData data = small_report();
  data.scenario_text = "name = \"</script><script>alert(1)</script><!--\"";
  const std::string html = render_report(data);
  EXPECT_THAT(report_text(html), Not(HasSubstr("<")));
  EXPECT_EQ(report_data_in(html)["scenario_text"], data.scenario_text);
}

TEST(Report, SurvivesTextThatIsNotUtf8) {
  ReportData data = small_report();
  data.scenario_text = "caf\xe9";
  EXPECT_EQ(report_data_in(render_report(data))["scenario_text"], "caf\xef\xbf\xbd");
}

TEST(Report, KeepsGapsInSeriesAndNullsInTheSummary) {
  ReportData data = small_report();
  data.plots[0].series[0].data[1] = std::numeric_limits<float>::quiet_NaN();
  data.summary["metrics"]["lag"] = {{"value", std::nan("")}, {"unit", "s"}};
  const auto json = report_data_in(render_report(data));
  const auto values = decode(json["plots"][0]["series"][0]["data"]);
  EXPECT_EQ(values[0], 1.0F);
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_TRUE(json["summary"]["metrics"]["lag"]["value"].is_null());
}

TEST(Report, GivesAHistogramItsOwnAxis) {
  ReportData data = small_report();
  data.plots.push_back({.id = "delay",
                        .group = "Link",
                        .title = "Delay",
                        .unit = "packets",
                        .series = {{"forward", "other", {3, 5, 1}}},
                        .x = PlotAxis{"delay", "ms", {10, 11, 12}},
                        .bars = true});
  const auto plot = report_data_in(render_report(data))["plots"][1];
  EXPECT_EQ(plot["draw"], "bars");
  EXPECT_THAT(decode(plot["x"]["data"]), ElementsAre(10, 11, 12));
}

TEST(Report, RefusesASeriesThatDoesNotFitItsAxis) {
  ReportData data = small_report();
  data.time_s.push_back(2.0F);
  EXPECT_THROW(render_report(data), std::invalid_argument);
}

TEST_F(ReportFile, IsWrittenWholeAndLeavesNothingElse) {
  const fs::path path = directory_ / "report.html";
  std::ofstream(path) << "an older report";
  write_report(path, small_report());
  EXPECT_EQ(study::content(path), render_report(small_report()));
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_), fs::directory_iterator()), 1);
}

TEST_F(ReportFile, NamesThePathThatCannotBeWritten) {
  const fs::path path = directory_ / "missing" / "report.html";
  try {
    write_report(path, small_report());
    FAIL() << "no error for a folder that does not exist";
  } catch (const core::IoError& error) {
    EXPECT_THAT(error.what(), HasSubstr(path.string()));
    EXPECT_THAT(error.what(), HasSubstr("No such file or directory"));
  }
}

TEST_F(ReportFile, LeavesNoPieceBehindWhenItCannotTakeItsPlace) {
  const fs::path path = directory_ / "report.html";
  fs::create_directories(path / "in_the_way");
  EXPECT_THROW(write_report(path, small_report()), core::IoError);
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_), fs::directory_iterator()), 1);
}

}  // namespace
}  // namespace tether::report
