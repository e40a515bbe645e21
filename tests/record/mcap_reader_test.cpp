#include "tether/record/mcap/mcap_reader.hpp"

#include <array>
#include <map>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "tests/record/logged_messages.hpp"
#include "tests/record/mcap_bytes.hpp"
#include "tests/record/moments.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tether/core/error.hpp"
#include "tether/record/mcap/mcap_writer.hpp"

namespace tether::record {
namespace {

using mcap::Bytes;
using mcap::bytes_of;
using mcap::HandMade;
using mcap::Logged;
using mcap::messages_of;
using mcap::write_file;
using test::TemporaryDirectory;

std::string complaint_about(const std::string& path, const McapReaderLimits& limits = {}) {
  try {
    McapReader log(path, limits);
    messages_of(log);
  } catch (const core::InputError& error) {
    return error.what();
  }
  return {};
}

RC_GTEST_PROP(McapReader, GivesBackWhatWasWritten, ()) {
  const auto options = McapWriterOptions{
      .compression = *rc::gen::element(McapCompression::none, McapCompression::zstd),
      .chunk_bytes = *rc::gen::inRange<std::size_t>(300, 3000),
      .sync = false};
  const auto count = *rc::gen::inRange<std::size_t>(0, 300);
  const auto attachment = *rc::gen::arbitrary<std::string>();
  const auto values = *rc::gen::arbitrary<std::map<std::string, std::string>>();

  const test::TemporaryDirectory directory;
  std::vector<Logged> expected;
  {
    McapWriter log(directory.file("x.mcap"), options);
    const auto schema = log.add_schema("a/msg/B", "ros2msg", "bool c\n");
    const std::array channels{log.add_channel("/a", schema, values),
                              log.add_channel("/b", McapSchemaId::none)};
    log.add_attachment("name", "text/plain", bytes_of(attachment), at(3));
    log.add_metadata("values", values);
    for (std::size_t i = 0; i < count; ++i) {
      const auto which = *rc::gen::inRange<std::size_t>(0, channels.size());
      const auto sequence = *rc::gen::arbitrary<std::uint32_t>();
      // times may repeat and go back
      const auto time = *rc::gen::inRange<std::int64_t>(0, 1'000'000'000'000);
      const Bytes payload(*rc::gen::inRange<std::size_t>(0, 200), static_cast<std::byte>(i));
      RC_ASSERT(log.wait_until_ready());
      RC_ASSERT(log.append(channels[which], sequence, at(time), payload));
      expected.emplace_back(which == 0 ? "/a" : "/b", sequence, time, payload);
    }
    log.close();
  }

  McapReader log(directory.file("x.mcap"));
  RC_ASSERT(!log.truncated());
  RC_ASSERT(log.profile() == "ros2");
  RC_ASSERT(log.library() == "tether");
  RC_ASSERT(log.schemas().at(1) == (McapSchema{1, "a/msg/B", "ros2msg", "bool c\n"}));
  RC_ASSERT(log.channels().size() == 2u);
  RC_ASSERT(log.channels().at(1) == (McapChannel{1, 1, "/a", "cdr", values}));
  RC_ASSERT(log.attachments() == std::vector<McapAttachment>({McapAttachment{
                                     at(3), at(0), "name", "text/plain", bytes_of(attachment)}}));
  RC_ASSERT(log.metadata() == std::vector<McapMetadata>({McapMetadata{"values", values}}));
  RC_ASSERT(messages_of(log) == expected);
  log.rewind();
  RC_ASSERT(messages_of(log) == expected);
}

class McapReaderOfOthers : public ::testing::Test {
 protected:
  std::string save(const HandMade& file) {
    std::string path = directory_.file("other.mcap");
    write_file(path, file.bytes());
    return path;
  }
  static Bytes a_chunk_of_records() {
    return HandMade::fields()
        .record(3, HandMade::schema(1))
        .record(4, HandMade::channel(1, 1))
        .record(5, HandMade::message(1, 40, "in"))
        .bytes();
  }
  test::TemporaryDirectory directory_;
};

TEST_F(McapReaderOfOthers, ReadsTheSmallestFile) {
  McapReader log(save(HandMade().header().footer()));
  EXPECT_FALSE(log.truncated());
  EXPECT_EQ(log.library(), "by hand");
  EXPECT_THAT(messages_of(log), ::testing::IsEmpty());
}

TEST_F(McapReaderOfOthers, ReadsMessagesOutsideOfChunks) {
  McapReader log(save(HandMade()
                          .header()
                          .record(3, HandMade::schema(1))
                          .record(4, HandMade::channel(5, 1))
                          .record(5, HandMade::message(5, 10, "one"))
                          .record(0x80, bytes_of("an extension of someone's own"))
                          .record(5, HandMade::message(5, 20, "two"))
                          .record(15, Bytes(4))
                          .footer()));
  EXPECT_THAT(messages_of(log), ::testing::ElementsAre(Logged("/a", 7, 10, bytes_of("one")),
                                                       Logged("/a", 7, 20, bytes_of("two"))));
}

TEST_F(McapReaderOfOthers, FindsChannelsThatAreOnlyInAChunk) {
  const Bytes records = a_chunk_of_records();
  McapReader log(save(HandMade()
                          .header()
                          .record(6, HandMade::chunk("", records, records.size()))
                          .record(15, Bytes(4))
                          .footer()));
  EXPECT_TRUE(log.channels().empty());
  EXPECT_THAT(messages_of(log), ::testing::ElementsAre(Logged("/a", 7, 40, bytes_of("in"))));
  EXPECT_EQ(log.channels().at(1).topic, "/a");
}

TEST_F(McapReaderOfOthers, SaysWhichCompressionItCannotRead) {
  const Bytes records = a_chunk_of_records();
  const std::string path =
      save(HandMade().header().record(6, HandMade::chunk("lz4", records, 500)).footer());
  EXPECT_EQ(complaint_about(path),
            path +
                ": byte 32: a chunk is compressed with \"lz4\"; only zstd and uncompressed chunks "
                "can be read");
}

TEST_F(McapReaderOfOthers, RefusesLengthsBeyondItsLimit) {
  const McapReaderLimits limits{.record_bytes = 1000};
  const Bytes records = a_chunk_of_records();
  const std::string compressed =
      save(HandMade().header().record(6, HandMade::chunk("zstd", records, 1001)).footer());
  EXPECT_THAT(
      complaint_about(compressed, limits),
      ::testing::EndsWith(": byte 32: a chunk of 1001 bytes is more than the limit of 1000"));
  const std::string large = save(HandMade().header().record(0x80, Bytes(1001)).footer());
  EXPECT_THAT(complaint_about(large, limits),
              ::testing::EndsWith("a record of 1001 bytes is more than the limit of 1000"));
  const std::string endless =
      save(HandMade().header().number(std::uint8_t{5}).number(~std::uint64_t{0}));
  EXPECT_THAT(
      complaint_about(endless),
      ::testing::HasSubstr("a record of 18446744073709551615 bytes is more than the limit"));
}

TEST_F(McapReaderOfOthers, RefusesWhatContradictsItself) {
  const auto file = [] { return HandMade().header(); };
  const auto complaint = [&](const HandMade& made) { return complaint_about(save(made)); };
  using ::testing::HasSubstr;
  EXPECT_THAT(complaint(HandMade().footer()), HasSubstr("byte 8: a header is missing"));
  EXPECT_THAT(complaint(file().header().footer()), HasSubstr("byte 32: a header is missing"));
  EXPECT_THAT(complaint(file().record(0, {}).footer()), HasSubstr("no record is of kind 0"));
  EXPECT_THAT(complaint(file().record(5, HandMade::message(1, 0, "")).footer()),
              HasSubstr("channel 1, which is not there"));
  EXPECT_THAT(complaint(file()
                            .record(4, HandMade::channel(1, 9))
                            .record(5, HandMade::message(1, 0, ""))
                            .footer()),
              HasSubstr("schema 9, which is not there"));
  EXPECT_THAT(complaint(file()
                            .record(4, HandMade::channel(1, 0, "/a"))
                            .record(4, HandMade::channel(1, 0, "/b"))
                            .footer()),
              HasSubstr("id 1 is given to two different things"));
  EXPECT_THAT(complaint(file().record(15, Bytes(4)).record(5, {}).footer()),
              HasSubstr("a message stands after the end of the data"));
  EXPECT_THAT(complaint(file().record(2, Bytes(20)).record(0x80, {}).footer()),
              HasSubstr("a footer stands before the end of the file"));
  EXPECT_THAT(complaint(file().record(3, Bytes(3)).footer()),
              HasSubstr("a field goes past the end of its record"));
  EXPECT_THAT(complaint(file().number(std::uint8_t{0x80}).number(std::uint64_t{1000}).footer()),
              HasSubstr("a record goes past the end of the file"));
  EXPECT_THAT(complaint(file()
                            .record(4, HandMade::channel(1, 0))
                            .record(5, HandMade::message(1, ~std::uint64_t{0}, ""))
                            .footer()),
              HasSubstr("a time is out of range"));
}

TEST_F(McapReaderOfOthers, RefusesWhatDoesNotMatchItsChecksum) {
  using ::testing::HasSubstr;
  const Bytes records = a_chunk_of_records();
  EXPECT_THAT(
      complaint_about(save(
          HandMade().header().record(6, HandMade::chunk("", records, records.size(), 1)).footer())),
      HasSubstr("a chunk does not match its checksum"));
  EXPECT_THAT(complaint_about(save(HandMade()
                                       .header()
                                       .record(9, HandMade::fields()
                                                      .number(std::uint64_t{0})
                                                      .number(std::uint64_t{0})
                                                      .text("x.txt")
                                                      .text("")
                                                      .number(std::uint64_t{0})
                                                      .number(1u)
                                                      .bytes())
                                       .footer())),
              HasSubstr("attachment x.txt does not match its checksum"));
  EXPECT_THAT(complaint_about(save(HandMade()
                                       .header()
                                       .record(2, HandMade::fields()
                                                      .number(std::uint64_t{8})
                                                      .number(std::uint64_t{0})
                                                      .number(1u)
                                                      .bytes())
                                       .magic())),
              HasSubstr("the summary does not match its checksum"));
}

TEST_F(McapReaderOfOthers, RefusesWhatIsNoLogAtAll) {
  const std::string path = directory_.file("x.mcap");
  EXPECT_THROW(McapReader{path}, core::IoError);
  EXPECT_THROW(McapReader{directory_.file("")}, core::InputError);
  EXPECT_THROW(McapReader{"/dev/zero"}, core::InputError);
  write_file(path, {});
  EXPECT_EQ(complaint_about(path), path + ": byte 0: not an MCAP file");
  write_file(path, bytes_of("seed = 1\nname = \"not a log\"\n"));
  EXPECT_EQ(complaint_about(path), path + ": byte 0: not an MCAP file");
}

}  // namespace
}  // namespace tether::record
