// What a log holds besides the controllers' signals, for those who watch a session again.
#include <filesystem>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tether/record/mcap/mcap_reader.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/logs/log_file.hpp"
#include "tether/session/logs/scene_document.hpp"
#include "tether/session/replay.hpp"
#include "tether/session/runner.hpp"

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
  ASSERT_EQ(seen.scenes.size(), 1U);  // the leader's is told by its joints
  const auto& scene = seen.scenes.at("/follower/scene");
  EXPECT_NEAR(static_cast<double>(scene.size()), 100, 1);
  const auto names = sim::coordinate_names(scene_models(scenario).follower);
  EXPECT_EQ(scene.front().body.name, names);
  EXPECT_EQ(scene.front().body.position.size(), names.size());
  EXPECT_TRUE(scene.front().body.velocity.empty());
  EXPECT_NE(scene.front().body.position, scene.back().body.position);
  for (std::size_t i = 1; i < scene.size(); ++i) {
    EXPECT_GE(scene[i].stamp - scene[i - 1].stamp, record::SceneRecorder::kPeriod);
  }
}

TEST(SceneLog, HoldsHowBothSidesLook) {
  const scenario::Scenario scenario =
      scenario::load_scenario("omega_lwr_wall", {"duration=0.1", "expect=[]"});
  const auto seen = watched(logged(scenario));
  EXPECT_TRUE(seen.scenes.empty());  // joint positions tell everything
  EXPECT_EQ(seen.document, scene_document(scenario));
  const auto document = nlohmann::json::parse(seen.document);
  EXPECT_EQ(document.at("follower").at("robot"), scenario.follower.robot);
}

TEST(SceneLog, IsNoConcernOfAReplay) {
  const scenario::Scenario scenario =
      scenario::load_scenario("falcon_ropod_corridor", {"duration=1", "expect=[]"});
  const ReplayResult result = replay(logged(scenario));
  EXPECT_EQ(result.differences, 0U) << (result.first ? result.first->topic : "");
}

}  // namespace
}  // namespace tether::session
