// The topics of computer-assisted teleoperation, between a controller, a view and a process.
#include <map>
#include <random>

#include <dds/dds.h>
#include <gtest/gtest.h>

#include "tests/support/processes/patience.hpp"
#include "tether/assistant/client/cat_client.hpp"
#include "tether/assistant/protocol/fixture_client.hpp"
#include "tether/assistant/protocol/fixture_view.hpp"
#include "tether/assistant/service/cat_service.hpp"
#include "tether/core/error.hpp"

namespace tether::assistant {
namespace {

using assist::Fixture;
using assist::Law;

const spatial::Pose kTilted{spatial::exp_rotation({0.1, 0.5, -0.3}), {0.1, 0.2, 0.3}};

CatNetwork any_network() { return {.domain = 1 + std::random_device()() % 200, .interface = "lo"}; }

Fixture path(std::int32_t id) {
  return {.id = id,
          .law = Law::guide,
          .shape = assist::Polyline{{{0, 0, 0}, {0.1, 0.2, 0.3}, {1, 0, 0}}},
          .stiffness = 150,
          .range = 0.05};
}
Fixture field(std::int32_t id) {
  return {.id = id,
          .enabled = false,
          .law = Law::wall,
          .shape = assist::Box{kTilted, {0.1, 0.2, 0.3}},
          .stiffness = 800,
          .damping = 3,
          .end_effector = true};
}
// one of every kind that the document's topics cannot carry
std::vector<Fixture> others() {
  return {
      {.id = 1, .name = "ball", .law = Law::proxy, .shape = assist::Sphere{{1, 2, 3}, 0.5}},
      {.id = 2, .law = Law::scaling, .shape = assist::Cylinder{kTilted, 0.1, 0.7}, .scale = 0.2},
      {.id = 3,
       .law = Law::two_way,
       .shape = assist::Plane{{0, 0, 1}, {0, 1, 1}},
       .threshold = 0.03},
      {.id = 4,
       .law = Law::channel,
       .shape = assist::Spline{{{0, 0, 0}, {1, 1, 1}, {2, 0, 0}}},
       .admittance = 0.02,
       .across = 0.4}};
}

// the process as far as the topics go: keeps what it receives
struct Process {
  explicit Process(const CatNetwork& network) : service(network, poses) {}

  void take() {
    service.take(
        [this](const FixtureUpdate& update) {
          if (update.fixture) {
            held[update.key] = *update.fixture;
          } else if (update.malformed.empty()) {
            held.erase(update.key);
          } else {
            refused[update.key] = update.malformed;
          }
        },
        [this](const FixtureRequest& request) {
          FixtureReply reply{.client = request.client, .number = request.number};
          for (const auto& [key, fixture] : held) reply.states.push_back({key, fixture, "because"});
          reply.total = static_cast<std::uint32_t>(held.size());
          reply.changed = static_cast<std::uint32_t>(request.updates.size());
          reply.refused = request.which;
          return reply;
        });
  }
  bool eventually_holds(std::size_t count) {
    return test::eventually([&] {
      take();
      return held.size() == count;
    });
  }

  PoseInbox poses;
  CatService service;
  std::map<FixtureKey, Fixture> held;
  std::map<FixtureKey, std::string> refused;
};

TEST(CatDds, BringsPosesToTheProcessAndForcesToTheController) {
  const CatNetwork network = any_network();
  Process process(network);
  CatClient client(network);
  EXPECT_FALSE(client.newest());
  const ToolPose sent{kTilted, {spatial::exp_rotation({0, 0, 1}), {0, 0, 0.1}}};
  std::optional<ToolPose> pose;
  ASSERT_TRUE(test::eventually([&] {
    client.send(sent);
    return (pose = process.poses.take()).has_value();
  }));
  EXPECT_EQ(pose->last_frame.rotation, sent.last_frame.rotation);
  EXPECT_EQ(pose->tool_offset.position, sent.tool_offset.position);
  const spatial::Wrench force{{0.1, 0.2, 0.3}, {4, 5, 6}};
  std::optional<spatial::Wrench> came;
  ASSERT_TRUE(test::eventually([&] {
    process.service.send(force);
    return (came = client.newest()).has_value();
  }));
  EXPECT_EQ(came->vector(), force.vector());
}

TEST(CatDds, ALateProcessGetsEveryFixtureOfALivingView) {
  const CatNetwork network = any_network();
  FixtureView view(network);
  for (std::int32_t id = 1; id <= 300; ++id) {
    view.show(FixtureTopic::paths, path(id));
    view.show(FixtureTopic::fields, field(id));
  }
  for (const Fixture& fixture : others()) view.show(FixtureTopic::fixtures, fixture);
  Process late(network);
  EXPECT_TRUE(late.eventually_holds(604));
  Process later(network);
  EXPECT_TRUE(later.eventually_holds(604)) << "each of them";
}

TEST(CatDds, FixturesArriveAsTheyWere) {
  const CatNetwork network = any_network();
  FixtureView view(network);
  view.show(FixtureTopic::paths, path(7));
  view.show(FixtureTopic::fields, field(7));
  for (const Fixture& fixture : others()) view.show(FixtureTopic::fixtures, fixture);
  Process process(network);
  ASSERT_TRUE(process.eventually_holds(6));
  const Fixture& p = process.held.at({FixtureTopic::paths, 7});
  EXPECT_EQ(p.law, Law::guide);
  EXPECT_EQ(std::get<assist::Polyline>(p.shape).points,
            std::get<assist::Polyline>(path(7).shape).points);
  EXPECT_EQ(p.stiffness, 150);
  EXPECT_EQ(p.range, 0.05);
  EXPECT_TRUE(p.enabled);
  const Fixture& f = process.held.at({FixtureTopic::fields, 7});
  EXPECT_EQ(f.law, Law::wall);
  EXPECT_EQ(std::get<assist::Box>(f.shape).centre.rotation, kTilted.rotation);
  EXPECT_EQ(std::get<assist::Box>(f.shape).centre.position, kTilted.position);
  EXPECT_EQ(std::get<assist::Box>(f.shape).half_size, spatial::Vector3(0.1, 0.2, 0.3));
  EXPECT_EQ(f.stiffness, 800);
  EXPECT_EQ(f.damping, 3);
  EXPECT_TRUE(f.end_effector);
  EXPECT_FALSE(f.enabled);
  const auto held = [&](std::int32_t id) -> const Fixture& {
    return process.held.at({FixtureTopic::fixtures, id});
  };
  EXPECT_EQ(held(1).name, "ball");
  EXPECT_EQ(held(1).law, Law::proxy);
  EXPECT_EQ(std::get<assist::Sphere>(held(1).shape).radius, 0.5);
  EXPECT_EQ(std::get<assist::Cylinder>(held(2).shape).half_length, 0.7);
  EXPECT_EQ(held(2).scale, 0.2);
  EXPECT_EQ(std::get<assist::Plane>(held(3).shape).normal, spatial::Vector3(0, 1, 1));
  EXPECT_EQ(held(3).threshold, 0.03);
  EXPECT_EQ(std::get<assist::Spline>(held(4).shape).points.size(), 3U);
  EXPECT_EQ(held(4).admittance, 0.02);
  EXPECT_EQ(held(4).across, 0.4);
}

TEST(CatDds, DisposingAnInstanceRemovesItsFixtureAndNoOther) {
  const CatNetwork network = any_network();
  Process process(network);
  FixtureView view(network);
  view.show(FixtureTopic::paths, path(3));
  view.show(FixtureTopic::fields, field(3));
  view.show(FixtureTopic::fixtures, others()[2]);
  ASSERT_TRUE(process.eventually_holds(3));
  view.remove({FixtureTopic::fields, 3});
  ASSERT_TRUE(process.eventually_holds(2));
  EXPECT_TRUE(process.held.contains({FixtureTopic::paths, 3}));
  EXPECT_TRUE(process.held.contains({FixtureTopic::fixtures, 3}));
  view.remove({FixtureTopic::paths, 3});
  view.remove({FixtureTopic::fixtures, 3});
  EXPECT_TRUE(process.eventually_holds(0));
  // what was removed is not given to those who come later, whatever was shown before
  view.show(FixtureTopic::paths, path(4));
  Process late(network);
  ASSERT_TRUE(late.eventually_holds(1));
  EXPECT_TRUE(late.held.contains({FixtureTopic::paths, 4}));
}

TEST(CatDds, AViewThatGoesLeavesItsFixtures) {
  const CatNetwork network = any_network();
  Process process(network);
  {
    FixtureView view(network);
    view.show(FixtureTopic::paths, path(1));
    ASSERT_TRUE(process.eventually_holds(1));
  }
  ASSERT_TRUE(test::eventually([&] {
    FixtureView probe(network);
    probe.show(FixtureTopic::fields, field(1));
    return process.eventually_holds(2);
  }));
}

TEST(CatDds, ATopicTakesOnlyWhatItHasPlaceFor) {
  FixtureView view(any_network());
  EXPECT_THROW(view.show(FixtureTopic::paths, field(1)), core::InputError);
  EXPECT_THROW(view.show(FixtureTopic::fields, path(1)), core::InputError);
  EXPECT_THROW(view.show(FixtureTopic::fixtures, {.shape = assist::MeshRef()}), core::InputError);
}

TEST(CatDds, ACurveOfTooManyPointsIsRefusedBeforeItIsCopied) {
  const CatNetwork network = any_network();
  Process process(network);
  FixtureView view(network);
  Fixture endless = path(1);
  std::get<assist::Polyline>(endless.shape).points.assign(assist::kMaxPoints + 1, {0, 0, 0});
  view.show(FixtureTopic::paths, endless);
  ASSERT_TRUE(test::eventually([&] {
    process.take();
    return !process.refused.empty();
  }));
  EXPECT_EQ((process.refused.at({FixtureTopic::paths, 1})),
            "100001 points; at most 100000 are taken");
  EXPECT_TRUE(process.held.empty());
}

TEST(CatDds, QuestionsAreAnswered) {
  const CatNetwork network = any_network();
  FixtureClient client(network);
  EXPECT_FALSE(client.ask({}, std::chrono::milliseconds(50))) << "by nobody";
  Process process(network);
  process.held[{FixtureTopic::fields, 9}] = field(9);
  std::atomic<bool> stop = false;
  std::thread serving([&] {
    while (!stop) {
      process.service.wait(std::chrono::milliseconds(10));
      process.take();
    }
  });
  const auto reply = client.ask({.action = FixtureAction::add,
                                 .which = "this one",
                                 .updates = {{.key = {}, .fixture = others()[0], .malformed = {}}}},
                                test::kPatience);
  stop = true;
  serving.join();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->refused, "this one");
  EXPECT_EQ(reply->changed, 1U);
  ASSERT_EQ(reply->states.size(), 1U);
  EXPECT_EQ(reply->states[0].key, (FixtureKey{FixtureTopic::fields, 9}));
  EXPECT_EQ(reply->states[0].fixture.stiffness, 800);
  EXPECT_EQ(reply->states[0].refused, "because");
}

TEST(FixtureKey, IsWrittenAndReadTheSameWay) {
  for (const FixtureKey key :
       {FixtureKey{FixtureTopic::fixtures, -3}, FixtureKey{FixtureTopic::paths, 7},
        FixtureKey{FixtureTopic::fields, 0}}) {
    EXPECT_EQ(parse_fixture_key(to_string(key)), key);
  }
  for (const char* none : {"", "x", "path:", "path:x", "7 ", "field:99999999999", "wall:7"}) {
    EXPECT_FALSE(parse_fixture_key(none)) << none;
  }
}

// what an endpoint announces to everybody on the network
struct Announced {
  std::string type;
  dds_reliability_kind_t reliability = DDS_RELIABILITY_BEST_EFFORT;
  dds_durability_kind_t durability = DDS_DURABILITY_VOLATILE;
  dds_history_kind_t history = DDS_HISTORY_KEEP_ALL;
  std::int32_t depth = 0;
};

std::map<std::string, Announced> announced(dds_entity_t builtin) {
  std::map<std::string, Announced> topics;
  std::array<void*, 64> loans{};
  std::array<dds_sample_info_t, 64> infos;
  const auto count = dds_read(builtin, loans.data(), infos.data(), 64, 64);
  for (std::size_t i = 0; i < static_cast<std::size_t>(std::max(count, 0)); ++i) {
    const auto& endpoint = *static_cast<dds_builtintopic_endpoint_t*>(loans[i]);
    if (!infos[i].valid_data) continue;
    Announced qos{.type = endpoint.type_name};
    dds_duration_t blocking = 0;
    dds_qget_reliability(endpoint.qos, &qos.reliability, &blocking);
    dds_qget_durability(endpoint.qos, &qos.durability);
    dds_qget_history(endpoint.qos, &qos.history, &qos.depth);
    topics[endpoint.topic_name] = qos;
  }
  if (count > 0) dds_return_loan(builtin, loans.data(), count);
  return topics;
}

TEST(CatDds, TopicsHaveTypesAndQualityOfServiceAsPrescribed) {
  const CatNetwork network = any_network();
  const CatClient client(network);
  const FixtureView view(network);
  PoseInbox poses;
  const CatService service(network, poses);
  const dds_entity_t participant = dds_create_participant(network.domain, nullptr, nullptr);
  for (const dds_entity_t kind :
       {DDS_BUILTIN_TOPIC_DCPSPUBLICATION, DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION}) {
    const dds_entity_t builtin = dds_create_reader(participant, kind, nullptr, nullptr);
    std::map<std::string, Announced> topics;
    ASSERT_TRUE(test::eventually([&] { return (topics = announced(builtin)).size() >= 6; }));
    for (const auto& [topic, type] : {std::pair("CAT_forces", "DTP2DDS::CATForce"),
                                      std::pair("TCP_position", "DTP2DDS::CATPosition")}) {
      const Announced& qos = topics.at(topic);
      EXPECT_EQ(qos.type, type);
      EXPECT_EQ(qos.reliability, DDS_RELIABILITY_BEST_EFFORT) << topic;
      EXPECT_EQ(qos.durability, DDS_DURABILITY_VOLATILE) << topic;
      EXPECT_EQ(qos.history, DDS_HISTORY_KEEP_LAST) << topic;
      EXPECT_EQ(qos.depth, 1) << topic;
    }
    for (const auto& [topic, type] : {std::pair("Force_paths", "DTP2DDS::PointCloud"),
                                      std::pair("Force_fields", "DTP2DDS::CollisionBoundary"),
                                      std::pair("Fixtures", "tether_msgs::msg::dds_::Fixture_")}) {
      const Announced& qos = topics.at(topic);
      EXPECT_EQ(qos.type, type);
      EXPECT_EQ(qos.reliability, DDS_RELIABILITY_RELIABLE) << topic;
      EXPECT_EQ(qos.durability, DDS_DURABILITY_TRANSIENT_LOCAL) << topic;
      EXPECT_EQ(qos.history, DDS_HISTORY_KEEP_LAST) << topic;
      EXPECT_EQ(qos.depth, 1) << topic;
    }
  }
  dds_delete(participant);
}

}  // namespace
}  // namespace tether::assistant
