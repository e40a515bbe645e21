#include "tether/scenario/own_parts.hpp"

#include <filesystem>
#include <fstream>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/control/couplings/workspace_port.hpp"
#include "tether/core/data_path.hpp"
#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/session/assemble/couplings.hpp"
#include "tether/session/runner.hpp"
#include "tether/session/wall/wall_session.hpp"
#include "tether/sim/devices/simulated_device.hpp"

namespace tether::session {
namespace {

using spatial::Vector3;

scenario::Scenario short_session(std::vector<std::string> set = {}) {
  set.insert(set.end(), {"duration=1", "expect=[]", "phases=[]"});
  return scenario::load_scenario("omega_lwr_wall", set);
}

void give(scenario::Scenario& scenario, scenario::OwnParts parts) {
  scenario.own = std::make_shared<scenario::OwnParts>(std::move(parts));
}

// stays where it is put, and tells how often it was asked
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

TEST(OwnParts, ADeviceTakesThePlaceOfEitherSide) {
  int led = 0, followed = 0;
  scenario::Scenario scenario = short_session();
  give(scenario,
       {.leader_device = [&](const auto&,
                             const auto& chain) { return std::make_unique<Peg>(chain, led); },
        .follower_device =
            [&](const auto&, const scenario::FollowerSetup& setup) {
              return std::make_unique<Peg>(setup.chain, followed);
            }});
  const RunResult result = session::run(scenario, {});
  EXPECT_EQ(result.end, RunEnd::completed);
  EXPECT_EQ(led, 1000);
  EXPECT_EQ(followed, 1000);
  // nothing moves, so nothing is exchanged
  EXPECT_EQ(result.certificate.final_j, 0);
}

TEST(OwnParts, ARealDeviceIsRefusedInVirtualTimeAndRunsInWallTime) {
  int reads = 0;
  scenario::Scenario scenario =
      short_session({"link.transport=in-process", "session.physics=ticks"});
  scenario.duration = 0.2;
  give(scenario, {.leader_device = [&](const auto&, const auto& chain) {
         return std::make_unique<RealPeg>(chain, reads);
       }});
  try {
    session::run(scenario, {});
    FAIL() << "a device that keeps wall time ran in virtual time";
  } catch (const core::InputError& refused) {
    EXPECT_THAT(refused.what(), testing::HasSubstr("the leader's own device is not simulated"));
  }
  EXPECT_EQ(reads, 0);
  const RunResult result = run_in_wall_time(scenario, signals::Cast::both, {});
  EXPECT_EQ(result.end, RunEnd::completed) << result.failure;
  EXPECT_GT(reads, 0);
}

TEST(OwnParts, ACouplingIsAskedInThePlaceOfTheScenarios) {
  const Vector3 force(0, 0, 3);
  scenario::Scenario scenario = short_session();
  give(scenario, {.follower_coupling = [&](const scenario::Scenario& s,
                                           const scenario::FollowerSetup& setup) {
         return std::make_unique<Pull>(workspace_map(s, setup), force);
       }});
  Last last;
  session::run(scenario, {.observers = {&last}});
  EXPECT_TRUE(last.follower.coupling.wrench.force.isApprox(force));
}

TEST(OwnParts, ACouplingOutlivesAChangeOfThePassivityMethod) {
  const Vector3 force(0, 0, 3);
  scenario::Scenario scenario =
      short_session({R"(changes=[{at=0.5, set=["passivity.kind=wave"]}])"});
  give(scenario, {.follower_coupling = [&](const scenario::Scenario& s,
                                           const scenario::FollowerSetup& setup) {
         return std::make_unique<Pull>(workspace_map(s, setup), force);
       }});
  Last last;
  session::run(scenario, {.observers = {&last}});
  EXPECT_EQ(last.follower.sent.method, static_cast<int>(passivity::Method::wave));
  EXPECT_TRUE(last.follower.coupling.wrench.force.isApprox(force));
}

TEST(OwnParts, ForcesOfFixturesReachTheHand) {
  scenario::Scenario scenario = short_session();
  give(scenario, {.fixture_forces = [](const auto&) { return std::make_unique<Wind>(); }});
  Last last;
  session::run(scenario, {.observers = {&last}});
  // it is eased in as the sides meet
  EXPECT_NEAR(last.leader.assist.wrench.force.y(), 2, 1e-4);
}

TEST(OwnParts, ATaskThatIsDoneEndsTheSession) {
  scenario::Scenario scenario = short_session();
  give(scenario, {.intention = [](const auto&) { return std::make_unique<Rest>(); }});
  Last last;
  const RunResult result = session::run(scenario, {.observers = {&last}});
  EXPECT_NEAR(result.duration, 0.5, 0.01);
  EXPECT_NEAR(last.leader.tool.position.y(), 0.01, 2e-3);
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
