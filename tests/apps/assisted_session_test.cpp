// A session whose fixtures are in a process of their own, which dies.
#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include <fmt/format.h>

#include "tests/apps/program.hpp"
#include "tests/support/processes/child_process.hpp"
#include "tests/support/processes/patience.hpp"
#include "tether/record/mcap/mcap_reader.hpp"
#include "tether/record/ros2/ros2_messages.hpp"

namespace tether::apps {
namespace {

// everywhere within reach of the tool
constexpr const char* kGuideInReach = R"([[fixtures]]
id = 1
law = "guide"
shape = "polyline"
points = [[-0.48, 0.30, 0.60], [-0.48, 0.30, 0.80]]
stiffness = 40
range = 2.0
)";

std::vector<double> forces_on_the_hand(const std::string& log) {
  record::McapReader reader(log);
  record::McapMessage message;
  std::vector<double> forces;
  while (reader.next(message)) {
    if (message.channel->topic != "/leader/assist") continue;
    forces.push_back(record::ros2::decode<record::ros2::AssistState>(message.payload)
                         .body.at_leader.force.norm());
  }
  return forces;
}

TEST(AssistedSession, GoesOnWithoutForceWhenTheAssistingProcessIsKilled) {
  const auto directory = scratch();
  const std::string fixtures = directory / "fixtures.toml";
  std::ofstream(fixtures) << kGuideInReach;
  const unsigned domain = 1 + std::random_device()() % 200;
  const std::string printed = directory / "assist.txt";
  test::ChildProcess process({TETHER_PROGRAM, "assist", fixtures, "--domain",
                              fmt::format("{}", domain), "--interface", "lo", "--priority", "0"},
                             printed);
  test::ChildProcess session({TETHER_PROGRAM,   "run",
                              "omega_lwr_wall", "--realtime",
                              "--set",          "duration=8",
                              "--set",          "phases=[]",
                              "--set",          "expect=[]",
                              "--set",          "realtime.priority=0",
                              "--set",          "session.physics=ticks",
                              "--set",          "assist.source=process",
                              "--set",          "assist.interface=lo",
                              "--set",          fmt::format("assist.dds_domain={}", domain),
                              "--out",          directory / "out"},
                             directory / "run.txt");
  EXPECT_TRUE(test::eventually([&] {
    return content(printed).find("a controller speaks") != std::string::npos;
  })) << content(printed);
  std::this_thread::sleep_for(std::chrono::seconds(3));
  process.kill();
  EXPECT_EQ(session.wait(), 0) << content(directory / "run.txt");

  const auto forces = forces_on_the_hand(directory / "out" / "log.mcap");
  const auto felt = std::count_if(forces.begin(), forces.end(), [](double f) { return f > 0.5; });
  EXPECT_GT(felt, 200) << "it was felt";
  const auto last = std::find_if(forces.rbegin(), forces.rend(), [](double f) { return f != 0; });
  EXPECT_GT(last - forces.rbegin(), 500) << "and is gone for good";
  const Outcome replay = tether(fmt::format("replay {}", (directory / "out/log.mcap").string()));
  EXPECT_EQ(replay.status, 0) << replay.output;
}

TEST(AssistedSession, SaysThatAProcessNeedsWallTime) {
  const Outcome outcome = tether("run omega_lwr_wall --set assist.source=process --out " +
                                 (scratch() / "out").string());
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.output.find("run with --realtime"), std::string::npos) << outcome.output;
}

}  // namespace
}  // namespace tether::apps
