// The reader on logs that were cut off or damaged, by the thousand.
#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/record/logged_messages.hpp"
#include "tests/record/mcap_bytes.hpp"
#include "tests/record/moments.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tether/core/error.hpp"
#include "tether/record/mcap/mcap_reader.hpp"
#include "tether/record/mcap/mcap_writer.hpp"

namespace tether::record {
namespace {

using mcap::Bytes;
using mcap::bytes_of;
using mcap::Logged;
using mcap::messages_of;
using mcap::write_file;
using test::TemporaryDirectory;

// A file made to do harm has no checksums, so that the damage gets past them: those of the chunks,
// the attachments and the summary are zero.
Bytes without_checksums(Bytes file) {
  for (const mcap::Record& record : mcap::split_file(file)) {
    const auto content = file.begin() + static_cast<std::ptrdiff_t>(record.offset + 9);
    const auto end = content + static_cast<std::ptrdiff_t>(record.content.size());
    if (record.op == 6) std::fill_n(content + 24, 4, std::byte{0});
    if (record.op == 9 || record.op == 2) std::fill_n(end - 4, 4, std::byte{0});
  }
  return file;
}

// a sound log of a few kilobytes, with chunks of either kind
class McapReaderOfDamage : public ::testing::TestWithParam<McapCompression> {
 protected:
  void SetUp() override {
    const std::string path = directory_.file("sound.mcap");
    McapWriter log(path, {.compression = GetParam(), .chunk_bytes = 400, .sync = false});
    const auto schema = log.add_schema("a/msg/B", "ros2msg", "bool c\n");
    const auto channel = log.add_channel("/a", schema, {{"key", "value"}});
    log.add_attachment("x.toml", "application/toml", bytes_of("seed = 1\n"));
    log.add_metadata("session", {{"seed", "1"}});
    for (std::uint32_t i = 0; i < 40; ++i) {
      ASSERT_TRUE(log.wait_until_ready());
      ASSERT_TRUE(log.append(channel, i, at(i), bytes_of("payload " + std::to_string(i * 7919))));
    }
    log.close();
    sound_ = mcap::read_file(path);
    McapReader reader(path);
    messages_ = messages_of(reader);
    ASSERT_EQ(messages_.size(), 40u);
  }

  test::TemporaryDirectory directory_;
  Bytes sound_;
  std::vector<Logged> messages_;
};

INSTANTIATE_TEST_SUITE_P(WithAndWithoutCompression, McapReaderOfDamage,
                         ::testing::Values(McapCompression::none, McapCompression::zstd));

TEST_P(McapReaderOfDamage, ReadsATruncatedLogUpToItsLastWholeRecord) {
  const std::string path = directory_.file("cut.mcap");
  std::size_t most = 0;
  for (std::size_t size = 8; size < sound_.size(); ++size) {
    write_file(path, std::span(sound_).first(size));
    McapReader log(path);
    EXPECT_TRUE(log.truncated());
    const std::vector<Logged> messages = messages_of(log);
    ASSERT_LE(messages.size(), messages_.size());
    EXPECT_TRUE(std::equal(messages.begin(), messages.end(), messages_.begin()));
    // a longer rest never gives less
    EXPECT_GE(messages.size(), most);
    most = messages.size();
  }
  EXPECT_EQ(most, messages_.size());
}

TEST_P(McapReaderOfDamage, EitherReadsOrRefusesAnyDamage) {
  const std::string path = directory_.file("damaged.mcap");
  const McapReaderLimits limits{.record_bytes = std::size_t{1} << 20};
  std::mt19937 random(3);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  const Bytes unguarded = without_checksums(sound_);
  int refused = 0;
  for (int round = 0; round < 10'000; ++round) {
    Bytes damaged = round % 2 == 0 ? sound_ : unguarded;
    for (std::size_t wounds = 1 + below(4); wounds > 0 && damaged.size() > 16; --wounds) {
      const auto place = damaged.begin() + static_cast<std::ptrdiff_t>(below(damaged.size() - 8));
      switch (below(4)) {
        case 0:  // one byte
          *place = static_cast<std::byte>(random());
          break;
        case 1:  // eight bytes that may be a large length
          std::fill_n(place, 1 + below(8), static_cast<std::byte>(below(2) == 0 ? 0xFF : 0x00));
          break;
        case 2:  // bytes that go missing
          damaged.erase(place, place + static_cast<std::ptrdiff_t>(1 + below(8)));
          break;
        default:  // bytes that come in
          damaged.insert(place, 1 + below(8), static_cast<std::byte>(random()));
      }
    }
    write_file(path, damaged);
    try {
      McapReader log(path, limits);
      messages_of(log);
    } catch (const core::InputError& error) {
      ASSERT_THAT(error.what(), ::testing::StartsWith(path + ": byte "));
      ++refused;
    }
  }
  EXPECT_GT(refused, 5000);
  EXPECT_LT(refused, 10'000);
}

}  // namespace
}  // namespace tether::record
