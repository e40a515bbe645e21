// Coupling and passivity method exchanged while a session runs: what is commanded makes no step,
// and no energy comes from nowhere.
#include "tether/session/changes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/teleop/force_step.hpp"
#include "tether/core/error.hpp"
#include "tether/passivity/monitor.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/virtual_session.hpp"

namespace tether::session {
namespace {

// the force at the tool that comes nearest to efforts of the follower's joints [N]
double tool_force(const robot::Chain& chain, const signals::Tick& tick,
                  const robot::JointVector& efforts) {
  robot::ChainState state;
  robot::mass_matrix(chain, tick.measured.position, state);
  Eigen::Matrix<double, 3, Eigen::Dynamic> tool = state.jacobian.bottomRows<3>();
  for (Eigen::Index i = 0; i < tool.cols(); ++i) {
    tool.col(i) += state.jacobian.col(i).head<3>().cross(state.tool.position);
  }
  return tool.transpose().colPivHouseholderQr().solve(Eigen::VectorXd(efforts)).norm();
}

struct ChangedRun {
  double leader_step = 0;    // [N]
  double follower_step = 0;  // [N]
  double velocity_step = 0;  // of the follower's tool [m/s]
  passivity::Verdict verdict = passivity::Verdict::violated;
  bool engaged = false;  // at the end
};

// The greatest steps in the half second after each of some times. An effort that the account could
// not pay is cut at once, change or not: such ticks are left out.
ChangedRun run_with_changes(const std::vector<std::string>& overrides,
                            const std::vector<double>& times) {
  const scenario::Scenario scenario = scenario::load_scenario("omega_lwr_wall_document", overrides);
  VirtualSession session(scenario);
  passivity::Monitor monitor;
  robot::JointVector leader, follower;
  spatial::Vector3 speed = spatial::Vector3::Zero();
  bool cut = false;
  ChangedRun out;
  while (!session.finished()) {
    session.tick();
    const signals::Tick& l = session.leader();
    const signals::Tick& f = session.follower();
    EXPECT_FALSE(session.fault());
    const double now = core::seconds(l.time);
    const bool cuts = l.energy.held_back > 0 || f.energy.held_back > 0;
    for (const double at : times) {
      if (now < at || now > at + 0.5 || cut || cuts) continue;
      out.leader_step = std::max(out.leader_step, (l.effort - leader).norm());
      out.velocity_step =
          std::max(out.velocity_step, (f.twist.velocity_at(f.tool.position) - speed).norm());
      out.follower_step =
          std::max(out.follower_step, tool_force(session.setup().chain, f, f.effort - follower));
    }
    cut = cuts;
    leader = l.effort;
    follower = f.effort;
    speed = f.twist.velocity_at(f.tool.position);
    monitor.update(l.time, signals::port_of(l), signals::port_of(f));
    session.advance();
  }
  out.verdict = monitor.certificate(true).verdict;
  out.engaged = session.leader().engagement == control::Engagement::engaged;
  return out;
}

std::string change(double at, const std::string& assignment) {
  return fmt::format("{{ at = {}, set = [\"{}\"] }}", at, assignment);
}

TEST(Changes, OfTheCouplingMakeNoStepInFreeMotionNorAtTheWall) {
  const ChangedRun out = run_with_changes(
      {"duration=27", "changes=[" + change(9.5, "coupling.translation_stiffness=900") + "," +
                          change(25, "coupling.translation_stiffness=300") + "]"},
      {9.5, 25});
  EXPECT_LT(out.leader_step, teleop::kForceStep);
  EXPECT_LT(out.follower_step, teleop::kForceStep);
  EXPECT_EQ(out.verdict, passivity::Verdict::passive);
  EXPECT_TRUE(out.engaged);
}

class ChangesOfTheMethod : public ::testing::TestWithParam<const char*> {};

// a method may ask for steps of its own, which it would without a change too
TEST_P(ChangesOfTheMethod, MakeNoStepThereAndBack) {
  const std::vector<double> times{9.5, 16.5, 24, 26};
  const std::string to = fmt::format("passivity.kind={}", GetParam());
  const std::string back = "passivity.kind=two-layer";
  for (const char* link : {"ideal", "nl_it"}) {
    const std::string kind = fmt::format("link.kind={}", link);
    const ChangedRun only_new = run_with_changes({"duration=28", kind, to}, times);
    const ChangedRun out =
        run_with_changes({"duration=28", kind,
                          "changes=[" + change(times[0], to) + "," + change(times[1], back) + "," +
                              change(times[2], to) + "," + change(times[3], back) + "]"},
                         times);
    EXPECT_LT(out.leader_step, std::max(teleop::kForceStep, only_new.leader_step)) << link;
    EXPECT_LT(out.follower_step, std::max(teleop::kForceStep, only_new.follower_step)) << link;
    EXPECT_EQ(out.verdict, passivity::Verdict::passive) << link;
    EXPECT_TRUE(out.engaged) << link;
  }
}

INSTANTIATE_TEST_SUITE_P(From, ChangesOfTheMethod,
                         ::testing::Values("wave", "time-domain", "energy-bounding",
                                           "set-position"));

// everything that is sent is lost for a while, in the midst of a motion and at the wall
class Outage : public ::testing::TestWithParam<double> {};

TEST_P(Outage, EndsWithoutAStep) {
  for (const char* link : {"ideal", "nl_it"}) {
    for (const double from : {9.6, 24.0}) {
      const double to = from + GetParam();
      const ChangedRun out = run_with_changes(
          {fmt::format("duration={}", std::max(to + 4, 29.0)), fmt::format("link.kind={}", link),
           fmt::format("link.outages=[{{from={},to={}}}]", from, to)},
          {from, from + 0.5, to, to + 0.5});
      EXPECT_LT(out.leader_step, teleop::kForceStep) << link << " from " << from;
      EXPECT_LT(out.follower_step, teleop::kForceStep) << link << " from " << from;
      EXPECT_LT(out.velocity_step, 0.010) << link << " from " << from;
      EXPECT_EQ(out.verdict, passivity::Verdict::passive) << link;
      EXPECT_TRUE(out.engaged) << link;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seconds, Outage, ::testing::Values(0.1, 0.3, 0.5, 2.0, 10.0));

// the leader goes back while the clutch is pressed, and on from there
TEST(Clutch, MovesTheLeaderAloneAndMakesNoStep) {
  const std::vector<std::string> moves{
      "duration=14", "expect=[]", "phases=[]",
      "operator.waypoints=[{at=1,duration=1,to=[0.08,0,0]},{at=2.1,duration=0.5,to=[0.02,0,0]},"
      "{at=3,duration=0.5,to=[0.08,0,0]},{at=5,duration=2,to=[0.08,0.06,0]},"
      "{at=7.6,duration=1,to=[0.08,0,0]},{at=9,duration=2,to=[0.08,0.06,0]}]"};
  auto clutched = moves;
  clutched.push_back("operator.clutch=[{from=7.3,to=8.8}]");
  const auto reach = [](const std::vector<std::string>& overrides) {
    VirtualSession session(scenario::load_scenario("omega_lwr_wall_document", overrides));
    while (!session.finished()) {
      session.tick();
      session.advance();
    }
    return session.follower().coupling.send.pose.position.y();
  };
  // 6 cm more than the leader could have gone by itself
  EXPECT_GT(reach(clutched), reach(moves) + 0.04);
  const ChangedRun out = run_with_changes(clutched, {7.3, 8.8});
  EXPECT_LT(out.leader_step, teleop::kForceStep);
  EXPECT_LT(out.follower_step, teleop::kForceStep);
  EXPECT_EQ(out.verdict, passivity::Verdict::passive);
  EXPECT_TRUE(out.engaged);
}

TEST(Changes, MustBeInOrderOfTime) {
  EXPECT_THROW(
      scenario::load_scenario("omega_lwr_wall_document",
                              {"changes=[" + change(2, "coupling.translation_stiffness=900") + "," +
                               change(1, "coupling.translation_stiffness=300") + "]"}),
      core::InputError);
}

TEST(Changes, CanOnlyBeOfCouplingAndMethod) {
  EXPECT_THROW(scenario::load_scenario(
                   "omega_lwr_wall_document", {"changes=[" + change(2, "follower.robot=youbot_arm") + "]"}),
               core::InputError);
}

}  // namespace
}  // namespace tether::session
