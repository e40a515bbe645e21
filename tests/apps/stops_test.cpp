// Sessions that a guard stops, as a user sees them: exit status, messages, files.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/apps/program.hpp"
#include "tether/session/replay.hpp"

namespace tether::apps {
namespace {

namespace fs = std::filesystem;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

// a hand that goes against the wall within three seconds
Outcome push(const fs::path& out, const std::string& settings) {
  return tether(
      fmt::format("run panda_lwr_haptic --set duration=3 --set phases=[] --set expect=[] "
                  "--set 'operator.waypoints=[{{at=0.8,duration=1.2,to=[0.22,0,0]}}]' {} --out {}",
                  settings, out.string()));
}

nlohmann::json fault_in(const fs::path& out) {
  EXPECT_TRUE(fs::exists(out / "fault.mcap"));
  const auto replayed = session::replay((out / "log.mcap").string());
  EXPECT_EQ(replayed.differences, 0U) << replayed.first->topic << ": " << replayed.first->detail;
  return nlohmann::json::parse(content(out / "summary.json")).at("fault");
}

TEST(Stop, ByACollisionEndsWithThreeAndNamesTheLoad) {
  const fs::path out = scratch();
  const auto outcome = push(out,
                            "--set leader.guard.contact.force.contact=12 "
                            "--set leader.guard.contact.force.collision=20");
  EXPECT_EQ(outcome.status, 3) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("fault at"));
  const auto fault = fault_in(out);
  EXPECT_EQ(fault.at("kind"), "collision");
  EXPECT_THAT(
      fault.at("detail").get<std::string>(),
      ContainsRegex("^leader guard, axis 1: a load of -?2[0-9.]+ above its threshold of 20"));
}

TEST(Stop, ByTheEmergencyButtonEndsWithThreeAtOnce) {
  const fs::path out = scratch();
  const auto outcome = push(out, "--set operator.stop_at=1.5");
  EXPECT_EQ(outcome.status, 3) << outcome.output;
  const auto fault = fault_in(out);
  EXPECT_EQ(fault.at("kind"), "emergency_stop");
  EXPECT_EQ(fault.at("detail"), "leader guard: the emergency stop was pressed");
  const auto summary = nlohmann::json::parse(content(out / "summary.json"));
  EXPECT_NEAR(summary.at("duration_s").get<double>(), 1.5, 0.0015);
}

// the button is still pressed when the stop is reset, so the stop stays in force
TEST(Stop, ThatHoldsLetsTheSessionGoToItsEndAndIsStillNoPass) {
  const fs::path out = scratch();
  const auto outcome = push(out,
                            "--set guard.on_stop=hold --set operator.stop_at=1.5 "
                            "--set 'changes=[{at=2,reset_stop=true}]'");
  EXPECT_EQ(outcome.status, 3) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("- leader stopped at 1.500 s and not reset: emergency"));
  EXPECT_FALSE(fs::exists(out / "fault.mcap"));
  const auto summary = nlohmann::json::parse(content(out / "summary.json"));
  EXPECT_EQ(summary.at("verdict"), "fault");
  EXPECT_NEAR(summary.at("duration_s").get<double>(), 3, 0.0015);
}

}  // namespace
}  // namespace tether::apps
