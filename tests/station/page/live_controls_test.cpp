#include "tether/station/page/live_controls.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "station/page/session_values.hpp"
#include "tests/support/processes/patience.hpp"
#include "tether/scenario/fixture_file.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/replay.hpp"
#include "tether/session/wall/wall_session.hpp"

namespace tether::station {
namespace {

using signals::SideName;
using spatial::Vector3;

// a session in wall time on a thread of its own, with somebody who has its controls
class RunningSession {
 public:
  explicit RunningSession(const std::string& scenario, std::vector<std::string> overrides = {},
                          std::vector<record::Observer*> observers = {}, std::string log = "")
      : scenario_(load(scenario, std::move(overrides))),
        controls({scenario_, mailbox_, watcher_, testing::TempDir(), &pause_}) {
    observers.push_back(&watcher_);
    thread_ = std::thread([this, observers, log] {
      result_ = session::run_in_wall_time(scenario_, signals::LocalSides::both,
                                          {.log_path = log,
                                           .fault_path = {},
                                           .observers = observers,
                                           .stop = &stop_,
                                           .pause = &pause_,
                                           .mailbox = &mailbox_});
    });
  }
  ~RunningSession() { end(); }

  const session::RunResult& end() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    return result_;
  }

  // looks until it is so; false when patience is at its end
  template <class Condition>
  bool sees(Condition condition) {
    return test::eventually([&] {
      controls.look(now);
      return now.leader.time > core::Time() && condition();
    });
  }
  bool engaged() {
    return sees([&] { return now.leader.engagement == control::Engagement::engaged; });
  }

 private:
  static scenario::Scenario load(const std::string& name, std::vector<std::string> overrides) {
    // the world waits for a machine that is late, which is not what these tests are about
    overrides.insert(overrides.end(), {"duration=3600", "guard.on_stop=hold", "realtime.priority=0",
                                       "session.physics=ticks"});
    return scenario::load_scenario(name, overrides);
  }

  scenario::Scenario scenario_;
  session::CommandMailbox mailbox_;
  Watcher watcher_;
  std::atomic<bool> stop_{false}, pause_{false};
  session::RunResult result_;
  std::thread thread_;

 public:
  LiveControls controls;
  Snapshot now;
};

// somebody holds the handle there until the condition holds
template <class Condition>
bool held_at(RunningSession& session, const Vector3& position, Condition condition) {
  return session.sees([&] {
    session.controls.hold({.position = position, .orientation = {}, .clutch = false});
    return condition();
  });
}

// The hand's arm has 400 N/m and feels the friction of a robot that comes to rest, some newtons.
bool near(const Vector3& place, const Vector3& aim) { return (place - aim).norm() < 0.02; }
// by how much the same friction stretches the coupling of 500 N/m, with some to spare
constexpr double kStretch = 0.015;  // [m]

TEST(LiveControls, LeadTheFollowerByTheHandOfThePage) {
  RunningSession session("omega_lwr_wall");
  ASSERT_TRUE(session.engaged());
  const Vector3 aim(0.06, 0.03, -0.02);
  const Vector3& leader = session.now.leader.tool.position;
  const Vector3& follower = session.now.follower.coupling.send.pose.position;
  EXPECT_TRUE(held_at(session, aim,
                      [&] { return near(leader, aim) && (follower - leader).norm() < kStretch; }))
      << leader.transpose() << " and " << follower.transpose();
}

TEST(LiveControls, FeelTheWallThatTheFollowerTouches) {
  RunningSession session("omega_lwr_wall");
  ASSERT_TRUE(session.engaged());
  // the wall is where the leader's x is zero
  EXPECT_TRUE(held_at(session, Vector3(-0.05, 0, 0), [&] {
    return session.now.leader.measured.external_at_tool.force.x() < -3 &&
           session.now.leader.tool.position.x() > -0.05 &&
           session.now.follower.measured.external_at_tool.force.x() > 3;
  }));
}

TEST(LiveControls, SeeTheWorldsOfBothSidesAsTheyWereNotLongAgo) {
  RunningSession session("omega_lwr_wall");
  ASSERT_TRUE(session.engaged());
  const signals::SceneState& scene = session.now.follower_scene;
  const auto first = scene.tick;
  EXPECT_TRUE(session.sees([&] { return scene.tick > first && scene.coordinates == 7; }));
  EXPECT_EQ(session.now.leader_scene.coordinates, 3);
  EXPECT_LE(scene.tick, session.now.follower.index);
  EXPECT_LT(session.now.follower.time - scene.time, std::chrono::seconds(1));
}

TEST(LiveControls, LetTheHandRestWhereItIsLetGo) {
  RunningSession session("omega_lwr_wall");
  ASSERT_TRUE(session.engaged());
  const Vector3 aim(0.05, 0.05, 0);
  const core::Time begin = session.now.leader.time;
  const auto passed = [&](std::chrono::seconds time) {
    return session.now.leader.time > begin + time;
  };
  ASSERT_TRUE(held_at(session, aim, [&] { return passed(std::chrono::seconds(2)); }));
  const Vector3 left = session.now.leader.tool.position;
  EXPECT_TRUE(near(left, aim)) << left.transpose();
  session.controls.let_go();
  ASSERT_TRUE(session.sees([&] { return passed(std::chrono::seconds(4)); }));
  EXPECT_TRUE(near(session.now.leader.tool.position, left));
}

// every tick that a side made: its place on the grid, and whether it braked
class TicksMade final : public record::Observer {
 public:
  void observe(const record::Observation& seen) noexcept override {
    for (const signals::Tick* t : {&seen.leader, &seen.follower}) {
      if (t->origin != signals::TickOrigin::made) continue;
      auto& made = t == &seen.leader ? leader : follower;
      made.emplace_back(t->index, t->guard.stop != guard::StopReason::none);
    }
    for (const record::Event& e : seen.events) {
      if (e.what.view() == record::kChangedEvent) changes.emplace_back(e.detail.view());
    }
  }
  // ticks of a side after that one in which it did not yet brake
  static long unbraked(const std::vector<std::pair<std::uint64_t, bool>>& made,
                       std::uint64_t after) {
    const auto later =
        std::find_if(made.begin(), made.end(), [&](auto t) { return t.first > after; });
    return std::find_if(later, made.end(), [](auto t) { return t.second; }) - later;
  }

  std::vector<std::pair<std::uint64_t, bool>> leader, follower;
  std::vector<std::string> changes;
};

TEST(LiveControls, StopBothSidesInTheSecondTickAtTheLatest) {
  TicksMade ticks;
  RunningSession session("omega_lwr_wall", {}, {&ticks});
  ASSERT_TRUE(session.engaged());
  session.controls.stop();
  ASSERT_TRUE(session.sees([&] {
    return session.now.leader.guard.stop != guard::StopReason::none &&
           session.now.follower.guard.stop != guard::StopReason::none;
  }));
  session.end();
  ASSERT_EQ(ticks.changes.size(), 1U);
  unsigned long long leader = 0, follower = 0;
  ASSERT_EQ(
      std::sscanf(ticks.changes[0].c_str(),
                  "stop pressed after leader tick %llu, follower tick %llu", &leader, &follower),
      2);
  ASSERT_GT(leader, 0U);
  EXPECT_LE(TicksMade::unbraked(ticks.leader, leader), 1);
  EXPECT_LE(TicksMade::unbraked(ticks.follower, follower), 1);
}

TEST(LiveControls, StopBothSidesAndLetThemGoOn) {
  RunningSession session("omega_lwr_wall");
  ASSERT_TRUE(session.engaged());
  session.controls.stop();
  ASSERT_TRUE(session.sees([&] {
    return session.now.leader.guard.stop == guard::StopReason::emergency &&
           session.now.follower.guard.stop == guard::StopReason::emergency;
  }));
  EXPECT_FALSE(session.controls.reset());
  EXPECT_TRUE(session.sees([&] {
    return session.now.leader.guard.stop == guard::StopReason::none &&
           session.now.follower.guard.stop == guard::StopReason::none;
  }));
  EXPECT_TRUE(session.engaged());
}

TEST(LiveControls, LetBothSidesRestAndGoOn) {
  RunningSession session("omega_lwr_wall");
  ASSERT_TRUE(session.engaged());
  const auto rest = [&] { return session.now.leader.resting && session.now.follower.resting; };
  const auto no_effort = [&] {
    return session.now.leader.effort.isZero(0) && session.now.follower.effort.isZero(0);
  };
  EXPECT_FALSE(session.controls.pause(true));
  ASSERT_TRUE(session.sees([&] { return rest() && no_effort(); }));
  // a stop that is pressed meanwhile is taken, and the pause does not take it back
  session.controls.stop();
  EXPECT_TRUE(session.sees(
      [&] { return session.now.leader.guard.stop == guard::StopReason::emergency && rest(); }));
  EXPECT_FALSE(session.controls.pause(false));
  ASSERT_TRUE(session.sees([&] { return !session.now.leader.resting; }));
  EXPECT_EQ(session.now.leader.guard.stop, guard::StopReason::emergency);
  EXPECT_FALSE(session.controls.reset());
  EXPECT_TRUE(session.engaged());
}

TEST(LiveControls, ChangeDelayAndMethodWhileTheSessionRuns) {
  RunningSession session("omega_lwr_wall");
  ASSERT_TRUE(session.engaged());
  EXPECT_EQ(session.controls.change({"link.delay=0.05", "link.loss=0.2"}), std::nullopt);
  EXPECT_TRUE(session.sees([&] {
    return session.now.leader.quality.round_trip > 0.09 && session.now.leader.quality.loss > 0.1;
  }));
  EXPECT_EQ(session.controls.change({"passivity.kind=none"}), std::nullopt);
  EXPECT_TRUE(session.sees([&] {
    return session.now.leader.sent.method == static_cast<int>(passivity::Method::none) &&
           session.now.follower.sent.method == static_cast<int>(passivity::Method::none);
  }));
  EXPECT_EQ(session.controls.scenario().passivity.method, passivity::Method::none);
  EXPECT_TRUE(session.sees([&] {
    const auto events = session.controls.events(0);
    return std::any_of(events.begin(), events.end(), [](const record::Event& event) {
      return event.what.view() == "changed" && event.detail.view() == "passivity.kind=none";
    });
  }));
}

TEST(LiveControls, TurnTheFiguresOfALinkInBothDirectionsAndLeaveTheOthers) {
  RunningSession session("omega_lwr_wall", {"link.to_leader.delay=0.4"});
  const auto shown = [&] { return session_values(session.controls.scenario()).at("values"); };
  EXPECT_EQ(shown().at("link.delay").get<double>(), 0.2);
  ASSERT_TRUE(session.sees([&] { return session.now.leader.quality.round_trip > 0.39; }));
  EXPECT_EQ(session.controls.change({"link.loss=0.2"}), std::nullopt);
  EXPECT_TRUE(session.sees([&] {
    return session.now.leader.quality.loss > 0.1 && session.now.follower.quality.loss > 0.1;
  }));
  EXPECT_GT(session.now.leader.quality.round_trip, 0.3);
  EXPECT_EQ(session.controls.change({"link.delay=0.05"}), std::nullopt);
  EXPECT_EQ(shown().at("link.delay").get<double>(), 0.05);
  EXPECT_TRUE(session.sees([&] {
    const double round_trip = session.now.leader.quality.round_trip;
    return round_trip > 0.09 && round_trip < 0.2;
  }));
}

TEST(LiveControls, RefuseWhatCannotChangeAndSayWhy) {
  RunningSession session("omega_lwr_wall");
  EXPECT_NE(session.controls.change({"leader.device=falcon"}), std::nullopt);
  const Refusal bad = session.controls.change({"passivity.kind=two-leyer"});
  ASSERT_NE(bad, std::nullopt);
  EXPECT_NE(bad->find("two-layer"), std::string::npos) << *bad;
  EXPECT_NE(session.controls.change({"link.delay=-1"}), std::nullopt);
  EXPECT_NE(session.controls.change({"link.delay"}), std::nullopt);
  EXPECT_EQ(session.controls.scenario().passivity.method, passivity::Method::two_layer);
}

TEST(LiveControls, JogTheFollowerAwayFromTheLeaderWhoKeepsTheOffset) {
  RunningSession session("omega_lwr_wall");
  ASSERT_TRUE(session.engaged());
  const double before = session.now.follower.measured.position[6];
  control::JogVelocity velocity{.joints = robot::JointVector::Zero(7)};
  velocity.joints[6] = 0.3;
  ASSERT_TRUE(session.sees([&] {
    EXPECT_FALSE(session.controls.jog(SideName::follower, velocity));
    return session.now.follower.jogging && session.now.follower.measured.position[6] > before + 0.1;
  }));
  // nobody repeats the order: it halts, and both meet again where the robot was left
  ASSERT_TRUE(session.sees([&] {
    return !session.now.follower.jogging &&
           session.now.follower.engagement == control::Engagement::engaged;
  }));
  EXPECT_GT(session.now.follower.measured.position[6], before + 0.05);
  const session::RunResult& result = session.end();
  EXPECT_FALSE(result.fault) << core::describe(result.fault);
  EXPECT_EQ(result.certificate.verdict, passivity::Verdict::not_guaranteed);
}

TEST(LiveControls, GoToAStoredPoseAndThere) {
  RunningSession session("omega_lwr_wall");
  ASSERT_TRUE(session.engaged());
  ASSERT_FALSE(session.controls.store(SideName::follower, "here"));
  const robot::JointVector here = session.controls.poses().back().position;
  control::JogVelocity velocity{.space = control::JogSpace::tool};
  velocity.linear = Vector3(0, 0, 0.05);
  ASSERT_TRUE(session.sees([&] {
    EXPECT_FALSE(session.controls.jog(SideName::follower, velocity));
    return (session.now.follower.measured.position - here).norm() > 0.05;
  }));
  ASSERT_FALSE(session.controls.go(SideName::follower, "here", control::JogSpace::joints));
  EXPECT_TRUE(
      session.sees([&] { return (session.now.follower.measured.position - here).norm() < 0.02; }));
  EXPECT_TRUE(session.controls.go(SideName::follower, "nowhere", control::JogSpace::joints));
  EXPECT_TRUE(session.controls.jog(SideName::leader, velocity));
}

// pushes out a tool that is there
assist::Fixture box_around(const Vector3& place, std::int32_t id) {
  assist::Fixture box;
  box.id = id;
  box.law = assist::Law::wall;
  box.stiffness = 300;
  box.shape = spatial::Box{.centre = {Eigen::Matrix3d::Identity(), place},
                           .half_size = Vector3(0.03, 0.05, 0.05)};
  return box;
}

TEST(LiveControls, LetAFixtureThatIsDrawnPushTheHand) {
  RunningSession session("omega_lwr_wall");
  ASSERT_TRUE(session.engaged());
  const Vector3 aim(0.06, 0, 0);
  ASSERT_TRUE(held_at(session, aim, [&] { return near(session.now.leader.tool.position, aim); }));
  assist::Fixture box = box_around(session.now.follower.tool.position, 7);
  ASSERT_EQ(session.controls.put(box), std::nullopt);
  EXPECT_TRUE(
      held_at(session, aim, [&] { return session.now.leader.assist.wrench.force.norm() > 1; }));
  box.enabled = false;
  ASSERT_EQ(session.controls.put(box), std::nullopt);
  EXPECT_TRUE(
      held_at(session, aim, [&] { return session.now.leader.assist.wrench.force.norm() == 0; }));
  std::string path;
  ASSERT_EQ(session.controls.save_fixtures(path), std::nullopt);
  const auto read = scenario::read_fixtures(path);
  ASSERT_EQ(read.size(), 1);
  EXPECT_EQ(read[0].id, 7);
  EXPECT_EQ(session.controls.remove(7), std::nullopt);
  EXPECT_NE(session.controls.remove(7), std::nullopt);
}

// whatever somebody outside did is in the log, and is done again in its tick
TEST(LiveControls, AreReplayedWithoutDifference) {
  const std::string log = testing::TempDir() + "/live_replay.mcap";
  RunningSession session("omega_lwr_wall", {}, {}, log);
  ASSERT_TRUE(session.engaged());
  session.controls.hold({.position = {0.02, 0.01, 0}});
  EXPECT_FALSE(session.controls.change({"coupling.translation_stiffness=300"}));
  EXPECT_FALSE(session.controls.change({"passivity.kind=set-position", "link.delay=0.02"}));
  ASSERT_TRUE(session.sees([&] { return session.now.leader.commands.change == 2; }));
  const assist::Fixture box = box_around(session.now.follower.tool.position, 5);
  ASSERT_EQ(session.controls.put(box), std::nullopt);
  ASSERT_TRUE(session.sees([&] { return session.now.leader.assist.wrench.force.norm() > 0.1; }));
  session.controls.stop();
  ASSERT_TRUE(session.sees(
      [&] { return session.now.follower.guard.stop == guard::StopReason::emergency; }));
  EXPECT_FALSE(session.controls.reset());
  ASSERT_TRUE(session.engaged());
  control::JogVelocity velocity;
  velocity.joints = robot::JointVector::Constant(7, 0.05);
  EXPECT_FALSE(session.controls.jog(SideName::follower, velocity));
  ASSERT_TRUE(session.sees([&] { return session.now.follower.jogging; }));
  ASSERT_TRUE(session.sees([&] { return !session.now.follower.jogging; }));
  EXPECT_FALSE(session.controls.go(SideName::follower, "start", control::JogSpace::joints));
  ASSERT_TRUE(session.sees([&] { return session.now.follower.commands.jog.number == 2; }));
  session.end();
  const session::ReplayResult again = session::replay(log);
  EXPECT_EQ(again.differences, 0U)
      << again.first->topic << " at " << again.first->tick << ": " << again.first->detail;
  EXPECT_GE(again.changes, 6U);
}

}  // namespace
}  // namespace tether::station
