// A hundred thousand requests and frames that are none: whatever comes is refused, closed or
// dropped, no connection receives it, and the server goes on.
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/station/hostile_bytes.hpp"
#include "tests/station/raw_client.hpp"
#include "tests/station/scripted_host.hpp"
#include "tests/support/processes/patience.hpp"
#include "tether/station/server/server.hpp"

namespace tether::station {
namespace {

using test::RandomDraw;
using test::RawClient;

constexpr int kThreads = 2;
constexpr int kAtOnce = 50;  // connections of a thread
constexpr int kRequests = 60000, kBadFrames = 40000;
constexpr std::size_t kMessageLimit = 10000;  // [bytes]

ServerParams hostile_params() {
  return {.address = "127.0.0.1:0",
          .max_clients = 1000,
          .max_askers = 1000,
          .message_limit = kMessageLimit};
}

// every answer in it refuses; empty: it was closed without one
bool refuses(const std::string& answers) {
  if (answers.empty()) return true;
  for (std::size_t at = answers.find("HTTP/1.1 "); at != std::string::npos;
       at = answers.find("HTTP/1.1 ", at + 1)) {
    if (answers[at + 9] != '4') return false;
  }
  return answers.starts_with("HTTP/1.1 4");
}

// closed for a broken frame, one that is not UTF-8, or a large one; or without a word
bool closes(RawClient& client) {
  const auto farewell = client.message();
  if (!farewell) return true;
  const unsigned code = farewell->close_code();
  return (code == 1002 || code == 1007 || code == 1009) && client.rest().empty();
}

std::string readable(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    text += c >= ' ' && c <= '~' ? std::string(1, c)
                                 : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return text;
}

// calls `round(draw, count)` until `total` were done, by several threads
template <class Round>
void in_parallel(int total, Round&& round) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      RandomDraw draw(static_cast<std::uint64_t>(i + 1));
      for (int done = 0; done < total / kThreads && !testing::Test::HasFailure(); done += kAtOnce) {
        round(draw);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

void expect_still_well(const Server& server, test::ScriptedHost& host) {
  const std::string at = server.address();
  EXPECT_EQ(RawClient(at).ask(test::request("GET", "/healthz", at)).body, "ok\n");
  EXPECT_EQ(host.received, 0);
  EXPECT_TRUE(test::eventually([&] { return host.connections == 0 && server.counts().open == 0; }));
  RawClient client(at);
  client.ask(test::request("GET", "/", at, test::upgrade_fields("tether.v1")));
  client.say(test::client_frame(1, "well?"));
  EXPECT_TRUE(test::eventually([&] { return host.received == 1; }));
  EXPECT_EQ(server.counts().failed, 0U);
}

TEST(HostileClients, GetNothingButRefusalsForBadRequests) {
  test::ScriptedHost host;
  const Server server(hostile_params(), {}, host);
  in_parallel(kRequests, [&](RandomDraw& draw) {
    std::vector<RawClient> clients;
    std::vector<std::string> said;
    for (int i = 0; i < kAtOnce; ++i) {
      said.push_back(test::bad_request(draw, server.address()));
      clients.emplace_back(server.address());
      clients.back().say(said.back());
      clients.back().finish();
    }
    for (std::size_t i = 0; i < clients.size(); ++i) {
      const std::string answers = clients[i].rest();
      EXPECT_TRUE(refuses(answers)) << readable(said[i]) << "\n→ " << answers;
    }
  });
  EXPECT_EQ(server.counts().connections, static_cast<std::uint64_t>(kRequests));
  expect_still_well(server, host);
}

TEST(HostileClients, AreClosedForBadFrames) {
  test::ScriptedHost host;
  const Server server(hostile_params(), {}, host);
  const std::string at = server.address();
  const std::string upgrade = test::request("GET", "/", at, test::upgrade_fields("tether.v1"));
  in_parallel(kBadFrames, [&](RandomDraw& draw) {
    std::vector<RawClient> clients;
    for (int i = 0; i < kAtOnce; ++i) {
      clients.emplace_back(at);
      clients.back().say(upgrade);
    }
    std::vector<std::string> said;
    for (RawClient& client : clients) {
      EXPECT_EQ(client.answer().status, 101);
      said.push_back(test::bad_frames(draw, kMessageLimit));
      client.say(said.back());
      client.finish();
    }
    for (std::size_t i = 0; i < clients.size(); ++i) {
      EXPECT_TRUE(closes(clients[i])) << readable(said[i]);
    }
  });
  const ServerCounts counts = server.counts();
  EXPECT_EQ(counts.connections, static_cast<std::uint64_t>(kBadFrames));
  EXPECT_EQ(counts.received, 0U);
  // all but those that never were complete
  EXPECT_GT(counts.bad_messages, static_cast<std::uint64_t>(kBadFrames) * 8 / 10);
  expect_still_well(server, host);
}

}  // namespace
}  // namespace tether::station
