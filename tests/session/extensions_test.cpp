#include "tether/scenario/extensions.hpp"

#include <filesystem>
#include <fstream>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/control/couplings/workspace_port.hpp"
#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"
#include "tether/passivity/accounted.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/scenario/workspace.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/session/replay.hpp"
#include "tether/session/runner.hpp"
#include "tether/session/wall/wall_session.hpp"
#include "tether/sim/devices/simulated_device.hpp"

namespace tether::session {
namespace {

using spatial::Vector3;

using scenario::Extensions;

scenario::Scenario short_session(const Extensions& extensions, std::vector<std::string> set = {}) {
  set.insert(set.end(), {"duration=1", "expect=[]", "phases=[]"});
  return scenario::load_scenario("omega_lwr_wall", set, extensions);
}

// stays where it is put, and counts how often it was asked
class Peg : public sim::SimulatedDevice {
 public:
  Peg(const robot::Chain& chain, int& reads) : chain_(chain), reads_(reads) {}
  const robot::Chain& chain() const noexcept override { return chain_; }
  signals::DeviceState read(core::Time) noexcept override {
    ++reads_;
    signals::DeviceState state;
    state.position = state.applied = robot::JointVector::Zero(chain_.joint_count);
    return state;
  }
  void command(core::Time, const device::JointEfforts&) noexcept override {}
  void advance(core::Duration) noexcept override {}

 private:
  robot::Chain chain_;
  int& reads_;
};

// the same, but real: its time is not the session's to let pass
class RealPeg final : public device::Device {
 public:
  RealPeg(const robot::Chain& chain, int& reads) : peg_(chain, reads) {}
  const robot::Chain& chain() const noexcept override { return peg_.chain(); }
  signals::DeviceState read(core::Time now) noexcept override { return peg_.read(now); }
  void command(core::Time, const device::JointEfforts&) noexcept override {}

 private:
  Peg peg_;
};

// pulls with a force that never changes
class Pull final : public control::Coupling {
 public:
  Pull(const control::WorkspaceMapParams& map, const Vector3& force) : port_(map), force_(force) {}
  control::CouplingOutput update(const control::CouplingInput& in) noexcept override {
    control::CouplingOutput out = port_.idle(in);
    port_.exert(spatial::Wrench::from_point(Vector3::Zero(), force_, in.tool.position), out);
    return out;
  }

 private:
  control::FollowerPort port_;
  Vector3 force_;
};

class Wind final : public assist::FixtureForces {
 public:
  assist::FixtureEffect at(core::Time, const spatial::Pose&,
                           const spatial::Twist&) noexcept override {
    assist::FixtureEffect effect;
    effect.at_tool.force = Vector3(0, 2, 0);
    effect.active = 1;
    return effect;
  }
};

class Rest final : public sim::Intention {
 public:
  Vector3 start() const noexcept override { return Vector3(0.02, 0.01, 0); }
  control::PointState update(core::Time now, double, const sim::Senses&) noexcept override {
    done_ = core::seconds(now) > 0.5;
    return {start(), Vector3::Zero()};
  }
  bool done() const noexcept override { return done_; }

 private:
  bool done_ = false;
};

// what both sides did last
class Last final : public record::Observer {
 public:
  void observe(const record::Observation& seen) noexcept override {
    leader = seen.leader;
    follower = seen.follower;
  }
  signals::Tick leader, follower;
};

// stays within its account, as plainly as can be
class Plain final : public passivity::Accounted {
 public:
  explicit Plain(const passivity::PortMotionParams& port) : Accounted(port) {}
  passivity::Admitted receive(const passivity::Port& port,
                              const passivity::ReceivedMessage& received) noexcept override {
    settle(port, received);
    if (received.valid) share(0.01);
    return {received.valid, received.message.signals, tank_.level()};
  }
  passivity::Decision update(const passivity::Port& port, const control::CouplingOutput& coupling,
                             const robot::JointVector& asked) noexcept override {
    return decide(port, coupling, asked, passivity::scale_to(tank_.level(), asked, motion_));
  }
};

Extensions with_plain() {
  Extensions extensions;
  extensions.methods.add(
      {.name = "plain", .help = "an account", .make = [](const auto&, auto, const auto& port) {
         return std::make_unique<Plain>(port);
       }});
  return extensions;
}

// the follower's half of position-force is a pull
Extensions with_pull(const Vector3& force) {
  Extensions extensions;
  extensions.couplings.add(
      {.name = "pull",
       .help = "a force that never changes",
       .leader = extensions.couplings.at("position-force").leader,
       .follower = [force](const scenario::Scenario& s, const scenario::FollowerSetup& setup) {
         return std::make_unique<Pull>(workspace_map(s, setup), force);
       }});
  return extensions;
}

std::string refusal_of(const scenario::Scenario& scenario) {
  try {
    session::run(scenario, {});
  } catch (const core::InputError& refused) {
    return refused.what();
  }
  return "ran";
}

TEST(Extensions, ADeviceTakesThePlaceOfEitherSide) {
  int led = 0, followed = 0;
  Extensions extensions;
  extensions.devices.add({.name = "peg",
                          .help = "stays where it is put",
                          .model = "omega7",
                          .leader = [&](const auto&, const auto& chain) {
                            return std::make_unique<Peg>(chain, led);
                          }});
  extensions.devices.add({.name = "post",
                          .help = "the same",
                          .model = "kuka_lwr4",
                          .follower = [&](const auto&, const scenario::FollowerSetup& setup) {
                            return std::make_unique<Peg>(setup.chain, followed);
                          }});
  const scenario::Scenario scenario =
      short_session(extensions, {"leader.device=peg", "follower.robot=post"});
  EXPECT_EQ(scenario.leader.device, "omega7");
  const RunResult result = session::run(scenario, {});
  EXPECT_EQ(result.end, RunEnd::completed);
  EXPECT_EQ(led, 1000);
  EXPECT_EQ(followed, 1000);
  // nothing moves, so nothing is exchanged
  EXPECT_EQ(result.certificate.final_j, 0);
}

TEST(Extensions, ADeviceThatCannotFollowIsNoRobot) {
  int led = 0;
  Extensions extensions;
  extensions.devices.add({.name = "peg",
                          .help = "stays where it is put",
                          .model = "omega7",
                          .leader = [&](const auto&, const auto& chain) {
                            return std::make_unique<Peg>(chain, led);
                          }});
  try {
    short_session(extensions, {"follower.robot=peg"});
    FAIL() << "a device that only leads was taken as follower";
  } catch (const core::InputError& refused) {
    EXPECT_THAT(refused.what(), testing::HasSubstr("unknown robot \"peg\""));
  }
}

TEST(Extensions, ARealDeviceIsRefusedInVirtualTimeAndRunsInWallTime) {
  int reads = 0;
  Extensions extensions;
  extensions.devices.add({.name = "real-peg",
                          .help = "stays where it is put",
                          .model = "omega7",
                          .leader = [&](const auto&, const auto& chain) {
                            return std::make_unique<RealPeg>(chain, reads);
                          }});
  scenario::Scenario scenario = short_session(
      extensions, {"leader.device=real-peg", "link.transport=in-process", "session.physics=ticks"});
  scenario.duration = 0.2;
  EXPECT_THAT(refusal_of(scenario), testing::HasSubstr("the leader's own device is not simulated"));
  EXPECT_EQ(reads, 0);
  const RunResult result = run_in_wall_time(scenario, signals::LocalSides::both, {});
  EXPECT_EQ(result.end, RunEnd::completed) << result.failure;
  EXPECT_GT(reads, 0);
}

TEST(Extensions, ACouplingRunsUnderItsOwnNumber) {
  const Vector3 force(0, 0, 3);
  Last last;
  session::run(short_session(with_pull(force), {"coupling.kind=pull"}), {.observers = {&last}});
  EXPECT_TRUE(last.follower.coupling.wrench.force.isApprox(force));
  EXPECT_EQ(last.leader.sent.coupling, core::number_of_name("pull"));
  EXPECT_EQ(last.follower.sent.coupling, core::number_of_name("pull"));
  EXPECT_TRUE(last.follower.reference.live);
}

TEST(Extensions, ACouplingOutlivesAChangeOfThePassivityMethod) {
  const Vector3 force(0, 0, 3);
  Last last;
  session::run(
      short_session(with_pull(force),
                    {"coupling.kind=pull", R"(changes=[{at=0.5, set=["passivity.kind=wave"]}])"}),
      {.observers = {&last}});
  EXPECT_EQ(last.follower.sent.method, static_cast<int>(passivity::Method::wave));
  EXPECT_TRUE(last.follower.coupling.wrench.force.isApprox(force));
}

TEST(Extensions, APassivityMethodKeepsTheAccountAndGetsACertificate) {
  Last last;
  const auto scenario =
      short_session(with_plain(), {"passivity.kind=plain", "link.kind=nl_it", "duration=3"});
  const RunResult result = session::run(scenario, {.observers = {&last}});
  EXPECT_EQ(result.certificate.verdict, passivity::Verdict::passive);
  EXPECT_EQ(last.leader.sent.method, core::number_of_name("plain"));
  EXPECT_GT(last.leader.energy.sent, 0);
  EXPECT_GT(last.follower.energy.received, 0);
}

TEST(Extensions, APassivityMethodCanBeChangedToWhileTheSessionRuns) {
  Last last;
  session::run(short_session(with_plain(), {R"(changes=[{at=0.5, set=["passivity.kind=plain"]}])"}),
               {.observers = {&last}});
  EXPECT_EQ(last.follower.sent.method, core::number_of_name("plain"));
}

TEST(Extensions, ForcesOfFixturesReachTheHand) {
  Extensions extensions;
  extensions.fixture_laws.add(
      {.name = "wind", .help = "blows", .make = [](const auto&, const auto&) {
         return std::make_unique<Wind>();
       }});
  Last last;
  const char* two = R"(assist.fixtures=[{id=7, law="wind"}, {id=8, law="wind", enabled=false}])";
  session::run(short_session(extensions, {two}), {.observers = {&last}});
  // it is eased in as the sides meet
  EXPECT_NEAR(last.leader.assist.wrench.force.y(), 2, 1e-4);
  EXPECT_EQ(last.leader.assist.fixtures.nearest, 7);
}

TEST(Extensions, ForcesOfFixturesAddToThoseThatAreBuiltIn) {
  Extensions extensions;
  extensions.fixture_laws.add(
      {.name = "wind", .help = "blows", .make = [](const auto&, const auto&) {
         return std::make_unique<Wind>();
       }});
  const auto forces = [&](const std::string& fixtures) {
    Last last;
    session::run(short_session(extensions, {"assist.fixtures=[" + fixtures + "]"}),
                 {.observers = {&last}});
    return last.leader.assist.fixtures;
  };
  const std::string guide = R"({id=1, law="guide", stiffness=20, range=1, shape="polyline",)"
                            R"( points=[[-0.46, 0.35, 0.6], [-0.46, 0.35, 0.8]]})";
  const auto both = forces(guide + R"(, {id=2, law="wind"})");
  EXPECT_EQ(forces(guide).active, 1);
  EXPECT_EQ(both.active, 2);
  EXPECT_NEAR(both.at_tool.force.y() - forces(guide).at_tool.force.y(), 2, 0.5);
}

TEST(Extensions, ATaskThatIsDoneEndsTheSession) {
  Extensions extensions;
  extensions.tasks.add({.name = "rest", .help = "rests", .make = [](const auto&) {
                          return std::make_unique<Rest>();
                        }});
  Last last;
  const RunResult result =
      session::run(short_session(extensions, {"operator.task=rest"}), {.observers = {&last}});
  EXPECT_NEAR(result.duration, 0.5, 0.01);
  EXPECT_NEAR(last.leader.tool.position.y(), 0.01, 2e-3);
}

TEST(Extensions, ALogOfASessionWithThemNeedsTheSameAndSaysSo) {
  const std::string log = testing::TempDir() + "extensions.mcap";
  const auto scenario = short_session(with_plain(), {"passivity.kind=plain"});
  session::run(scenario, {.log_path = log});
  const auto same = replay(log, std::make_shared<const Extensions>(with_plain()));
  EXPECT_FALSE(same.first) << same.first->detail;
  EXPECT_EQ(same.run.ticks, 1000U);
  try {
    replay(log);
    FAIL() << "replayed without the method";
  } catch (const core::InputError& refused) {
    EXPECT_THAT(refused.what(),
                testing::EndsWith("needs the passivity method plain, which is not built in; load "
                                  "it with --plugin FILE, as the session did"));
  }
}

// a folder with a copy of the LWR as a robot of one's own, and a scenario beside it
class OwnRobot : public testing::Test {
 protected:
  OwnRobot() : folder_(std::filesystem::path(testing::TempDir()) / "own_robot") {
    std::filesystem::create_directories(folder_);
    const auto robot = core::data_path("robots/kuka_lwr4.xml");
    std::filesystem::copy_file(robot, folder_ / "mine.xml",
                               std::filesystem::copy_options::overwrite_existing);
    write("here.xml", R"(<mujoco><include file="mine.xml"/><option timestep="0.001"/></mujoco>)");
    write("mine.toml", R"(extends = "omega_lwr_wall"
expect = []
phases = []
duration = 1
[follower]
robot = "mine.xml"
world = "here.xml"
)");
  }
  ~OwnRobot() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

TEST_F(OwnRobot, IsAModelBesideTheScenario) {
  const scenario::Scenario scenario = scenario::load_scenario(path("mine.toml"));
  EXPECT_EQ(scenario.follower.robot, path("mine.xml"));
  EXPECT_EQ(follower_setup(scenario).chain.name, "mine");
  EXPECT_EQ(session::run(scenario, {}).end, RunEnd::completed);
}

TEST_F(OwnRobot, IsFoundAgainWhenTheScenarioChanges) {
  const scenario::Scenario scenario = scenario::load_scenario(path("mine.toml"));
  EXPECT_EQ(scenario::changed(scenario, {"seed=2"}).follower.robot, path("mine.xml"));
}

TEST_F(OwnRobot, ThatIsNotThereIsNamedWithItsPlace) {
  write("mine.toml", "extends = \"omega_lwr_wall\"\n[follower]\nrobot = \"yours.xml\"\n");
  try {
    scenario::load_scenario(path("mine.toml"));
    FAIL() << "a model that is not there was taken";
  } catch (const core::InputError& refused) {
    EXPECT_THAT(refused.what(), testing::HasSubstr("mine.toml:3:9: no file \"yours.xml\" beside"));
  }
}

TEST_F(OwnRobot, ThatIsNoModelIsRefused) {
  write("mine.xml", "<mujoco></mujoco>");
  EXPECT_THROW(scenario::load_scenario(path("mine.toml")), core::InputError);
}

}  // namespace
}  // namespace tether::session
