// Sessions with virtual fixtures: what they do to the hand, and what they cost.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tether/record/observer.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/replay.hpp"
#include "tether/session/runner.hpp"

namespace tether::session {
namespace {

// a hand that goes to and fro beside a guide, 3 cm away from it along z
std::string beside_a_guide(const std::string& more) {
  return R"(extends = "omega_lwr_wall"
duration = 8
phases = []
expect = []
[coupling]
feedback = false
[operator]
start = [0.03, 0, 0]
waypoints = [
  { at = 1, duration = 2, to = [0.03, 0.05, 0] },
  { at = 4, duration = 2, to = [0.03, -0.05, 0] },
]
[[assist.fixtures]]
id = 1
law = "guide"
shape = "polyline"
points = [[-0.45, 0.0, 0.73], [-0.45, 0.5, 0.73]]
stiffness = 200
range = 0.2
)" + more;
}

struct Watch : record::Observer {
  void observe(const record::Observation& seen) noexcept override {
    const signals::Tick &leader = seen.leader, &follower = seen.follower;
    const double z = leader.coupling.send.pose.position.z();
    highest = std::max(highest, z);
    const double effort = leader.effort.norm();
    if (started) step = std::max(step, std::abs(effort - before));
    before = effort;
    started = true;
    last_force = leader.assist.wrench.force.norm();
    force = std::max(force, last_force);
    energy = leader.assist_energy;
    tank = std::min({tank, leader.energy.tank, follower.energy.tank});
  }
  double highest = 0;                          // of the hand [m]
  double force = 0, last_force = 0, step = 0;  // [N]
  double energy = 0;                           // [J]
  double tank = 0;                             // [J]
  bool started = false;
  double before = 0;
};

struct GuidedRun {
  Watch seen;
  RunResult result;
};

GuidedRun run_beside_a_guide(const std::string& more = {}) {
  const std::string path = testing::TempDir() + "/beside_a_guide.toml";
  std::ofstream(path) << beside_a_guide(more);
  GuidedRun out;
  RunOptions options;
  options.observers = {&out.seen};
  out.result = run(scenario::load_scenario(path, {}), options);
  return out;
}

TEST(AssistedSession, PullsTheHandTowardsItsGuideAndPaysForIt) {
  const GuidedRun without = run_beside_a_guide("[assist]\nenabled = false\n");
  EXPECT_EQ(without.seen.force, 0);
  EXPECT_LT(without.seen.highest, 0.002);

  const GuidedRun with = run_beside_a_guide();
  EXPECT_GT(with.seen.highest, 0.005) << "the hand gives way";
  EXPECT_GT(with.seen.force, 2);
  EXPECT_GT(with.seen.energy, 0.01) << "which costs energy";
  EXPECT_EQ(with.result.certificate.verdict, passivity::Verdict::passive);
  EXPECT_GT(with.seen.tank, -1e-3) << "that was there";
}

TEST(AssistedSession, SwitchesFixturesOffWithoutAStep) {
  const GuidedRun out =
      run_beside_a_guide("[[changes]]\nat = 3\nset = [\"assist.enabled=false\"]\n");
  EXPECT_GT(out.seen.force, 2);
  EXPECT_LT(out.seen.step, 0.5) << "[N] per tick";
}

TEST(AssistedSession, PullsNobody) {
  const GuidedRun out =
      run_beside_a_guide("[leader.guard.hand]\n[[operator.let_go]]\nfrom = 4\nto = 8\n");
  EXPECT_GT(out.seen.force, 2);
  EXPECT_EQ(out.seen.last_force, 0);
}

TEST(AssistedSession, CarriesTheFilesOfItsFixturesInItsLog) {
  const std::filesystem::path folder = testing::TempDir() + "/files_in_a_log";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "corner.obj") << "v -1 -1 0.73\nv 1 -1 0.73\nv 0 1 0.73\nf 1 2 3\n";
  std::ofstream(folder / "more.toml")
      << "[[fixtures]]\nid = 2\nlaw = \"wall\"\nshape = \"mesh\"\n"
      << "file = \"" << (folder / "corner.obj").string() << "\"\nstiffness = 100\n";
  const std::string path = (folder / "session.toml").string();
  std::ofstream(path) << beside_a_guide("[assist]\nfile = \"" + (folder / "more.toml").string() +
                                        "\"\n");
  const std::string log = testing::TempDir() + "/files_in_a_log.mcap";
  run(scenario::load_scenario(path, {}), {.log_path = log});
  std::filesystem::remove_all(folder);
  EXPECT_EQ(replay(log).differences, 0U);
}

}  // namespace
}  // namespace tether::session
