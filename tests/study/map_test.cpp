#include "study/sweep/map.hpp"

#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/report/page_data.hpp"

namespace tether::study {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kMapSlot = R"(<script type="application/json" id="map-data">)";

MapData small_map() {
  using Role = MapColumn::Role;
  MapData data;
  data.title = "Delay";
  data.columns = {{.name = "job", .unit = "", .role = Role::label},
                  {.name = "seed", .unit = "", .role = Role::repeat},
                  {.name = "link.delay", .unit = "s", .role = Role::axis, .log = true},
                  {.name = "verdict", .unit = "", .role = Role::figure},
                  {.name = "force", .unit = "N", .role = Role::figure}};
  data.rows = {{"0", "18446744073709551615", "0.01", "pass", "3.5"},
               {"1", "2", "0.1", "fault", "nan"}};
  data.command = "tether run x --set link.delay={link.delay}";
  return data;
}

nlohmann::json map_data_in(const std::string& html) {
  return nlohmann::json::parse(report::data_text(html, kMapSlot));
}

TEST(Map, CarriesTheTableThroughThePage) {
  const auto json = map_data_in(render_map(small_map()));
  EXPECT_EQ(json["columns"][2]["role"], "axis");
  EXPECT_EQ(json["columns"][2]["type"], "number");
  EXPECT_EQ(json["columns"][2]["log"], true);
  EXPECT_EQ(json["columns"][3]["type"], "text");
  EXPECT_EQ(json["rows"][0][2], 0.01);
  EXPECT_EQ(json["rows"][1][3], "fault");
  EXPECT_EQ(json["command"], "tether run x --set link.delay={link.delay}");
}

TEST(Map, KeepsSeedsToTheLastDigitAndHasNoFigureForNan) {
  const auto json = map_data_in(render_map(small_map()));
  EXPECT_EQ(json["rows"][0][1], "18446744073709551615");
  EXPECT_EQ(json["rows"][0][4], 3.5);
  EXPECT_TRUE(json["rows"][1][4].is_null());
}

TEST(Map, RefersToNothingOutside) {
  const std::string html = render_map({});
  EXPECT_THAT(html, Not(HasSubstr("src=")));
  EXPECT_THAT(html, Not(HasSubstr("rel=\"stylesheet\"")));
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
}

TEST(Map, CannotBeBrokenOutOfByItsData) {
  MapData data = small_map();
  data.title = "</script><script>alert(1)</script>";
  EXPECT_EQ(map_data_in(render_map(data))["title"], data.title);
}

TEST(Map, RefusesARowThatDoesNotFitItsColumns) {
  MapData data = small_map();
  data.rows[0].pop_back();
  EXPECT_THROW(render_map(data), std::invalid_argument);
}

}  // namespace
}  // namespace tether::study
