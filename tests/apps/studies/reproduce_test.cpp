#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Reproduce, ListsItsExperimentsWithTheirTimes) {
  const Outcome outcome = tether("reproduce --list");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.output, HasSubstr("1.positioning"));
  EXPECT_THAT(outcome.output, HasSubstr("2.falcon"));
  EXPECT_THAT(outcome.output, HasSubstr("together"));
  EXPECT_THAT(tether("reproduce 2 --list").output, Not(HasSubstr("1.positioning")));
}

TEST(Reproduce, NamesTheNearestOfWhatIsMistyped) {
  const Outcome outcome = tether("reproduce --only 2.flacon");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.output, "unknown experiment \"2.flacon\"; did you mean \"2.falcon\"?\n");
  const Outcome none = tether("reproduce 7");
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.output, HasSubstr("; see tether reproduce --help\n"));
}

TEST(Reproduce, LeavesAPageAndGoesOnWhereItWas) {
  const auto out = scratch();
  const Outcome first =
      tether(fmt::format("reproduce --quick --only 2.force --out {}", out.string()));
  EXPECT_EQ(first.status, 0) << first.output;
  EXPECT_THAT(first.output, HasSubstr("reproduction.html"));
  EXPECT_THAT(content(out / "reproduction.html"), HasSubstr("id=\"2.force.push\""));
  const auto json = nlohmann::json::parse(content(out / "reproduction.json"));
  EXPECT_EQ(json.at("mode"), "quick");

  const Outcome row =
      tether(fmt::format("reproduce --quick --only 2.force.push --out {}", out.string()));
  EXPECT_EQ(row.status, 0) << row.output;
  EXPECT_THAT(row.output, HasSubstr("over its bound"));
  EXPECT_THAT(row.output, Not(HasSubstr("k4")));

  const Outcome mistyped =
      tether(fmt::format("reproduce --quick --only 2.force.pusj --out {}", out.string()));
  EXPECT_EQ(mistyped.status, 2);
  EXPECT_THAT(mistyped.output, HasSubstr("did you mean \"2.force.push\"?"));
}

TEST(Reproduce, StopsWithAWordOnHowToGoOn) {
  const auto out = scratch();
  const Outcome outcome = shell(fmt::format(
      "\"$TETHER\" reproduce 1 --quick --out {} & sleep 1.5; kill -INT $!; wait $!", out.string()));
  EXPECT_EQ(outcome.status, 130) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("to go on: the same command again"));
}

}  // namespace
}  // namespace tether::apps
