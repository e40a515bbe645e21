#include "tether/station/foxglove/foxglove_connection.hpp"

#include <cstring>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/station/fake_session.hpp"
#include "tests/station/fixed_snapshot.hpp"
#include "tether/station/page/operator_host.hpp"

namespace tether::station {
namespace {

using nlohmann::json;

struct Data {
  std::uint32_t subscription;
  std::uint64_t time;
  std::span<const std::byte> payload;
};

void give_joints(signals::Tick& tick, int count) {
  tick.measured.position = tick.measured.applied = robot::JointVector::Ones(count);
  tick.velocity = tick.effort = robot::JointVector::Zero(count);
}

struct Foxglove {
  FakeControls controls;
  double now = 5;
  OperatorHost host{controls, [this] { return now; }};
  FakeOutbox outbox;
  std::unique_ptr<ClientConnection> connection;

  explicit Foxglove(const char* scenario = "omega_lwr_wall") : controls() {
    if (std::string(scenario) != "omega_lwr_wall") {
      controls.scenario_now = scenario::load_scenario(scenario);
    }
    connection = host.connect(Dialect::foxglove, outbox);
    controls.snapshot = fixed_snapshot();
    give_joints(controls.snapshot.leader, 3);
    give_joints(controls.snapshot.follower, 7);
  }

  json text(std::size_t i) const { return json::parse(*outbox.sent.at(i).bytes); }
  int channel(const std::string& topic) const {
    const json offered = text(1);
    for (const json& c : offered.at("channels")) {
      if (c.at("topic") == topic) return c.at("id");
    }
    return -1;
  }
  void subscribe(int id, int to) {
    connection->receive(
        json{{"op", "subscribe"}, {"subscriptions", {{{"id", id}, {"channelId", to}}}}}.dump(),
        false);
  }
  void pulse(double passed = 0.1) {
    now += passed;
    controls.fresh = true;
    connection->pulse();
  }
  std::vector<Data> data() const {
    std::vector<Data> found;
    for (const Outgoing& out : outbox.sent) {
      const std::string& b = *out.bytes;
      if (!out.binary || b[0] != 1) continue;
      Data d{};
      std::memcpy(&d.subscription, b.data() + 1, 4);
      std::memcpy(&d.time, b.data() + 5, 8);
      d.payload = std::as_bytes(std::span(b)).subspan(13);
      found.push_back(d);
    }
    return found;
  }
  std::vector<json> statuses() const {
    std::vector<json> found;
    for (const Outgoing& out : outbox.sent) {
      if (out.binary) continue;
      if (json j = json::parse(*out.bytes); j.at("op") == "status") found.push_back(j);
    }
    return found;
  }
};

TEST(FoxgloveConnection, IsSentWhoWeAreAndWhatThereIs) {
  Foxglove f;
  ASSERT_EQ(f.outbox.sent.size(), 2U);
  EXPECT_EQ(f.text(0).at("op"), "serverInfo");
  EXPECT_EQ(f.text(0).at("name"), "tether omega_lwr_wall");
  EXPECT_EQ(f.text(0).at("capabilities"), json({"time"}));
  EXPECT_EQ(f.text(1).at("op"), "advertise");
  const json channels = f.text(1).at("channels");
  const json& joints = channels.at(static_cast<std::size_t>(f.channel("/leader/measured_js")));
  EXPECT_EQ(joints.at("encoding"), "cdr");
  EXPECT_EQ(joints.at("schemaEncoding"), "ros2msg");
  EXPECT_EQ(joints.at("schemaName"), "sensor_msgs/msg/JointState");
  EXPECT_EQ(joints.at("schema"), record::ros2::definition(record::ros2::MessageType::joint_state));
  for (const char* topic : {"/follower/measured_cp", "/follower/energy", "/events"}) {
    EXPECT_GE(f.channel(topic), 0) << topic;
  }
  EXPECT_EQ(f.channel("/follower/scan"), -1);
}

TEST(FoxgloveConnection, IsOfferedScansAndSceneOfAPlatform) {
  Foxglove f("falcon_ropod_corridor");
  EXPECT_GE(f.channel("/follower/scan"), 0);
  EXPECT_GE(f.channel("/follower/scene"), 0);
  EXPECT_EQ(f.channel("/leader/scene"), -1);
}

TEST(FoxgloveConnection, GetsWhatItSubscribedToAsALogHasIt) {
  Foxglove f;
  f.pulse();
  EXPECT_TRUE(f.data().empty());
  f.subscribe(17, f.channel("/leader/measured_cp"));
  f.pulse();
  ASSERT_EQ(f.data().size(), 1U);
  const Data data = f.data()[0];
  EXPECT_EQ(data.subscription, 17U);
  EXPECT_EQ(data.time, 12'345'678'900U);
  const auto pose = record::ros2::decode<record::ros2::Pose>(data.payload);
  EXPECT_EQ(pose.body.position, f.controls.snapshot.leader.tool.position);
  EXPECT_EQ(pose.frame_id, "leader_base");
}

TEST(FoxgloveConnection, ReceivesWhenItSubscribesWhatWasLastSaid) {
  Foxglove f;
  f.subscribe(1, f.channel("/leader/measured_cp"));
  f.pulse();
  const std::size_t before = f.data().size();
  // sent only when it changes
  f.subscribe(2, f.channel("/follower/engagement"));
  ASSERT_EQ(f.data().size(), before + 1);
  EXPECT_EQ(record::ros2::decode<record::ros2::EngagementState>(f.data().back().payload).body.state,
            static_cast<std::uint8_t>(control::Engagement::clutched));
}

TEST(FoxgloveConnection, GetsNothingAfterItUnsubscribed) {
  Foxglove f;
  f.subscribe(3, f.channel("/leader/energy"));
  f.connection->receive(R"({"op":"unsubscribe","subscriptionIds":[3]})", false);
  f.pulse();
  EXPECT_TRUE(f.data().empty());
  f.subscribe(3, f.channel("/leader/energy"));
  f.pulse();
  EXPECT_EQ(f.data().size(), 1U);
  EXPECT_TRUE(f.statuses().empty());
}

TEST(FoxgloveConnection, GetsLessWhenItDoesNotKeepUp) {
  Foxglove f;
  f.subscribe(1, f.channel("/leader/measured_js"));
  f.outbox.is_busy = true;
  const std::size_t before = f.outbox.sent.size();
  for (int i = 0; i < 100; ++i) f.pulse();
  EXPECT_EQ(f.outbox.sent.size(), before);
  f.outbox.is_busy = false;
  f.pulse();
  EXPECT_EQ(f.data().size(), 1U);
}

TEST(FoxgloveConnection, GetsNoMoreThanDisplayRate) {
  Foxglove f;
  f.subscribe(1, f.channel("/leader/measured_js"));
  for (int i = 0; i < 1000; ++i) f.pulse(0.005);
  EXPECT_NEAR(static_cast<double>(f.data().size()), 5 * FoxgloveConnection::kRate, 5);
}

TEST(FoxgloveConnection, IsSentTheSessionsTime) {
  Foxglove f;
  f.pulse();
  const Outgoing& time = f.outbox.sent.back();
  ASSERT_TRUE(time.binary);
  ASSERT_EQ(time.bytes->size(), 9U);
  EXPECT_EQ((*time.bytes)[0], 2);
}

TEST(FoxgloveConnection, IsSentWhatIsWrongWithWhatItAsks) {
  Foxglove f;
  f.subscribe(1, 0);
  f.subscribe(1, 1);
  f.subscribe(2, 0);
  f.subscribe(3, 4000);
  f.connection->receive(R"({"op":"unsubscribe","subscriptionIds":[9]})", false);
  f.connection->receive(R"({"op":"unsubscribe","subscriptionIds":["x"]})", false);
  f.connection->receive(R"({"op":"subscribe"})", false);
  f.connection->receive(R"({"op":"getParameters"})", false);
  f.connection->receive("{", false);
  f.connection->receive(std::string(100, '['), false);
  f.connection->receive("\x01\x00", true);
  std::vector<std::pair<int, std::string>> sent;
  for (const json& s : f.statuses()) sent.emplace_back(s.at("level"), s.at("message"));
  ASSERT_EQ(sent.size(), 10U);
  EXPECT_EQ(sent[0], std::pair(2, std::string("subscription 1 is there already")));
  EXPECT_EQ(sent[1], std::pair(2, std::string("/leader/measured_js is subscribed to already")));
  EXPECT_EQ(sent[2], std::pair(2, std::string("there is no channel 4000")));
  EXPECT_EQ(sent[3], std::pair(1, std::string("there is no subscription 9")));
  EXPECT_EQ(sent[9], std::pair(2, std::string("nothing can be published here")));
}

TEST(FoxgloveConnection, ChangesNothingInTheSession) {
  Foxglove f;
  f.connection->receive(R"({"do":"stop"})", false);
  f.connection->receive(R"({"op":"stop"})", false);
  EXPECT_EQ(f.controls.changes, 0);
  EXPECT_EQ(f.host.pages(), 0U);
}

}  // namespace
}  // namespace tether::station
