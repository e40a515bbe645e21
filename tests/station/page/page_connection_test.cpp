#include "station/page/page_connection.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "station/page/fixture_json.hpp"
#include "tests/station/fake_session.hpp"
#include "tests/station/fixed_snapshot.hpp"
#include "tether/station/page/operator_host.hpp"

namespace tether::station {
namespace {

using nlohmann::json;

// one session with pages
struct Station {
  FakeControls controls;
  double now = 100;
  OperatorHost host{controls, [this] { return now; }};

  std::unique_ptr<ClientConnection> page(FakeOutbox& outbox) {
    return host.connect(Dialect::page, outbox);
  }
  // time passes, and the session goes on
  void pass(double seconds) {
    now += seconds;
    controls.fresh = true;
  }
};

// a station with one page
struct OnePage : Station {
  FakeOutbox outbox;
  std::unique_ptr<ClientConnection> connection = page(outbox);

  void receive(const json& message) { connection->receive(message.dump(), false); }
  std::string refusal_of(const json& message) {
    const std::size_t before = outbox.said("refused").size();
    const int changes = controls.changes;
    receive(message);
    EXPECT_EQ(outbox.said("refused").size(), before + 1) << message;
    EXPECT_EQ(controls.changes, changes) << message;
    return outbox.last_refusal();
  }
};

TEST(PageConnection, IsSentFirstOfAllWhatTheSessionIs) {
  OnePage s;
  ASSERT_EQ(s.outbox.sent.size(), 1U);
  const json document = json::parse(*s.outbox.sent[0].bytes);
  EXPECT_EQ(document.at("say"), "session");
  EXPECT_EQ(document.at("protocol"), 1);
  EXPECT_EQ(document.at("name"), "omega_lwr_wall");
  EXPECT_EQ(document.at("simulated"), true);
  EXPECT_EQ(document.at("values").at("coupling.kind"), "auto");
  EXPECT_EQ(document["values"].at("link.delay").get<double>(),
            s.controls.scenario_now.link.emulated.to_follower.delay.mean);
  EXPECT_EQ(document["values"].at("coupling.translation_stiffness").get<double>(),
            s.controls.scenario_now.coupling.translation_stiffness);
  EXPECT_EQ(document.at("choices").at("passivity.kind").size(), 6U);
  EXPECT_EQ(document.at("leader").at("joints").size(), 3U);
  EXPECT_EQ(document.at("follower").at("q").size(), 7U);
  EXPECT_TRUE(document.at("workspace").contains("scale"));
  EXPECT_TRUE(document.at("fixtures").is_array());
  EXPECT_TRUE(document.at("poses").is_array());
  EXPECT_TRUE(document.at("tank_level").is_number());
  EXPECT_TRUE(document.at("force_limit").is_number());
}

TEST(PageConnection, IsShownAFrameOnlyWhenThereIsSomethingNew) {
  OnePage s;
  s.controls.snapshot = fixed_snapshot();
  s.pass(0.1);
  s.connection->pulse();
  ASSERT_EQ(s.outbox.shown.size(), 1U);
  EXPECT_TRUE(s.outbox.shown[0].binary);
  EXPECT_EQ(s.outbox.shown[0].bytes->substr(0, 4), "TTH1");
  s.now += 0.1;
  s.connection->pulse();
  EXPECT_EQ(s.outbox.shown.size(), 1U);
}

TEST(PageConnection, SharesOneEncodedFrameWithAllOthers) {
  Station s;
  std::vector<FakeOutbox> boxes(20);
  std::vector<std::unique_ptr<ClientConnection>> connections;
  for (auto& box : boxes) connections.push_back(s.page(box));
  s.pass(0.1);
  const int looks = s.controls.looks;
  for (auto& connection : connections) {
    s.controls.fresh = true;
    connection->pulse();
  }
  EXPECT_EQ(s.controls.looks, looks + 1);
  for (const auto& box : boxes) {
    ASSERT_EQ(box.shown.size(), 1U);
    EXPECT_EQ(box.shown[0].bytes, boxes[0].shown[0].bytes);
  }
}

TEST(PageConnection, GetsFramesAtTheRateItWants) {
  for (const double hz : {1.0, 30.0, 60.0, 120.0}) {
    OnePage s;
    s.receive({{"do", "rate"}, {"hz", hz}});
    for (int i = 0; i < 1200; ++i) {
      // pulses come a little early or late
      s.pass(1 / 120.0 + (i % 2 == 0 ? 4e-4 : -4e-4));
      s.connection->pulse();
    }
    EXPECT_NEAR(static_cast<double>(s.outbox.shown.size()), 10 * hz, 2) << hz;
  }
}

TEST(PageConnection, IsSentEventsOnceAndANewPageThoseThatWere) {
  OnePage s;
  for (int i = 0; i < 70; ++i) {
    record::Event event;
    event.time = core::Time(std::chrono::milliseconds(i));
    event.what.assign("contact");
    event.detail.format("number {}", i);
    s.controls.happened.push_back(event);
  }
  s.pass(0.1);
  s.connection->pulse();
  s.pass(0.1);
  s.connection->pulse();
  const auto sent = s.outbox.said("event");
  ASSERT_EQ(sent.size(), 70U);
  EXPECT_EQ(sent[3],
            json({{"say", "event"}, {"t", 0.003}, {"what", "contact"}, {"detail", "number 3"}}));
  FakeOutbox late;
  const auto connection = s.page(late);
  connection->pulse();
  ASSERT_EQ(late.said("event").size(), PageConnection::kPastEvents);
  EXPECT_EQ(late.said("event").back().at("detail"), "number 69");
}

TEST(PageConnection, IsSentLastOfAllHowTheSessionEnded) {
  OnePage s;
  s.pass(0.1);
  s.connection->pulse();
  // what happened in the last moment comes before it, and the last state with it
  record::Event event;
  event.what.assign("contact");
  s.controls.happened.push_back(event);
  s.controls.fresh = true;
  s.controls.snapshot.ended = true;
  s.host.end(
      {{report::Verdict::fail, {"guard exceeded: \"x\"", "expectation: y"}}, "out/report.html"});
  s.connection->pulse();
  ASSERT_EQ(s.outbox.sent.size(), 3U);
  EXPECT_EQ(s.outbox.said("event").size(), 1U);
  EXPECT_EQ(json::parse(*s.outbox.sent[2].bytes),
            json({{"say", "ended"},
                  {"verdict", "fail"},
                  {"reasons", {"guard exceeded: \"x\"", "expectation: y"}},
                  {"report", "out/report.html"}}));
  EXPECT_EQ(s.outbox.shown.size(), 2U);
  EXPECT_EQ(s.outbox.shown.back().bytes->at(16) & 4, 4);  // flags: ended
  s.pass(0.1);
  s.connection->pulse();
  EXPECT_EQ(s.outbox.sent.size(), 3U);
}

TEST(PageConnection, IsSentAPassWithoutReasonsAndBeforeAnyStateWasSeen) {
  OnePage s;
  s.host.end({{report::Verdict::pass, {}}, "out/report.html"});
  s.connection->pulse();
  ASSERT_EQ(s.outbox.said("ended").size(), 1U);
  EXPECT_EQ(s.outbox.said("ended")[0].at("verdict"), "pass");
  EXPECT_EQ(s.outbox.said("ended")[0].at("reasons"), json::array());
  EXPECT_TRUE(s.outbox.shown.empty());
}

TEST(PageConnection, IsSentAScanWhileItReadsAndNeverInThePlaceOfAFrame) {
  OnePage s;
  assist::RangeScan scan;
  scan.count = 5;
  s.controls.newest_scan = &scan;
  s.outbox.is_busy = true;
  s.pass(0.1);
  s.connection->pulse();
  EXPECT_EQ(s.outbox.sent.size(), 1U);
  s.outbox.is_busy = false;
  s.pass(0.1);
  s.connection->pulse();
  ASSERT_EQ(s.outbox.sent.size(), 2U);
  EXPECT_EQ(s.outbox.sent[1].bytes->substr(0, 4), "TTS1");
  s.pass(0.1);
  s.connection->pulse();
  EXPECT_EQ(s.outbox.sent.size(), 2U);
}

TEST(PageConnection, HoldsTheHandleWhereItSays) {
  OnePage s;
  s.receive({{"do", "hold"},
             {"position", {0.1, 0.2, 0.3}},
             {"orientation", {0, 1, 0, 0}},
             {"clutch", true},
             {"id", 4}});
  ASSERT_EQ(s.controls.holds.size(), 1U);
  EXPECT_EQ(s.controls.holds[0].position, spatial::Vector3(0.1, 0.2, 0.3));
  EXPECT_TRUE(s.controls.holds[0].clutch);
  EXPECT_EQ(s.controls.holds[0].orientation->x(), 1);
  EXPECT_EQ(s.outbox.said("done"), std::vector<json>({{{"say", "done"}, {"id", 4}}}));
  s.pass(0.02);
  s.connection->pulse();
  EXPECT_EQ(s.outbox.shown.back().bytes->at(16) & 8, 8);  // flags: a hand is at the handle
}

TEST(PageConnection, AnswersOnlyWhatHasANumberUnlessItIsRefused) {
  OnePage s;
  s.receive({{"do", "hold"}, {"position", {0, 0, 0}}});
  EXPECT_EQ(s.outbox.sent.size(), 1U);
}

TEST(PageConnection, CannotTakeTheHandleFromAnotherPage) {
  OnePage s;
  FakeOutbox other_box;
  auto other = s.page(other_box);
  const std::string hold = R"({"do":"hold","position":[0,0,0],"id":1})";
  s.connection->receive(hold, false);
  other->receive(hold, false);
  EXPECT_EQ(other_box.last_refusal(), "page 1 has the handle");
  other->receive(R"({"do":"release"})", false);
  EXPECT_EQ(other_box.said("refused").size(), 2U);
  EXPECT_EQ(s.controls.let_gos, 0);
  EXPECT_EQ(s.controls.holds.size(), 1U);
  s.connection->receive(R"({"do":"release","id":2})", false);
  EXPECT_EQ(s.controls.let_gos, 1);
  other->receive(hold, false);
  EXPECT_EQ(s.controls.holds.size(), 2U);
}

TEST(PageConnection, LosesTheHandleAfterHalfASecondWithoutHolding) {
  OnePage s;
  s.receive({{"do", "hold"}, {"position", {0, 0, 0}}});
  s.pass(0.49);
  s.connection->pulse();
  EXPECT_EQ(s.controls.let_gos, 0);
  s.pass(0.02);
  s.connection->pulse();
  EXPECT_EQ(s.controls.let_gos, 1);
  FakeOutbox other_box;
  auto other = s.page(other_box);
  other->receive(R"({"do":"hold","position":[0,0,0]})", false);
  EXPECT_EQ(s.controls.holds.size(), 2U);
}

TEST(PageConnection, LetsGoOfTheHandleWhenItsConnectionCloses) {
  OnePage s;
  s.receive({{"do", "hold"}, {"position", {0, 0, 0}}});
  EXPECT_EQ(s.host.pages(), 1U);
  s.connection.reset();
  EXPECT_EQ(s.controls.let_gos, 1);
  EXPECT_EQ(s.host.pages(), 0U);
}

TEST(PageConnection, StopsAndResetsTheSession) {
  OnePage s;
  s.receive({{"do", "stop"}, {"id", 1}});
  EXPECT_EQ(s.controls.stops, 1);
  s.controls.refusal = "the button is still pressed";
  s.receive({{"do", "reset"}, {"id", 2}});
  EXPECT_EQ(s.outbox.said("refused").back(),
            json({{"say", "refused"}, {"id", 2}, {"why", "the button is still pressed"}}));
}

TEST(PageConnection, PausesTheSessionAndLetsItGoOn) {
  OnePage s;
  s.receive({{"do", "pause"}});
  s.receive({{"do", "go_on"}});
  EXPECT_EQ(s.controls.asked, (std::vector<std::string>{"pause", "go on"}));
}

TEST(PageConnection, SendsEveryPageWhatAChangeChanged) {
  OnePage s;
  FakeOutbox other_box;
  auto other = s.page(other_box);
  s.receive({{"do", "change"}, {"set", {"link.delay=0.1", "link.loss=0"}}, {"id", 1}});
  EXPECT_EQ(s.controls.set, (std::vector<std::string>{"link.delay=0.1", "link.loss=0"}));
  for (const FakeOutbox* box : {&s.outbox, &other_box}) {
    ASSERT_EQ(box->said("values").size(), 1U);
    EXPECT_EQ(box->said("values")[0].at("values").at("link.delay").get<double>(),
              s.controls.scenario_now.link.emulated.to_follower.delay.mean);
  }
  // a scenario changes by itself, too
  s.controls.scenario_now.coupling.translation_stiffness = 123;
  s.pass(0.2);
  other->pulse();
  EXPECT_EQ(s.outbox.said("values").back().at("values").at("coupling.translation_stiffness"), 123);
  s.pass(0.2);
  other->pulse();
  EXPECT_EQ(s.outbox.said("values").size(), 2U);
}

TEST(PageConnection, SendsNobodyAChangeThatWasRefused) {
  OnePage s;
  s.controls.refusal = "no";
  s.receive({{"do", "change"}, {"set", {"seed=2"}}, {"id", 1}});
  EXPECT_TRUE(s.outbox.said("values").empty());
  EXPECT_TRUE(s.outbox.said("done").empty());
}

TEST(PageConnection, JogsJointsAndTool) {
  OnePage s;
  s.receive({{"do", "jog"},
             {"side", "follower"},
             {"space", "joints"},
             {"velocity", {0.1, 0, 0, 0, 0, 0, -0.2}}});
  EXPECT_EQ(s.controls.jogged.joints.size(), 7);
  EXPECT_EQ(s.controls.jogged.joints[6], -0.2);
  s.receive(
      {{"do", "jog"}, {"side", "leader"}, {"space", "tool"}, {"velocity", {1, 2, 3, 4, 5, 6}}});
  EXPECT_EQ(s.controls.jogged.angular, spatial::Vector3(1, 2, 3));
  EXPECT_EQ(s.controls.jogged.linear, spatial::Vector3(4, 5, 6));
  EXPECT_EQ(s.controls.asked, (std::vector<std::string>{"jog follower", "jog leader"}));
  s.pass(0.1);
  s.connection->pulse();
  EXPECT_EQ(s.outbox.shown.back().bytes->at(16) & 16, 16);
  s.pass(0.2);
  s.connection->pulse();
  EXPECT_EQ(s.outbox.shown.back().bytes->at(16) & 16, 0);
}

TEST(PageConnection, StoresPosesAndGoesToThem) {
  OnePage s;
  s.receive({{"do", "store"}, {"side", "leader"}, {"name", "home"}, {"id", 1}});
  ASSERT_EQ(s.outbox.said("poses").size(), 1U);
  EXPECT_EQ(s.outbox.said("poses")[0].at("poses"),
            json::parse(R"([{"name":"home","side":"leader","position":[1.0,1.0]}])"));
  s.receive({{"do", "go"}, {"side", "leader"}, {"pose", "home"}, {"by", "tool"}, {"id", 2}});
  EXPECT_EQ(s.controls.asked.back(), "go leader home tool");
}

TEST(PageConnection, PutsRemovesAndSavesFixtures) {
  OnePage s;
  FakeOutbox other_box;
  auto other = s.page(other_box);
  const json sphere{
      {"id", 3}, {"law", "wall"}, {"shape", "sphere"}, {"centre", {0, 0, 1}}, {"radius", 0.5}};
  s.receive({{"do", "put"}, {"fixture", sphere}, {"id", 1}});
  ASSERT_EQ(s.controls.placed.size(), 1U);
  EXPECT_EQ(other_box.said("fixtures").back().at("fixtures")[0].at("radius"), 0.5);
  s.receive({{"do", "save"}, {"id", 2}});
  EXPECT_EQ(s.outbox.said("done").back(),
            json({{"say", "done"}, {"id", 2}, {"path", "out/fixtures.toml"}}));
  s.receive({{"do", "remove"}, {"fixture_id", 3}, {"id", 3}});
  EXPECT_TRUE(s.controls.placed.empty());
  EXPECT_TRUE(other_box.said("fixtures").back().at("fixtures").empty());
  s.receive({{"do", "remove"}, {"fixture_id", 3}, {"id", 4}});
  EXPECT_EQ(s.outbox.last_refusal(), "no such fixture");
}

TEST(PageConnection, AnswersAPingWithTheSameNumber) {
  OnePage s;
  s.connection->receive(R"({"do":"ping","t":1234567.8125})", false);
  EXPECT_EQ(s.outbox.said("pong"), std::vector<json>({{{"say", "pong"}, {"t", 1234567.8125}}}));
}

TEST(PageConnection, SaysWhatIsWrongWithACommand) {
  OnePage s;
  EXPECT_EQ(s.refusal_of({{"do", "relase"}}),
            "a command: \"do\" is \"relase\"; did you mean \"release\"?");
  EXPECT_EQ(s.refusal_of(json::object()), "a command: \"do\" is missing");
  EXPECT_EQ(s.refusal_of({{"do", 3}}), "a command: \"do\" must be a text");
  EXPECT_EQ(s.refusal_of({{"do", "hold"}}), "hold: \"position\" is missing");
  EXPECT_EQ(s.refusal_of({{"do", "hold"}, {"position", {1, 2}}}),
            "hold: \"position\" must be 3 numbers");
  EXPECT_EQ(s.refusal_of({{"do", "hold"}, {"position", {1, 2, 30}}}),
            "hold: \"position\" must lie within ±10");
  EXPECT_EQ(s.refusal_of({{"do", "hold"}, {"position", {1, 2, nullptr}}}),
            "hold: \"position\" must hold numbers");
  EXPECT_EQ(s.refusal_of({{"do", "hold"}, {"position", {0, 0, 0}}, {"orientation", {0, 0, 0, 0}}}),
            "hold: \"orientation\" must be of length 1");
  EXPECT_EQ(s.refusal_of({{"do", "hold"}, {"position", {0, 0, 0}}, {"cluch", true}}),
            "hold has no field \"cluch\"; did you mean \"clutch\"?");
  EXPECT_EQ(
      s.refusal_of(
          {{"do", "jog"}, {"side", "follower"}, {"space", "joints"}, {"velocity", {1, 2, 3}}}),
      "jog: \"velocity\" must be 7 numbers");
  EXPECT_EQ(
      s.refusal_of({{"do", "jog"}, {"side", "folower"}, {"space", "joints"}, {"velocity", {1}}}),
      "jog: \"side\" is \"folower\"; did you mean \"follower\"?");
  EXPECT_EQ(s.refusal_of({{"do", "rate"}, {"hz", 1000}}), "rate: \"hz\" must be from 1 to 120");
  EXPECT_EQ(s.refusal_of({{"do", "change"}, {"set", json::array()}}),
            "change: \"set\" must be 1 to 32 texts of at most 256 bytes");
  EXPECT_EQ(s.refusal_of({{"do", "stop"}, {"id", "x"}}), "\"id\" must be a number");
  EXPECT_EQ(s.host.refusals(), 14U);
}

TEST(PageConnection, RefusesWhatIsNoCommandAtAll) {
  OnePage s;
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  const std::vector<std::string> hostile{"",
                                         "{",
                                         "[]",
                                         "null",
                                         "3",
                                         "\"stop\"",
                                         "{\"do\":\"stop\"",
                                         "{\"do\":\"stop\"}x",
                                         deep,
                                         "{\"do\":\"hold\",\"position\":" + deep + "}",
                                         "{\"do\":\"hold\",\"position\":[1e999,0,0]}",
                                         "{\"do\":\"hold\",\"position\":[NaN,0,0]}",
                                         std::string("{\"do\":\"\xff\xfe\"}"),
                                         std::string(1000, '\0')};
  for (const std::string& message : hostile) {
    const std::size_t before = s.outbox.said("refused").size();
    s.connection->receive(message, false);
    EXPECT_EQ(s.outbox.said("refused").size(), before + 1) << message.substr(0, 40);
  }
  s.connection->receive(R"({"do":"stop"})", true);
  EXPECT_EQ(s.outbox.last_refusal(), "commands are text, not bytes");
  EXPECT_EQ(s.controls.changes, 0);
}

}  // namespace
}  // namespace tether::station
