#include <filesystem>
#include <initializer_list>

#include <fmt/format.h>

#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

void expect_in(const Outcome& outcome, std::initializer_list<const char*> parts) {
  for (const char* part : parts)
    EXPECT_NE(outcome.output.find(part), std::string::npos) << part << "\n" << outcome.output;
}
void expect_not_in(const Outcome& outcome, std::initializer_list<const char*> parts) {
  for (const char* part : parts)
    EXPECT_EQ(outcome.output.find(part), std::string::npos) << part << "\n" << outcome.output;
}

TEST(Check, DecidesEveryPropertyOfEveryShippedScenario) {
  int scenarios = 0;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(TETHER_SOURCE_DIR "/scenarios")) {
    if (file.path().extension() != ".toml") continue;
    ++scenarios;
    SCOPED_TRACE(file.path().stem().string());
    const auto outcome = tether(fmt::format("check {}", file.path().stem().string()));
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    expect_in(outcome, {"reachable markings", "follower", "limits", "bounds of the guards",
                        "ok        application.stopping ends in done", "verdict    ok"});
    expect_not_in(outcome, {"violated", "open", "at least"});
  }
  EXPECT_GT(scenarios, 20);
}

TEST(Check, DecidesTheNetOfASessionThatDrivesOverAllOfItsMarkings) {
  const auto outcome = tether("check falcon_ropod_corridor");
  EXPECT_EQ(outcome.status, 0);
  expect_in(outcome, {"185 places, 262 transitions, 13124631 reachable markings",
                      "ok        haptic_controller.running can be reached",
                      "coordination net of tether leader", "coordination net of tether follower"});
}

TEST(Check, ShowsTheWayToWhereAMissingStepBreaksTheNet) {
  const auto outcome =
      tether("check falcon_ropod_corridor --without 'clean field_bus after pausing, paused'");
  EXPECT_EQ(outcome.status, 1);
  expect_in(outcome, {"violated  nothing comes to a halt before all is done",
                      "violated  field_bus.done can be reached from everywhere",
                      "           1. start recorder thread", "verdict    violated"});
  const auto mistyped = tether("check omega_lwr_wall_document --without 'run the leader'");
  EXPECT_EQ(mistyped.status, 2);
  expect_in(mistyped, {"did you mean \"run leader\"?"});
}

TEST(Check, LeavesOpenWhatItCannotDecideAndDoesNotCallItOk) {
  for (const char* nodes : {"100", "20000", "100000"}) {
    const auto outcome = tether(fmt::format("check falcon_ropod_corridor --nodes {}", nodes));
    EXPECT_EQ(outcome.status, 1);
    expect_in(outcome, {"  open      application.stopping ends in done", "verdict    open"});
    expect_not_in(outcome, {"violated", "verdict    ok"});
  }
}

TEST(Check, ListsTheBoundsOfTheGuardsAndWhichOfThemThePostureCannotHold) {
  const auto outcome = tether("check panda_lwr_geofence");
  EXPECT_EQ(outcome.status, 0);
  expect_in(outcome, {"guard.max_energy", "guard.max_force", "leader.guard.max_power",
                      "leader.guard.joint_limits", "leader.guard.torque_rate",
                      "leader.guard.tool.speed", "leader.guard.tool.turn_speed",
                      "leader.guard.contact.force", "leader.guard.fence.hand_force",
                      "leader.guard.fence.boxes.chair", "held along its axes"});
  // the wrist's 12 N m, and what else holds the handle in this posture
  expect_in(outcome,
            {"leader, panda                   58    62.2     136      12.1      12      12",
             "warning   leader.guard.fence.hand_force is 100 N, but the leader holds\n"
             "            58 N along x, 62.2 N along y\n",
             "warning   leader.guard.contact.joint.collision is 50, but the leader is rated\n"
             "            12 at joint 5, 12 at joint 6, 12 at joint 7\n"});
  // a bound within what is held is no matter for a warning
  const auto gentle = tether(
      "check panda_lwr_geofence --set leader.guard.fence.hand_force=5 --set "
      "leader.guard.fence.max_force=10");
  expect_in(gentle, {"warning   guard.max_force"});
  expect_not_in(gentle, {"warning   leader.guard.fence"});
  expect_in(tether("check youbot_sine_low"), {"none is stated"});
}

TEST(Check, PrintsTheLimitsOfTheScenario) {
  const auto outcome = tether("check omega_lwr_wall_document --set link.timeout=0.25");
  for (const char* part : {"force up to 12 N", "effort up to 4 N m per joint", "after 0.25 s"}) {
    EXPECT_NE(outcome.output.find(part), std::string::npos) << part << "\n" << outcome.output;
  }
}

TEST(Check, DrawsTheNetAndWritesItForSpin) {
  const auto out = scratch();
  const auto outcome = tether(fmt::format(
      "check omega_lwr_wall_document --svg '{0}/a net.svg' --promela '{0}/net.pml'", out.string()));
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_NE(content(out / "net.pml").find("ltl ends"), std::string::npos);
  if (shell("command -v dot").status != 0) GTEST_SKIP() << "graphviz is not installed";
  const std::string svg = content(out / "a net.svg");
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("recorder thread"), std::string::npos);
}

TEST(Check, LeavesTheTextOfThePictureWhereGraphvizIsMissing) {
  const auto out = scratch();
  // sh is all that this machine has
  const auto outcome = shell(fmt::format(
      "mkdir '{0}/bin'; ln -s \"$(command -v sh)\" '{0}/bin/sh'; PATH='{0}/bin' \"$TETHER\" check "
      "omega_lwr_wall_document --svg '{0}/net.svg'",
      out.string()));
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_NE(outcome.output.find("install graphviz"), std::string::npos) << outcome.output;
  EXPECT_NE(content(out / "net.svg.dot").find("digraph"), std::string::npos);
}

TEST(Check, SaysWhatItCannotReadOrWrite) {
  EXPECT_EQ(tether("check no_such_scenario").status, 2);
  EXPECT_EQ(tether("check omega_lwr_wall_document --promela /nowhere/net.pml").status, 3);
  EXPECT_EQ(tether("check omega_lwr_wall_document --svg /nowhere/net.svg").status, 3);
}

}  // namespace
}  // namespace tether::apps
