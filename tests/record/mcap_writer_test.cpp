#include "tether/record/mcap/mcap_writer.hpp"

#include <random>
#include <set>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "tests/record/mcap_bytes.hpp"
#include "tests/record/moments.hpp"
#include "tests/support/temporary_directory.hpp"

namespace tether::record {
namespace {

using mcap::Bytes;
using mcap::bytes_of;
using mcap::Cursor;
using mcap::of_kind;
using mcap::read_file;
using mcap::Record;
using mcap::split_file;
using mcap::split_records;
using test::TemporaryDirectory;

// zlib itself, as the format asks
std::uint32_t crc_of(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

// a log with everything in it: several channels, an attachment and metadata at two places, and
// enough messages for many chunks
void write_rich_log(const std::string& path,
                    const McapWriterOptions& options = {.chunk_bytes = 4096}) {
  McapWriter log(path, options);
  const auto schema = log.add_schema("a/msg/B", "ros2msg", "bool c\n");
  const auto fast = log.add_channel("/fast", schema, {{"offered_qos_profiles", ""}});
  const auto slow = log.add_channel("/slow", schema);
  log.add_channel("/silent", McapSchemaId::none, {}, "json");
  log.add_attachment("scenario.toml", "application/toml", bytes_of("seed = 1\n"), at(5));
  log.add_metadata("session", {{"seed", "1"}, {"name", "x"}});

  std::mt19937 random(1);
  Bytes payload(100);
  for (std::uint32_t i = 0; i < 600; ++i) {
    for (std::byte& byte : payload) byte = static_cast<std::byte>(random() % 16);
    ASSERT_TRUE(log.wait_until_ready());
    ASSERT_TRUE(log.append(fast, i, at(std::int64_t{1000} * i), payload));
    if (i % 10 == 0) {
      ASSERT_TRUE(log.append(slow, i / 10, at(std::int64_t{1000} * i), bytes_of("slow")));
    }
    if (i == 300) log.add_attachment("late.txt", "text/plain", {}, at(std::int64_t{1000} * i));
  }
  EXPECT_EQ(log.dropped(), 0u);
  log.close();
}

TEST(McapWriter, WritesAWholeFileWithoutAnyMessage) {
  const test::TemporaryDirectory directory;
  const std::string path = directory.file("empty.mcap");
  McapWriter(path).close();

  const Bytes file = read_file(path);
  std::vector<int> kinds;
  for (const Record& record : split_file(file)) kinds.push_back(record.op);
  // header, data end, statistics, summary offset, footer
  EXPECT_THAT(kinds, ::testing::ElementsAre(1, 15, 11, 14, 2));
}

TEST(McapWriter, GivesTheSameBytesForTheSameCalls) {
  const test::TemporaryDirectory directory;
  write_rich_log(directory.file("a.mcap"));
  write_rich_log(directory.file("b.mcap"));
  const Bytes file = read_file(directory.file("a.mcap"));
  EXPECT_GT(file.size(), 20'000u);
  EXPECT_EQ(file, read_file(directory.file("b.mcap")));
}

TEST(McapWriter, PutsTheSameSchemaIntoTheFileOnce) {
  const test::TemporaryDirectory directory;
  McapWriter log(directory.file("x.mcap"));
  const auto first = log.add_schema("a/msg/B", "ros2msg", "bool c\n");
  EXPECT_EQ(log.add_schema("a/msg/B", "ros2msg", "bool c\n"), first);
  EXPECT_NE(log.add_schema("a/msg/B", "ros2msg", "bool d\n"), first);
}

class McapWriterFile : public ::testing::TestWithParam<McapCompression> {
 protected:
  void SetUp() override {
    const std::string path = directory_.file("log.mcap");
    write_rich_log(path, {.compression = GetParam(), .chunk_bytes = 4096});
    file_ = read_file(path);
    records_ = split_file(file_);
  }

  test::TemporaryDirectory directory_;
  Bytes file_;
  std::vector<Record> records_;
};

INSTANTIATE_TEST_SUITE_P(WithAndWithoutCompression, McapWriterFile,
                         ::testing::Values(McapCompression::none, McapCompression::zstd));

TEST_P(McapWriterFile, IndexesEveryMessageAtItsPlace) {
  std::size_t found = 0;
  for (const Record& entry : of_kind(records_, 8)) {
    Cursor index(entry.content);
    const auto first = index.get<std::uint64_t>();
    const auto last = index.get<std::uint64_t>();
    const Record record = mcap::record_at(file_, index.get<std::uint64_t>());
    ASSERT_EQ(record.op, 6);
    EXPECT_EQ(record.length, index.get<std::uint64_t>());
    const mcap::Chunk chunk = mcap::unpack(record);
    EXPECT_EQ(std::tie(chunk.first, chunk.last), std::tie(first, last));
    EXPECT_EQ(chunk.compression, GetParam() == McapCompression::zstd ? "zstd" : "");

    // each message index stands where the chunk index says, and each entry leads to its message
    Cursor places(index.take(index.get<std::uint32_t>()));
    std::set<std::uint64_t> seen;
    std::uint64_t index_bytes = 0;
    while (!places.empty()) {
      const auto channel = places.get<std::uint16_t>();
      const Record message_index = mcap::record_at(file_, places.get<std::uint64_t>());
      ASSERT_EQ(message_index.op, 7);
      index_bytes += message_index.length;
      Cursor entries(message_index.content);
      EXPECT_EQ(entries.get<std::uint16_t>(), channel);
      Cursor pairs(entries.take(entries.get<std::uint32_t>()));
      while (!pairs.empty()) {
        const auto time = pairs.get<std::uint64_t>();
        const auto place = pairs.get<std::uint64_t>();
        const Record message = mcap::record_at(chunk.records, place);
        ASSERT_EQ(message.op, 5);
        Cursor fields(message.content);
        EXPECT_EQ(fields.get<std::uint16_t>(), channel);
        fields.get<std::uint32_t>();
        EXPECT_EQ(fields.get<std::uint64_t>(), time);
        EXPECT_TRUE(first <= time && time <= last);
        EXPECT_TRUE(seen.insert(place).second);
      }
    }
    EXPECT_EQ(index.get<std::uint64_t>(), index_bytes);
    EXPECT_EQ(index.text(), chunk.compression);
    EXPECT_EQ(index.get<std::uint64_t>(), chunk.packed);
    EXPECT_EQ(index.get<std::uint64_t>(), chunk.records.size());
    EXPECT_EQ(seen.size(), split_records(chunk.records, 0, chunk.records.size()).size());
    found += seen.size();
  }
  EXPECT_EQ(found, 660u);
}

TEST_P(McapWriterFile, HasChecksumsThatMatch) {
  // chunks
  for (const Record& record : of_kind(records_, 6)) {
    const mcap::Chunk chunk = mcap::unpack(record);
    EXPECT_EQ(chunk.crc, crc_of(chunk.records));
  }
  // attachments
  ASSERT_EQ(of_kind(records_, 9).size(), 2u);
  for (const Record& record : of_kind(records_, 9)) {
    const auto covered = record.content.first(record.content.size() - 4);
    EXPECT_EQ(Cursor(record.content.last(4)).get<std::uint32_t>(), crc_of(covered));
  }
  // the data section, from the first byte of the file
  const Record data_end = of_kind(records_, 15).at(0);
  EXPECT_EQ(Cursor(data_end.content).get<std::uint32_t>(),
            crc_of(std::span(file_).first(data_end.offset)));
  // the summary, up to the checksum in the footer
  const Record footer = records_.back();
  Cursor fields(footer.content);
  const auto start = fields.get<std::uint64_t>();
  fields.get<std::uint64_t>();
  EXPECT_EQ(start, data_end.offset + data_end.length);
  EXPECT_EQ(fields.get<std::uint32_t>(),
            crc_of(std::span(file_).subspan(start, footer.offset + 9 + 16 - start)));
}

TEST_P(McapWriterFile, CountsItsContentInTheStatistics) {
  Cursor statistics(of_kind(records_, 11).at(0).content);
  EXPECT_EQ(statistics.get<std::uint64_t>(), 660u);
  EXPECT_EQ(statistics.get<std::uint16_t>(), 1u);
  EXPECT_EQ(statistics.get<std::uint32_t>(), 3u);
  EXPECT_EQ(statistics.get<std::uint32_t>(), 2u);
  EXPECT_EQ(statistics.get<std::uint32_t>(), 1u);
  EXPECT_EQ(statistics.get<std::uint32_t>(), of_kind(records_, 6).size());
  EXPECT_EQ(statistics.get<std::uint64_t>(), 0u);
  EXPECT_EQ(statistics.get<std::uint64_t>(), 599'000u);
  Cursor counts(statistics.take(statistics.get<std::uint32_t>()));
  std::map<std::uint16_t, std::uint64_t> by_channel;
  while (!counts.empty()) {
    const auto channel = counts.get<std::uint16_t>();
    by_channel[channel] = counts.get<std::uint64_t>();
  }
  EXPECT_THAT(by_channel,
              ::testing::ElementsAre(std::pair(1, 600), std::pair(2, 60), std::pair(3, 0)));
}

TEST_P(McapWriterFile, ShowsWhereEachGroupOfTheSummaryStands) {
  Cursor footer(records_.back().content);
  const auto summary = footer.get<std::uint64_t>();
  const auto offsets = footer.get<std::uint64_t>();
  std::uint64_t expected = summary;
  std::set<int> kinds;
  for (const Record& record : split_records(file_, offsets, records_.back().offset)) {
    ASSERT_EQ(record.op, 14);
    Cursor group(record.content);
    const int kind = group.get<std::uint8_t>();
    EXPECT_TRUE(kinds.insert(kind).second);
    const auto start = group.get<std::uint64_t>();
    const auto length = group.get<std::uint64_t>();
    EXPECT_EQ(start, expected);
    for (const Record& member : split_records(file_, start, start + length)) {
      EXPECT_EQ(member.op, kind);
    }
    expected = start + length;
  }
  EXPECT_EQ(expected, offsets);
  EXPECT_EQ(kinds, (std::set<int>{3, 4, 8, 10, 11, 13}));
}

TEST_P(McapWriterFile, IndexesAttachmentsAndMetadata) {
  std::vector<std::string> names;
  for (const Record& record : of_kind(records_, 10)) {
    Cursor index(record.content);
    const Record attachment = mcap::record_at(file_, index.get<std::uint64_t>());
    EXPECT_EQ(attachment.op, 9);
    EXPECT_EQ(attachment.length, index.get<std::uint64_t>());
    Cursor fields(attachment.content);
    EXPECT_EQ(fields.get<std::uint64_t>(), index.get<std::uint64_t>());
    EXPECT_EQ(fields.get<std::uint64_t>(), index.get<std::uint64_t>());
    const auto size = index.get<std::uint64_t>();
    names.push_back(index.text());
    EXPECT_EQ(fields.text(), names.back());
    EXPECT_EQ(fields.text(), index.text());
    EXPECT_EQ(fields.get<std::uint64_t>(), size);
  }
  EXPECT_THAT(names, ::testing::ElementsAre("scenario.toml", "late.txt"));

  Cursor index(of_kind(records_, 13).at(0).content);
  const Record metadata = mcap::record_at(file_, index.get<std::uint64_t>());
  EXPECT_EQ(metadata.op, 12);
  EXPECT_EQ(metadata.length, index.get<std::uint64_t>());
  EXPECT_EQ(index.text(), "session");
}

}  // namespace
}  // namespace tether::record
