// Many clients at display rate, of whom some never read: those that read miss nothing for them, and
// what is kept for those that do not stays within its bounds.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/station/raw_client.hpp"
#include "tests/station/scripted_host.hpp"
#include "tests/support/processes/patience.hpp"
#include "tether/station/server/server.hpp"

namespace tether::station {
namespace {

using test::RawClient;

constexpr std::size_t kReaders = 150, kStalled = 50;
constexpr std::size_t kFrameBytes = 2000, kFrames = 60;
constexpr int kSmallBuffer = 4096;  // [bytes]

struct Reader {
  RawClient client;
  std::size_t bytes = 0;
};

TEST(ManyClients, GetTheirFramesBesideOthersThatNeverRead) {
  test::ScriptedHost host;
  const Outgoing frame{std::make_shared<const std::string>(kFrameBytes, 'x'), true};
  host.on_pulse = [&](Outbox& outbox) { outbox.show(frame); };
  const Server server({.address = "127.0.0.1:0", .send_buffer = kSmallBuffer, .stall = 0.1}, {},
                      host);
  const std::string at = server.address();
  const std::string upgrade = test::request("GET", "/", at, test::upgrade_fields("tether.v1"));
  std::vector<RawClient> stalled;
  for (std::size_t i = 0; i < kStalled; ++i) {
    stalled.emplace_back(at, kSmallBuffer);
    ASSERT_EQ(stalled.back().ask(upgrade).status, 101);
  }
  std::vector<Reader> readers;
  for (std::size_t i = 0; i < kReaders; ++i) {
    readers.push_back({RawClient(at)});
    ASSERT_EQ(readers.back().client.ask(upgrade).status, 101);
  }

  std::size_t most_waiting = 0;
  const auto all_have = [&](std::size_t frames) {
    std::string piece;
    for (Reader& reader : readers) {
      if (!reader.client.read_what_is_there(piece)) return true;
      reader.bytes += piece.size();
    }
    most_waiting = std::max(most_waiting, static_cast<std::size_t>(server.counts().waiting));
    return std::all_of(readers.begin(), readers.end(),
                       [&](const Reader& reader) { return reader.bytes >= frames * kFrameBytes; });
  };
  EXPECT_TRUE(test::eventually([&] { return all_have(kFrames); }));
  // until frames of all that never read have been replaced many times
  EXPECT_TRUE(test::eventually(
      [&] { return all_have(2 * kFrames) && server.counts().dropped > kStalled * kFrames; }));

  const ServerCounts counts = server.counts();
  EXPECT_EQ(counts.open, kReaders + kStalled);
  EXPECT_EQ(counts.sent_away, 0U);
  EXPECT_GE(counts.waiting, kStalled / 2);
  EXPECT_LE(most_waiting, kReaders + kStalled);
  EXPECT_TRUE(std::all_of(readers.begin(), readers.end(), [](const Reader& reader) {
    return reader.bytes >= 2 * kFrames * kFrameBytes;
  }));
  EXPECT_EQ(RawClient(at).ask(test::request("GET", "/healthz", at)).status, 200);
}

}  // namespace
}  // namespace tether::station
