// WebSockets of the server: what connections receive and send, and how they end.
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>

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

constexpr unsigned kText = 1, kBinary = 2, kClose = 8, kPing = 9, kPong = 10;

RawClient visitor(const Server& server, const std::string& protocol = "tether.v1",
                  int receive_buffer = 0) {
  RawClient client(server.address(), receive_buffer);
  const auto answer =
      client.ask(test::request("GET", "/", server.address(), test::upgrade_fields(protocol)));
  if (answer.status != 101 || answer.field("Sec-WebSocket-Protocol") != protocol) {
    throw std::runtime_error("not let in: " + answer.head);
  }
  return client;
}

// says back what it receives
struct Echo : testing::Test {
  test::ScriptedHost host;
  Echo() {
    host.on_receive = [](Outbox& outbox, std::string_view message, bool binary) {
      outbox.send({std::make_shared<const std::string>(message), binary});
    };
  }
};

TEST_F(Echo, ReceivesAndAnswersTextAndBytes) {
  const Server server({.address = "127.0.0.1:0"}, {}, host);
  RawClient client = visitor(server);
  for (const std::size_t size : {0U, 1U, 125U, 126U, 65535U, 65536U, 70000U, 1U << 20U}) {
    const std::string words(size, 'x');
    for (const unsigned opcode : {kText, kBinary}) {
      client.say(client_frame(opcode, words));
      std::string received;
      for (bool first = true, last = false; !last; first = false) {
        const auto piece = client.message();
        ASSERT_TRUE(piece);
        EXPECT_EQ(piece->opcode, first ? opcode : 0U);
        received += piece->payload;
        last = piece->last;
      }
      EXPECT_EQ(received, words);
    }
  }
  EXPECT_EQ(server.counts().received, 16U);
  EXPECT_EQ(server.counts().sent, 16U);
}

TEST_F(Echo, PutsPiecesTogetherAroundPings) {
  const Server server({.address = "127.0.0.1:0"}, {}, host);
  RawClient client = visitor(server);
  client.say(client_frame(kText, "one ", false) + client_frame(kPing, "p") +
             client_frame(0, "two ", false) + client_frame(0, "three"));
  const auto pong = client.frame();
  ASSERT_TRUE(pong);
  EXPECT_EQ(pong->opcode, kPong);
  EXPECT_EQ(pong->payload, "p");
  EXPECT_EQ(client.message()->payload, "one two three");
}

TEST_F(Echo, ClosesWhenTheClientDoes) {
  const Server server({.address = "127.0.0.1:0"}, {}, host);
  RawClient client = visitor(server);
  EXPECT_TRUE(test::eventually([&] { return host.connections == 1; }));
  client.say(client_frame(kClose, "\x03\xe8"));
  EXPECT_EQ(client.message()->close_code(), 1000U);
  client.finish();
  EXPECT_EQ(client.rest(), "");
  EXPECT_TRUE(test::eventually([&] { return host.connections == 0 && server.counts().open == 0; }));
  EXPECT_EQ(server.counts().bad_messages, 0U);
}

TEST_F(Echo, ForgetsAClientThatGoesInTheMiddleOfAMessage) {
  const Server server({.address = "127.0.0.1:0"}, {}, host);
  for (const std::size_t cut : {1U, 5U, 7U, 500U}) {
    RawClient client = visitor(server);
    client.say(client_frame(kText, std::string(1000, 'x')).substr(0, cut));
  }
  for (int i = 0; i < 2; ++i) {
    RawClient client = visitor(server);
    client.say(client_frame(kText, "begun", false));
  }
  EXPECT_TRUE(test::eventually([&] { return host.connections == 0 && server.counts().open == 0; }));
  EXPECT_EQ(host.received, 0);
  RawClient client = visitor(server);
  client.say(client_frame(kText, "still there?"));
  EXPECT_EQ(client.message()->payload, "still there?");
}

TEST_F(Echo, EndsConnectionsThatFailAndGoesOn) {
  host.on_receive = [](Outbox&, std::string_view message, bool) {
    if (message == "a") throw std::runtime_error("failed");
    throw 1;  // not even an exception
  };
  host.on_connect = [](Dialect dialect, Outbox&) {
    if (dialect == Dialect::foxglove) throw std::runtime_error("failed");
  };
  const Server server({.address = "127.0.0.1:0"}, {}, host);
  for (const char* words : {"a", "b"}) {
    RawClient client = visitor(server);
    client.say(client_frame(kText, words));
    EXPECT_EQ(client.message()->close_code(), 1011U);
  }
  EXPECT_EQ(visitor(server, "foxglove.websocket.v1").message()->close_code(), 1011U);
  EXPECT_EQ(server.counts().failed, 3U);
  EXPECT_TRUE(test::eventually([&] { return host.connections == 0; }));
  visitor(server);
}

TEST_F(Echo, SaysWhyItCloses) {
  const std::string why(119, 'x');
  // the last character does not fit whole
  host.on_receive = [&](Outbox& outbox, std::string_view, bool) {
    outbox.close(why + "é");
    outbox.send(text("too late"));
    outbox.show(text("too late"));
    outbox.close("twice");
  };
  const Server server({.address = "127.0.0.1:0"}, {}, host);
  RawClient client = visitor(server);
  client.say(client_frame(kText, "go"));
  const auto farewell = client.message();
  ASSERT_TRUE(farewell);
  EXPECT_EQ(farewell->close_code(), 1000U);
  EXPECT_EQ(farewell->payload.substr(2), why);
  EXPECT_TRUE(test::eventually([&] { return host.connections == 0; }));
}

TEST_F(Echo, SendsAwayWhomTheHostDoesNotReceive) {
  host.accepts = false;
  const Server server({.address = "127.0.0.1:0"}, {}, host);
  EXPECT_EQ(visitor(server).message()->close_code(), 1013U);
}

TEST_F(Echo, EndsWithTheServer) {
  auto server =
      std::make_unique<Server>(ServerParams{.address = "127.0.0.1:0"}, StaticFiles(), host);
  RawClient client = visitor(*server);
  EXPECT_TRUE(test::eventually([&] { return host.connections == 1; }));
  server.reset();
  EXPECT_EQ(host.connections, 0);
  EXPECT_FALSE(client.message());
}

TEST_F(Echo, ClosesWhatIsTooLargeOrBroken) {
  const Server server({.address = "127.0.0.1:0", .message_limit = 1000}, {}, host);
  struct Case {
    std::string frames;
    unsigned code;
  };
  const std::string large = client_frame(kText, std::string(1001, 'x'));
  for (const Case& bad :
       {Case{large, 1009}, Case{large.substr(0, 8), 1009},
        Case{client_frame(kText, std::string(600, 'x'), false) +
                 client_frame(0, std::string(600, 'x')),
             1009},
        Case{client_frame(kText, "\xff\xfe"), 1007}, Case{client_frame(3, "opcode"), 1002},
        Case{"\x81\x01x", 1002}, Case{client_frame(0, "no beginning"), 1002}}) {
    RawClient client = visitor(server);
    client.say(bad.frames);
    client.finish();
    const auto farewell = client.message();
    ASSERT_TRUE(farewell);
    EXPECT_EQ(farewell->close_code(), bad.code);
  }
  EXPECT_EQ(host.received, 0);
}

TEST_F(Echo, PingsWhoIsSilentAndForgetsWhoDoesNotAnswer) {
  const Server server({.address = "127.0.0.1:0", .silence = 1}, {}, host);
  RawClient client = visitor(server);
  const auto ping = client.frame();
  ASSERT_TRUE(ping);
  EXPECT_EQ(ping->opcode, kPing);
  EXPECT_FALSE(client.frame());
  EXPECT_TRUE(test::eventually([&] { return server.counts().open == 0; }));
}

TEST(Pulse, ComesToEveryConnection) {
  test::ScriptedHost host;
  host.on_pulse = [](Outbox& outbox) { outbox.show(text("frame")); };
  const Server server({.address = "127.0.0.1:0", .frame_rate = 500}, {}, host);
  RawClient one = visitor(server), two = visitor(server);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(one.message()->payload, "frame");
    EXPECT_EQ(two.message()->payload, "frame");
  }
  // what is written is counted a little later
  EXPECT_TRUE(test::eventually([&] { return server.counts().shown >= 40; }));
}

TEST(SlowClients, AreSentAwayWhenTheyLetTooMuchWait) {
  test::ScriptedHost host;
  const Outbox* flooded = nullptr;
  host.on_connect = [&](Dialect dialect, Outbox& outbox) {
    if (dialect == Dialect::foxglove) flooded = &outbox;
  };
  host.on_pulse = [&](Outbox& outbox) {
    if (&outbox == flooded) {
      outbox.send(text(std::string(5000, 'x')));
    } else {
      outbox.show(text("frame"));
    }
  };
  const Server server({.address = "127.0.0.1:0", .frame_rate = 1000, .send_buffer = 4096}, {},
                      host);
  RawClient reader = visitor(server);
  const RawClient stalled = visitor(server, "foxglove.websocket.v1", 4096);
  EXPECT_TRUE(test::eventually([&] { return server.counts().sent_away == 1; }));
  EXPECT_TRUE(test::eventually([&] { return server.counts().open == 1; }));
  EXPECT_EQ(reader.message()->payload, "frame");
}

TEST(SlowClients, AreSentAwayWhenTheyTakeNothingWhileSomethingMustArrive) {
  test::ScriptedHost host;
  std::atomic<bool> called = false;
  host.on_connect = [&](Dialect, Outbox& outbox) {
    for (int i = 0; i < 100; ++i) outbox.send(text(std::string(30000, 'x')));
    called = true;
  };
  const Server server({.address = "127.0.0.1:0", .send_buffer = 4096, .stall = 0.2}, {}, host);
  const RawClient stalled = visitor(server, "tether.v1", 4096);
  EXPECT_TRUE(test::eventually([&] { return server.counts().sent_away == 1; }));
  EXPECT_TRUE(called);
  EXPECT_TRUE(test::eventually([&] { return server.counts().open == 0; }));
  EXPECT_EQ(server.counts().waiting, 0U);
}

}  // namespace
}  // namespace tether::station
