// Whole sessions of an arm in the hand: the clutch, another workspace, stops, a hand that lets go,
// fences and feedback that are switched. Whatever happens is replayed without a difference.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tether/robot/kinematics.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/session/replay.hpp"
#include "tether/session/runner.hpp"

namespace tether::session {
namespace {

using spatial::Vector3;

// a stretch of time in which nothing may jolt
struct Stretch {
  double from = 0, to = 0;  // [s]
};

// keeps what a test asks for: the greatest steps from tick to tick in some stretches, and both
// sides at some moments
class JoltWatcher final : public record::Observer {
 public:
  explicit JoltWatcher(std::vector<Stretch> stretches = {}) : stretches_(std::move(stretches)) {}

  void observe(const record::Observation& seen) noexcept override {
    const signals::Tick &leader = seen.leader, &follower = seen.follower;
    const Vector3 velocity = follower.twist.velocity_at(follower.tool.position);
    const double now = core::seconds(leader.time);
    for (const Stretch& s : stretches_) {
      if (now < s.from || now > s.to) continue;
      for (const auto& [tick, last] : {std::pair{&leader, &leader_}, {&follower, &follower_}}) {
        const spatial::Wrench& w = tick->coupling.wrench;
        const spatial::Wrench& before = last->coupling.wrench;
        force_step = std::max(force_step, (w.force - before.force).norm());
        torque_step = std::max(
            torque_step,
            (w.torque_at(tick->tool.position) - before.torque_at(last->tool.position)).norm());
      }
      speed_step = std::max(speed_step, (velocity - velocity_).norm());
      turn_step = std::max(turn_step, (follower.twist.angular - follower_.twist.angular).norm());
    }
    velocity_ = velocity;
    leader_ = leader;
    follower_ = follower;
    for (auto& [at, ticks] : moments) {
      if (now <= at) ticks = {leader, follower};
    }
  }
  // both sides at a time, to be asked for before the session
  void note(double at) { moments[at] = {}; }
  const signals::Tick& leader(double at) const { return moments.at(at).first; }
  const signals::Tick& follower(double at) const { return moments.at(at).second; }

  void expect_no_jolt() const {
    EXPECT_LT(force_step, 0.5);
    EXPECT_LT(torque_step, 0.1);
    EXPECT_LT(speed_step, 0.010);
    EXPECT_LT(turn_step, 0.05);
  }

  double force_step = 0;   // of either side [N]
  double torque_step = 0;  // [N m]
  double speed_step = 0;   // of the follower's tool [m/s]
  double turn_step = 0;    // [rad/s]
  std::map<double, std::pair<signals::Tick, signals::Tick>> moments;

 private:
  std::vector<Stretch> stretches_;
  signals::Tick leader_, follower_;
  Vector3 velocity_ = Vector3::Zero();
};

class GuardedSession : public ::testing::Test {
 protected:
  RunResult run(double duration, std::vector<std::string> overrides, JoltWatcher& watcher) {
    overrides.insert(overrides.begin(),
                     {fmt::format("duration={}", duration), "phases=[]", "expect=[]"});
    const std::string log = directory_.file("log.mcap");
    const RunResult result = session::run(scenario::load_scenario("panda_lwr_haptic", overrides),
                                          {.log_path = log, .observers = {&watcher}});
    const ReplayResult replayed = replay(log);
    EXPECT_EQ(replayed.differences, 0U) << replayed.first->topic << " at tick "
                                        << replayed.first->tick << ": " << replayed.first->detail;
    EXPECT_GT(replayed.run.ticks, 0U);
    return result;
  }

  static int count(const RunResult& result, std::string_view event) {
    int n = 0;
    for (const record::Event& e : result.events) n += e.what.view() == event;
    return n;
  }

 private:
  test::TemporaryDirectory directory_;
};

const std::string kToTheWall =
    "operator.waypoints=[{at=0.8,duration=1.2,to=[0.22,0,0]},{at=3.2,duration=1,to=[0,0,0]}]";

TEST_F(GuardedSession, MovesAndTurnsOnFromWhereTheClutchWasLetGo) {
  JoltWatcher watcher({{2.3, 4.9}});
  for (const double at : {2.3, 4.0, 6.3}) watcher.note(at);
  const auto result = run(6.5,
                          {"operator.waypoints=[{at=0.8,duration=1,to=[0,0.05,0]},"
                           "{at=2.6,duration=1,to=[0,0,0],turn=[0,0.15,0]},"
                           "{at=4.8,duration=1,to=[0,0.05,0],turn=[0,0.15,0]}]",
                           "operator.clutch=[{from=2.4,to=4.0}]"},
                          watcher);
  EXPECT_EQ(result.end, RunEnd::completed);
  const spatial::Pose before = watcher.follower(2.3).coupling.send.pose;
  const spatial::Pose after = watcher.follower(6.3).coupling.send.pose;
  EXPECT_NEAR(after.position.y() - before.position.y(), 0.05, 0.01);
  // the hand has turned, the follower's tool has not
  const spatial::Pose hand = watcher.leader(6.3).coupling.send.pose;
  EXPECT_GT(hand.quaternion().angularDistance(Eigen::Quaterniond::Identity()), 0.08);
  const auto turned = [](const spatial::Pose& from, const spatial::Pose& to) {
    return Eigen::Quaterniond(to.rotation * from.rotation.transpose());
  };
  const spatial::Pose let_go = watcher.leader(4.0).coupling.send.pose;
  EXPECT_LT(turned(before, after).angularDistance(turned(let_go, hand)), 0.03);
  EXPECT_EQ(watcher.leader(6.3).engagement, control::Engagement::engaged);
  watcher.expect_no_jolt();
}

TEST_F(GuardedSession, StartsWithoutAJoltWithAHandThatIsElsewhere) {
  for (const char* alignment : {"approach", "index"}) {
    JoltWatcher watcher({{0.01, 1.5}});
    const auto result = run(1.6,
                            {fmt::format("engagement.alignment={}", alignment),
                             "operator.waypoints=[{at=0.1,duration=0.8,to=[0,0.05,0],"
                             "turn=[0,0.1,0]}]"},
                            watcher);
    EXPECT_EQ(result.end, RunEnd::completed) << alignment;
    watcher.expect_no_jolt();
  }
}

TEST_F(GuardedSession, FollowsHalfAsFarAlongTheTurnedAxis) {
  JoltWatcher watcher;
  watcher.note(0.7);
  watcher.note(3.3);
  run(3.4,
      {"workspace.scale=0.5", "workspace.rotation=[[0,-1,0],[1,0,0],[0,0,1]]",
       "operator.waypoints=[{at=0.8,duration=1.2,to=[0.08,0,0],turn=[0.1,0,0]}]"},
      watcher);
  const Vector3 led = watcher.leader(3.3).tool.position - watcher.leader(0.7).tool.position;
  const Vector3 followed =
      watcher.follower(3.3).tool.position - watcher.follower(0.7).tool.position;
  EXPECT_GT(led.x(), 0.06);
  EXPECT_LT((followed - 0.5 * Vector3(-led.y(), led.x(), led.z())).norm(), 0.004);
  const auto turn = [](const signals::Tick& from, const signals::Tick& to) {
    const Eigen::AngleAxisd a(to.tool.rotation * from.tool.rotation.transpose());
    return Vector3(a.angle() * a.axis());
  };
  const Vector3 hand = turn(watcher.leader(0.7), watcher.leader(3.3));
  const Vector3 tool = turn(watcher.follower(0.7), watcher.follower(3.3));
  EXPECT_GT(hand.x(), 0.05);
  EXPECT_LT((tool - Vector3(-hand.y(), hand.x(), hand.z())).norm(), 0.02);
}

TEST_F(GuardedSession, EndsWithACollisionWhenTheHandPushesTooHard) {
  JoltWatcher watcher;
  const auto result = run(3,
                          {kToTheWall, "leader.guard.contact.force.contact=12",
                           "leader.guard.contact.force.collision=20"},
                          watcher);
  EXPECT_EQ(result.end, RunEnd::fault);
  EXPECT_EQ(result.fault.kind, core::FaultKind::collision);
  EXPECT_STREQ(result.fault.stage, "leader guard");
  EXPECT_EQ(result.fault.axis, 0);
  EXPECT_GT(std::abs(result.fault.value), 20);
  EXPECT_EQ(result.fault.bound, 20);
  EXPECT_EQ(count(result, "load_begin"), 1);
}

TEST_F(GuardedSession, GoesOnAfterACollisionOnceItIsReset) {
  JoltWatcher watcher({{6, 8}});
  watcher.note(5.9);
  watcher.note(8);
  const auto result =
      run(8,
          {kToTheWall, "guard.on_stop=hold", "leader.guard.contact.force.contact=12",
           "leader.guard.contact.force.collision=20",
           "changes=[{at=4.9,reset_stop=true},{at=6,reset_stop=true}]"},
          watcher);
  EXPECT_EQ(result.end, RunEnd::completed);
  // the hand still pressed when it was asked for the first time
  EXPECT_EQ(watcher.leader(5.9).guard.stop, guard::StopReason::collision);
  EXPECT_EQ(watcher.leader(8).guard.stop, guard::StopReason::none);
  EXPECT_EQ(watcher.leader(8).engagement, control::Engagement::engaged);
  EXPECT_EQ(count(result, "stop_begin"), 1);
  EXPECT_EQ(count(result, "stop_end"), 1);
  watcher.expect_no_jolt();
}

TEST_F(GuardedSession, EasesTheForceOutForAHandThatLetGoAndInWhenItIsBack) {
  JoltWatcher watcher({{2.4, 3.0}});
  for (const double at : {2.4, 2.71, 2.9, 4.4}) watcher.note(at);
  const auto result = run(4.5,
                          {"operator.waypoints=[{at=0.8,duration=1.2,to=[0.22,0,0]}]",
                           "operator.let_go=[{from=2.4,to=3.0}]"},
                          watcher);
  EXPECT_EQ(result.end, RunEnd::completed);
  EXPECT_GT(watcher.leader(2.4).coupling.wrench.force.norm(), 10);
  // a tenth of a second of grace and two of release later
  for (const double at : {2.71, 2.9}) {
    EXPECT_EQ(watcher.leader(at).coupling.wrench.force.norm(), 0) << at;
  }
  EXPECT_GT(watcher.leader(4.4).coupling.wrench.force.norm(), 5);
  EXPECT_EQ(count(result, "hand_gone_begin"), 1);
  EXPECT_EQ(count(result, "hand_gone_end"), 1);
  EXPECT_LT(watcher.force_step, 0.6);
  EXPECT_LT(watcher.speed_step, 0.010);
}

TEST_F(GuardedSession, LetsTheHandThroughAFenceOnlyWhileItIsOff) {
  const scenario::Scenario scenario = scenario::load_scenario("panda_lwr_haptic");
  robot::ChainState state;
  robot::forward_kinematics(leader_chain(scenario), scenario.leader.posture, state);
  const Vector3 start = state.tool.position;
  JoltWatcher watcher({{2.9, 4.2}});
  watcher.note(2.9);
  watcher.note(4.2);
  // 5 cm to the left
  const std::string fence = fmt::format(
      "leader.guard.fence={{boxes={{side={{centre=[{},{},{}],half_size=[0.3,0.1,0.3]}}}}}}",
      start.x(), start.y() + 0.15, start.z());
  const auto result =
      run(4.3,
          {"operator.waypoints=[{at=0.8,duration=1.2,to=[0,0.09,0]}]", fence,
           "changes=[{at=3,set=[\"leader.guard.fence.boxes.side.enabled=false\"]}]"},
          watcher);
  EXPECT_EQ(result.end, RunEnd::completed);
  EXPECT_LT(watcher.leader(2.9).tool.position.y(), start.y() + 0.05);
  EXPECT_GT(watcher.leader(2.9).tool.position.y(), start.y() + 0.03);
  EXPECT_GT(watcher.leader(2.9).guard.fence, 5);
  EXPECT_GT(watcher.leader(4.2).tool.position.y(), start.y() + 0.07);
  EXPECT_EQ(watcher.leader(4.2).guard.fence, 0);
  EXPECT_EQ(count(result, "fence_end"), 1);
  watcher.expect_no_jolt();
}

TEST_F(GuardedSession, TakesTheFeedbackAwayWithoutAStep) {
  JoltWatcher watcher({{2.4, 3.4}});
  watcher.note(2.4);
  watcher.note(3.2);
  const auto result = run(3.5,
                          {"operator.waypoints=[{at=0.8,duration=1.2,to=[0.2,0,0]}]",
                           "changes=[{at=2.5,set=[\"coupling.feedback=false\"]}]"},
                          watcher);
  EXPECT_EQ(result.end, RunEnd::completed);
  EXPECT_GT(watcher.leader(2.4).coupling.wrench.force.norm(), 8);
  EXPECT_EQ(watcher.leader(3.2).coupling.wrench.force.norm(), 0);
  watcher.expect_no_jolt();
}

}  // namespace
}  // namespace tether::session
