// What those see who watch a session, and what a log holds for those who watch it again, besides
// the controllers' signals.
#include <filesystem>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "session/logs/flight_recorder.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tether/record/mcap/mcap_reader.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/logs/log_file.hpp"
#include "tether/session/logs/scene_document.hpp"
#include "tether/session/replay.hpp"
#include "tether/session/runner.hpp"
#include "tether/session/virtual_session.hpp"
#include "tether/session/wall/wall_session.hpp"

namespace tether::session {
namespace {

struct LoggedScenes {
  std::map<std::string, std::vector<record::ros2::Stamped<record::ros2::JointState>>>
      scenes;  // by topic
  std::string document;
};

LoggedScenes watched(const std::string& path) {
  LoggedScenes out;
  record::McapReader log(path);
  record::McapMessage message;
  while (log.next(message)) {
    if (!message.channel->topic.ends_with("/scene")) continue;
    out.scenes[message.channel->topic].push_back(
        record::ros2::decode<record::ros2::JointState>(message.payload));
  }
  for (const auto& attachment : log.attachments()) {
    if (attachment.name != kSceneAttachment) continue;
    EXPECT_EQ(attachment.media_type, "application/json");
    for (const std::byte b : attachment.data) out.document += static_cast<char>(b);
  }
  return out;
}

std::string logged(const scenario::Scenario& scenario) {
  const std::string path = testing::TempDir() + "/" + scenario.name + "_scene.mcap";
  run(scenario, {.log_path = path});
  return path;
}

TEST(SceneLog, HoldsAllCoordinatesOfAWorldInWhichMoreMovesThanTheRobotAHundredTimesASecond) {
  const scenario::Scenario scenario =
      scenario::load_scenario("falcon_ropod_corridor", {"duration=1", "expect=[]"});
  const auto seen = watched(logged(scenario));
  ASSERT_EQ(seen.scenes.size(), 1U);  // the leader's is measured by its joints
  const auto& scene = seen.scenes.at("/follower/scene");
  EXPECT_NEAR(static_cast<double>(scene.size()), 100, 1);
  const auto names = sim::coordinate_names(scene_models(scenario).follower);
  EXPECT_EQ(scene.front().body.name, names);
  EXPECT_EQ(scene.front().body.position.size(), names.size());
  EXPECT_TRUE(scene.front().body.velocity.empty());
  EXPECT_NE(scene.front().body.position, scene.back().body.position);
  for (std::size_t i = 1; i < scene.size(); ++i) {
    EXPECT_GE(scene[i].stamp - scene[i - 1].stamp, signals::kScenePeriod);
  }
}

TEST(SceneLog, HoldsHowBothSidesLook) {
  const scenario::Scenario scenario =
      scenario::load_scenario("omega_lwr_wall", {"duration=0.1", "expect=[]"});
  const auto seen = watched(logged(scenario));
  EXPECT_TRUE(seen.scenes.empty());  // joint positions measure everything
  EXPECT_EQ(seen.document, scene_document(scenario));
  const auto document = nlohmann::json::parse(seen.document);
  EXPECT_EQ(document.at("follower").at("robot"), scenario.follower.robot);
}

TEST(SceneLog, HoldsThePicturesOfTheLastSecondBeforeAFault) {
  const scenario::Scenario scenario =
      scenario::load_scenario("falcon_ropod_corridor", {"expect=[]"});
  VirtualSession session(scenario);
  FlightRecorder flight(static_cast<std::size_t>(scenario.rate));
  for (int i = 0; i < 1505; ++i) {
    session.tick();
    flight.observe({.leader = session.leader(),
                    .follower = session.follower(),
                    .leader_scene = session.scene(signals::SideName::leader),
                    .follower_scene = session.scene(signals::SideName::follower)});
    session.advance();
  }
  const std::string path = testing::TempDir() + "/last_second.mcap";
  flight.write(path, scenario, session.leader_chain(), session.setup().chain);
  const auto seen = watched(path);
  const auto& scene = seen.scenes.at("/follower/scene");
  EXPECT_EQ(scene.size(), 100U);
  EXPECT_EQ(scene.front().stamp, core::Time(std::chrono::milliseconds(510)));
  EXPECT_EQ(scene.back().stamp, core::Time(std::chrono::milliseconds(1500)));
}

// the pictures of both sides' worlds, and whether each came with its tick
class PicturesSeen final : public record::Observer {
 public:
  void observe(const record::Observation& seen) noexcept override {
    if (seen.leader_scene != nullptr) take(*seen.leader_scene, seen.leader, leader_);
    if (seen.follower_scene != nullptr) take(*seen.follower_scene, seen.follower, follower_);
  }
  const auto& of(signals::SideName side) const {
    return side == signals::SideName::leader ? leader_ : follower_;
  }
  int out_of_order = 0, too_soon = 0;

 private:
  void take(const signals::SceneState& scene, const signals::Tick& tick,
            std::vector<signals::SceneState>& side) {
    if (scene.tick != tick.index) ++out_of_order;
    if (!side.empty() && scene.time - side.back().time < signals::kScenePeriod) ++too_soon;
    side.push_back(scene);
  }

  std::vector<signals::SceneState> leader_, follower_;
};

constexpr auto kBothSides = {signals::SideName::leader, signals::SideName::follower};

class WatchedInWallTime : public testing::TestWithParam<const char*> {};

TEST_P(WatchedInWallTime, ShowsTheWorldsOfBothSides) {
  const scenario::Scenario scenario = scenario::load_scenario(
      GetParam(), {"duration=1", "expect=[]", "realtime.priority=0", "session.physics=ticks"});
  const std::string path = testing::TempDir() + "/" + scenario.name + "_wall_scene.mcap";
  PicturesSeen seen;
  run_in_wall_time(scenario, signals::LocalSides::both, {.log_path = path, .observers = {&seen}});
  const SceneModels models = scene_models(scenario);
  const auto& follower = seen.of(signals::SideName::follower);
  ASSERT_GT(seen.of(signals::SideName::leader).size(), 5U);
  ASSERT_GT(follower.size(), 5U);
  EXPECT_EQ(seen.of(signals::SideName::leader).back().coordinates, models.leader.coordinates);
  EXPECT_EQ(follower.back().coordinates, models.follower.coordinates);
  const bool more_moves_than_the_robot = scenario.name == "falcon_ropod_corridor";
  const auto logged = watched(path).scenes;
  ASSERT_EQ(logged.size(), more_moves_than_the_robot ? 1U : 0U);
  if (more_moves_than_the_robot) {
    const auto& scene = logged.at("/follower/scene");
    EXPECT_EQ(scene.size(), follower.size());
    EXPECT_EQ(scene.back().stamp, follower.back().time);
  }
  EXPECT_EQ(seen.out_of_order, 0);
  EXPECT_EQ(seen.too_soon, 0);
}

// the second has its devices on activities of their own
INSTANTIATE_TEST_SUITE_P(Of, WatchedInWallTime,
                         testing::Values("omega_lwr_wall", "falcon_ropod_corridor"),
                         [](const auto& tested) { return std::string(tested.param); });

TEST(Scenes, AreTakenWithoutTheHeap) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "the sanitizer has its own allocator";
  VirtualSession session(scenario::load_scenario("falcon_ropod_corridor", {"expect=[]"}));
  int pictures = 0;
  std::int64_t allocations = 0;
  for (int i = 0; i < 100; ++i) {
    const test::AllocationCounter heap;
    session.tick();
    for (const auto side : kBothSides) pictures += session.scene(side) != nullptr ? 1 : 0;
    if (i > 0) allocations += heap.allocations();
    session.advance();
  }
  EXPECT_EQ(pictures, 2 * 10);
  EXPECT_EQ(allocations, 0);
}

TEST(Scenes, AreNotRecordedOfALeaderThatHasNoWorld) {
  PicturesSeen seen;
  run(scenario::load_scenario("lwr_sine_high", {"duration=0.5", "phases=[]", "expect=[]"}),
      {.observers = {&seen}});
  EXPECT_TRUE(seen.of(signals::SideName::leader).empty());
  EXPECT_EQ(seen.of(signals::SideName::follower).size(), 50U);
  EXPECT_EQ(seen.out_of_order, 0);
}

// what rides on every tick, into every copy that is made of it
static_assert(sizeof(signals::DeviceState) <= 512);

TEST(SceneLog, IsNoConcernOfAReplay) {
  const scenario::Scenario scenario =
      scenario::load_scenario("falcon_ropod_corridor", {"duration=1", "expect=[]"});
  const ReplayResult result = replay(logged(scenario));
  EXPECT_EQ(result.differences, 0U) << (result.first ? result.first->topic : "");
}

}  // namespace
}  // namespace tether::session
