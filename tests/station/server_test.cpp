// The server's life: where it may listen, who is too many or too slow, and coming back.
#include "tether/station/server/server.hpp"

#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/station/raw_client.hpp"
#include "tests/station/scripted_host.hpp"
#include "tests/support/processes/patience.hpp"
#include "tether/core/error.hpp"
#include "tether/station/server/access_token.hpp"

namespace tether::station {
namespace {

using test::RawClient;
using test::request;
using test::upgrade_fields;
using testing::HasSubstr;

StaticFiles some_files() {
  StaticFiles files;
  files.add("/", "text/html", "page");
  files.add("/plain.txt", "text/plain", "plain");
  return files;
}

TEST(Server, WantsATokenWhereOthersReachIt) {
  test::ScriptedHost host;
  EXPECT_THROW(Server({.address = "0.0.0.0:0"}, {}, host), core::InputError);
  EXPECT_THROW(Server({.address = "0.0.0.0:0", .token = "guess"}, {}, host), core::InputError);
  const std::string token = random_token();
  const Server server({.address = "0.0.0.0:0", .token = token}, some_files(), host);
  EXPECT_THAT(server.url(), testing::EndsWith("/#token=" + token));
  const std::string at = "127.0.0.1" + server.address().substr(server.address().find(':'));
  const auto ask = [&](const std::string& target, const std::string& fields) {
    return RawClient(at).ask(request("GET", target, "robot.local", fields)).status;
  };
  EXPECT_EQ(ask("/", ""), 200);
  EXPECT_EQ(ask("/", upgrade_fields("tether.v1")), 401);
  EXPECT_EQ(ask("/", upgrade_fields("tether.v1, token." + random_token())), 401);
  EXPECT_EQ(ask("/?token=" + random_token(), upgrade_fields("foxglove.websocket.v1")), 401);
  EXPECT_EQ(host.connections, 0);
  EXPECT_EQ(server.counts()[Refused::token], 3U);
  EXPECT_EQ(ask("/", upgrade_fields("tether.v1, token." + token)), 101);
  EXPECT_EQ(
      ask("/", upgrade_fields("tether.v1", "Sec-WebSocket-Protocol: token." + token + "\r\n")),
      101);
  EXPECT_EQ(ask("/?token=" + token, upgrade_fields("foxglove.websocket.v1")), 101);
}

TEST(Server, SpeaksByIpv6) {
  test::ScriptedHost host;
  std::unique_ptr<Server> server;
  try {
    server = std::make_unique<Server>(ServerParams{.address = "[::1]:0"}, some_files(), host);
  } catch (const core::IoError&) {
    GTEST_SKIP() << "no IPv6 here";
  }
  const std::string at = server->address();
  EXPECT_THAT(at, testing::StartsWith("[::1]:"));
  EXPECT_EQ(RawClient(at).ask(request("GET", "/plain.txt", at)).body, "plain");
  EXPECT_EQ(RawClient(at).ask(request("GET", "/", "evil.example")).status, 421);
}

TEST(Server, SaysThatItsPortIsTakenAndWhatToDo) {
  test::ScriptedHost host;
  const Server first({.address = "127.0.0.1:0"}, {}, host);
  try {
    const Server second({.address = first.address()}, {}, host);
    ADD_FAILURE() << "two at one port";
  } catch (const core::IoError& error) {
    EXPECT_THAT(error.what(), HasSubstr(first.address()));
    EXPECT_THAT(error.what(), HasSubstr("127.0.0.1:0"));
    EXPECT_THAT(error.what(), HasSubstr("in use"));
  }
  EXPECT_THROW(Server({.address = "192.0.2.1:0", .token = random_token()}, {}, host),
               core::IoError);
  EXPECT_THROW(Server({.address = "nonsense"}, {}, host), core::InputError);
  EXPECT_THROW(Server({.address = "127.0.0.1:0", .frame_rate = 0}, {}, host), core::InputError);
}

TEST(Server, ComesBackAtTheSamePort) {
  test::ScriptedHost host;
  std::string at = "127.0.0.1:0";
  for (int i = 0; i < 5; ++i) {
    const Server server({.address = at}, some_files(), host);
    at = server.address();
    // the server ends the connections, which the kernel remembers
    RawClient asker(at), visitor(at);
    EXPECT_EQ(asker.ask(request("GET", "/", at)).status, 200);
    EXPECT_EQ(visitor.ask(request("GET", "/", at, upgrade_fields("tether.v1"))).status, 101);
  }
  EXPECT_EQ(host.connections, 0);
}

TEST(Server, DoesNotWaitForWhoAsksSlowly) {
  test::ScriptedHost host;
  const Server server({.address = "127.0.0.1:0", .asking_time = 0.5}, some_files(), host);
  RawClient silent(server.address()), slow(server.address()), idle(server.address());
  slow.say("GET / HTTP/1.1\r\nHost:");
  idle.ask(request("GET", "/", server.address()));
  EXPECT_EQ(silent.rest(), "");
  EXPECT_EQ(slow.rest(), "");
  EXPECT_EQ(idle.rest(), "");
}

TEST(Server, RefusesMoreThanItMayHave) {
  test::ScriptedHost host;
  const Server server({.address = "127.0.0.1:0", .max_clients = 2, .max_askers = 3}, some_files(),
                      host);
  const std::string at = server.address();
  const std::string upgrade = request("GET", "/", at, upgrade_fields("tether.v1"));
  std::vector<RawClient> visitors;
  for (const int status : {101, 101, 503}) {
    visitors.emplace_back(at);
    const auto answer = visitors.back().ask(upgrade);
    EXPECT_EQ(answer.status, status);
    EXPECT_EQ(answer.field("Retry-After").empty(), status == 101);
  }
  visitors.clear();
  // a place becomes free when one leaves
  EXPECT_TRUE(test::eventually([&] { return RawClient(at).ask(upgrade).status == 101; }));

  EXPECT_GE(server.counts()[Refused::full], 1U);
}

TEST(Server, LetsNoMoreAskAtOnceThanItMay) {
  test::ScriptedHost host;
  const Server server({.address = "127.0.0.1:0", .max_askers = 3}, some_files(), host);
  const std::string at = server.address();
  std::vector<RawClient> askers;
  for (int i = 0; i < 3; ++i) {
    askers.emplace_back(at);
    EXPECT_EQ(askers.back().ask(request("GET", "/", at)).status, 200);
  }
  EXPECT_EQ(RawClient(at).answer().status, 503);
  askers.clear();
  EXPECT_TRUE(
      test::eventually([&] { return RawClient(at).ask(request("GET", "/", at)).status == 200; }));
  EXPECT_GE(server.counts()[Refused::full], 1U);
}

}  // namespace
}  // namespace tether::station
