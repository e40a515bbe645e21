// Whole sessions with every coupling: exchanged for each other while the hand moves, and over a bad
// link with every passivity method.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tether/passivity/monitor.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/assemble/couplings.hpp"
#include "tether/session/virtual_session.hpp"

namespace tether::session {
namespace {

struct Steps {
  double leader_effort = 0;    // greatest change from tick to tick [N]
  double follower_effort = 0;  // [N m]
  double setpoint = 0;         // of the follower [m]
  double turn = 0;             // of its orientation [rad]
  passivity::Verdict verdict = passivity::Verdict::violated;
  control::Engagement engagement = control::Engagement::waiting;  // at the end
};

Steps run_with_couplings(const std::vector<std::string>& overrides, double from = 1) {
  VirtualSession session(scenario::load_scenario("omega_lwr_wall_document", overrides));
  passivity::Monitor monitor;
  signals::Tick leader, follower;
  bool cut = true;
  Steps out;
  while (!session.finished()) {
    session.tick();
    const signals::Tick& l = session.leader();
    const signals::Tick& f = session.follower();
    EXPECT_FALSE(session.fault()) << session.fault().stage;
    if (session.fault()) break;
    // an effort that the account could not pay is cut at once, change or not
    const bool cuts = l.energy.held_back > 0 || f.energy.held_back > 0;
    if (core::seconds(l.time) > from && !cut && !cuts) {
      out.leader_effort = std::max(out.leader_effort, (l.effort - leader.effort).norm());
      out.follower_effort = std::max(out.follower_effort, (f.effort - follower.effort).norm());
      const spatial::Pose &now = f.coupling.setpoint, &before = follower.coupling.setpoint;
      out.setpoint = std::max(out.setpoint, (now.position - before.position).norm());
      out.turn = std::max(out.turn, spatial::rotation_angle(now.rotation, before.rotation));
    }
    cut = cuts;
    leader = l;
    follower = f;
    monitor.update(l.time, signals::port_of(l), signals::port_of(f));
    session.advance();
  }
  out.verdict = monitor.certificate(true).verdict;
  out.engagement = session.leader().engagement;
  return out;
}

std::string coupling_change(double at, std::string_view coupling) {
  return fmt::format("{{ at = {}, set = [\"coupling.kind={}\"] }}", at, coupling);
}

// in the midst of strokes along x and y; the hand moves at up to 0.26 m/s there
TEST(CouplingChanges, MakeNoStepOfEffortsNorOfTheSetpointWhileTheHandMoves) {
  for (const char* link : {"ideal", "nl_it"}) {
    const Steps out = run_with_couplings(
        {"duration=20", fmt::format("link.kind={}", link),
         "changes=[" + coupling_change(3.5, "position-position") + "," +
             coupling_change(7.7, "rate") + "," + coupling_change(10.2, "four-channel") + "," +
             coupling_change(12.7, "rate") + "," + coupling_change(14.7, "position-force") + "," +
             coupling_change(16.9, "position-position") + "]"});
    RecordProperty(fmt::format("{}_leader_effort_step_mN", link),
                   static_cast<int>(1e3 * out.leader_effort));
    RecordProperty(fmt::format("{}_follower_effort_step_mNm", link),
                   static_cast<int>(1e3 * out.follower_effort));
    RecordProperty(fmt::format("{}_setpoint_step_um", link), static_cast<int>(1e6 * out.setpoint));
    EXPECT_LT(out.setpoint, 2e-3) << link;
    EXPECT_LT(out.turn, 2e-3) << link;
    EXPECT_LT(out.leader_effort, 0.5) << link;
    EXPECT_LT(out.follower_effort, 0.5) << link;
    EXPECT_EQ(out.verdict, passivity::Verdict::passive) << link;
    EXPECT_EQ(out.engagement, control::Engagement::engaged) << link;
  }
}

// The hand is elsewhere under rate control: the follower does not go to its place, but keeps the
// offset between both. (The hand itself gives way by a few millimetres to the force that it feels.)
TEST(CouplingChanges, FromRateToPositionLeaveTheFollowerWhereItIs) {
  VirtualSession session(scenario::load_scenario(
      "omega_lwr_wall_document",
      {"duration=12", "coupling.kind=rate", "passivity.kind=none",
       "operator.waypoints=[{ at = 1, duration = 1, to = [0.07, 0.0, 0.0] }]",
       "operator.start=[0.02, 0, 0]", "changes=[" + coupling_change(5, "position-force") + "]"}));
  spatial::Vector3 left = spatial::Vector3::Zero(), start = left, wanted = left, hand = left;
  while (!session.finished()) {
    session.tick();
    const signals::Tick& f = session.follower();
    if (f.index == 500) start = f.tool.position;
    if (f.index == 4999) {
      left = f.tool.position;
      wanted = f.coupling.setpoint.position;
      hand = session.leader().tool.position;
    }
    ASSERT_FALSE(session.fault());
    session.advance();
  }
  EXPECT_GT((left - start).norm(), 0.05);
  const spatial::Vector3 moved = session.follower().coupling.setpoint.position - wanted;
  EXPECT_LT((moved - (session.leader().tool.position - hand)).norm(), 1e-3);
  EXPECT_LT((session.follower().tool.position - left).norm(), 0.02);
}

class OverABadLink : public ::testing::TestWithParam<std::string_view> {};

TEST_P(OverABadLink, StaysPassiveWithEveryMethod) {
  for (const char* method :
       {"two-layer", "wave", "time-domain", "energy-bounding", "set-position"}) {
    const Steps out = run_with_couplings(
        {"duration=24", "link.kind=nl_it", fmt::format("coupling.kind={}", GetParam()),
         fmt::format("passivity.kind={}", method), "coupling.reflect=measured",
         "coupling.measured_cutoff=50"});
    EXPECT_EQ(out.verdict, passivity::Verdict::passive) << method;
  }
}

INSTANTIATE_TEST_SUITE_P(Every, OverABadLink,
                         ::testing::Values("position-force", "position-position", "four-channel",
                                           "rate"));

TEST(LockedOrientation, KeepsTheFollowersWhileTheHandTurns) {
  for (const bool locked : {true, false}) {
    VirtualSession session(scenario::load_scenario(
        "panda_lwr_haptic", {"duration=6", fmt::format("workspace.lock_orientation={}", locked)}));
    double turned = 0;
    while (!session.finished()) {
      session.tick();
      ASSERT_FALSE(session.fault());
      turned =
          std::max(turned, spatial::rotation_angle(session.leader().coupling.send.pose.rotation,
                                                   spatial::Matrix3::Identity()));
      session.advance();
    }
    if (locked) {
      EXPECT_EQ(turned, 0);
    } else {
      EXPECT_GT(turned, 0.01);
    }
  }
}

}  // namespace
}  // namespace tether::session
