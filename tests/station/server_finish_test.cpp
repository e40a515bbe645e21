// How the server ends: nobody misses the last words, and nobody can make it wait for long.
#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "tests/station/raw_client.hpp"
#include "tests/station/scripted_host.hpp"
#include "tests/support/processes/patience.hpp"
#include "tether/station/server/server.hpp"

namespace tether::station {
namespace {

using test::client_frame;
using test::RawClient;
using test::text;

constexpr unsigned kClosing = 8;
constexpr std::string_view kGoingAway = "\x03\xe9";  // 1001

RawClient guest(const Server& server) {
  RawClient client(server.address());
  const auto fields = test::upgrade_fields("tether.v1");
  EXPECT_EQ(client.ask(test::request("GET", "/", server.address(), fields)).status, 101);
  return client;
}

// sends one large message and one small one in the last pulse of each connection
struct LastWords : testing::Test {
  test::ScriptedHost host;
  bool over = false;  // on the server's thread
  std::string large = std::string(3 << 20, 'x');
  LastWords() {
    host.on_pulse = [this](Outbox& outbox) {
      if (!over) return;
      outbox.send(text(large));
      outbox.send(text("the end"));
    };
  }
  bool finish(Server& server, std::chrono::milliseconds limit) {
    return server.finish([this] { over = true; }, limit);
  }
  // what comes until the close frame, which is answered
  static std::string all_of(RawClient& client) {
    std::string received;
    while (const auto frame = client.message()) {
      if (frame->opcode == kClosing) {
        EXPECT_EQ(frame->close_code(), 1001U);
        client.say(client_frame(kClosing, kGoingAway));
        client.finish();
        break;
      }
      received += frame->payload;
    }
    return received;
  }
};

TEST_F(LastWords, ArriveWholeBeforeTheFarewellThatEveryClientAnswers) {
  Server server({.address = "127.0.0.1:0"}, {}, host);
  RawClient one = guest(server), other = guest(server);
  ASSERT_TRUE(test::eventually([&] { return server.counts().open == 2; }));
  std::string received_one, received_other;
  std::thread first([&] { received_one = all_of(one); });
  std::thread second([&] { received_other = all_of(other); });
  EXPECT_TRUE(finish(server, test::kPatience));
  EXPECT_EQ(server.counts().open, 0U);
  first.join();
  second.join();
  EXPECT_EQ(received_one, large + "the end");
  EXPECT_EQ(received_other, large + "the end");
}

TEST_F(LastWords, AreNotWaitedForWhereNobodyReceives) {
  Server server({.address = "127.0.0.1:0"}, {}, host);
  EXPECT_TRUE(finish(server, test::kPatience));
}

TEST_F(LastWords, AreGivenUpWithAClientThatReadsNothing) {
  large.resize(std::size_t{16} << 20);  // more than the kernel takes for it
  Server server({.address = "127.0.0.1:0"}, {}, host);
  const RawClient deaf = guest(server);
  ASSERT_TRUE(test::eventually([&] { return server.counts().open == 1; }));
  EXPECT_FALSE(finish(server, std::chrono::milliseconds(50)));
}

TEST_F(LastWords, AreSaidOnceAndToNobodyWhoComesLater) {
  Server server({.address = "127.0.0.1:0"}, {}, host);
  RawClient asks(server.address());
  EXPECT_EQ(asks.ask(test::request("GET", "/nothing", server.address())).status, 404);
  EXPECT_TRUE(finish(server, test::kPatience));
  const auto fields = test::upgrade_fields("tether.v1");
  EXPECT_EQ(asks.ask(test::request("GET", "/", server.address(), fields)).status, 503);
  EXPECT_EQ(host.connections, 0);
}

}  // namespace
}  // namespace tether::station
