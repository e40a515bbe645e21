// Commands that were damaged on the way, by the thousand.
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/station/fake_session.hpp"
#include "tether/station/page/operator_host.hpp"

namespace tether::station {
namespace {

using nlohmann::json;

const std::vector<std::string> kCommands{
    R"({"do":"hold","position":[0.1,0.2,0.3],"orientation":[1,0,0,0],"clutch":true,"id":1})",
    R"({"do":"release","id":2})",
    R"({"do":"stop"})",
    R"({"do":"reset","id":3})",
    R"({"do":"pause","id":3})",
    R"({"do":"change","set":["link.delay=0.1","coupling.kind=rate"],"id":4})",
    R"({"do":"jog","side":"follower","space":"joints","velocity":[0,0,0,0,0,0,1]})",
    R"({"do":"go","side":"leader","pose":"home","by":"tool","id":5})",
    R"({"do":"store","side":"leader","name":"home"})",
    R"({"do":"put","fixture":{"id":1,"law":"guide","shape":"polyline","points":[[0,0,0],[1,0,0]],"range":0.2}})",
    R"({"do":"put","fixture":{"id":2,"law":"wall","shape":"box","centre":[0,0,0],"half_size":[1,1,1],"quaternion":[1,0,0,0]}})",
    R"({"do":"remove","fixture_id":1})",
    R"({"do":"save","id":7})",
    R"({"do":"rate","hz":30})",
    R"({"do":"ping","t":0.5})"};

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t n) {
  return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
}

// bytes are changed, taken out, put in, or repeated
std::string damaged(std::string text, Random& random) {
  const std::size_t times = 1 + below(random, 4);
  for (std::size_t i = 0; i < times && !text.empty(); ++i) {
    const std::size_t at = below(random, text.size());
    switch (below(random, 4)) {
      case 0:
        text[at] = static_cast<char>(below(random, 256));
        break;
      case 1:
        text.erase(at, 1 + below(random, 5));
        break;
      case 2:
        text.insert(at, 1, "{}[]\",:0e-9.\\"[below(random, 13)]);
        break;
      default:
        text.insert(at, text.substr(at, 1 + below(random, 20)));
        break;
    }
  }
  return text;
}

json odd_value(Random& random) {
  const std::vector<json> kOdd{nullptr,
                               true,
                               -1,
                               1e308,
                               0.5,
                               "",
                               "leader",
                               json::array(),
                               json::object(),
                               {1, 2, 3},
                               {{1, 2, 3}, {4, 5, 6}},
                               4294967296};
  return kOdd[below(random, kOdd.size())];
}

// a field of the command, or of its fixture, is something else
std::string twisted(const std::string& text, Random& random) {
  json command = json::parse(text);
  json& object =
      command.contains("fixture") && below(random, 2) == 0 ? command["fixture"] : command;
  auto field = object.begin();
  std::advance(field, static_cast<std::ptrdiff_t>(below(random, object.size())));
  *field = odd_value(random);
  return command.dump();
}

// whatever is said, a message is done or refused, and what reaches the session is sound
TEST(PageCommands, AreDoneOrRefusedAndNeverBreakAnything) {
  FakeControls controls;
  double now = 0;
  OperatorHost host(controls, [&] { return now; });
  FakeOutbox outbox;
  const auto connection = host.connect(Dialect::page, outbox);
  Random random(20240607);
  int done = 0, refused = 0;
  for (int i = 0; i < 5'000; ++i) {
    const std::string& command = kCommands[below(random, kCommands.size())];
    const std::string message =
        below(random, 2) == 0 ? damaged(command, random) : twisted(command, random);
    outbox.sent.clear();
    const int changes = controls.changes;
    connection->receive(message, false);
    const bool was_refused = !outbox.said("refused").empty();
    // what was refused as a message did not reach the session
    if (was_refused) {
      EXPECT_EQ(controls.changes, changes) << message;
    }
    (was_refused ? refused : done) += 1;
    for (const HandAim& aim : controls.holds) {
      EXPECT_TRUE(aim.position.allFinite() && aim.position.cwiseAbs().maxCoeff() <= 10) << message;
    }
    controls.holds.clear();
    for (const assist::Fixture& fixture : controls.placed) {
      EXPECT_FALSE(assist::why_refused(fixture)) << message;
    }
    controls.placed.clear();
    controls.stored.clear();
    now += 0.01;
  }
  EXPECT_EQ(host.refusals(), static_cast<std::uint64_t>(refused));
  EXPECT_GT(refused, 2'500);
  EXPECT_GT(done, 50);
}

}  // namespace
}  // namespace tether::station
