#include "record/ros2/cdr.hpp"

#include <array>
#include <bit>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "tether/core/error.hpp"

namespace tether::record {
namespace {

std::vector<int> numbers(std::span<const std::byte> bytes) {
  std::vector<int> values;
  for (const std::byte byte : bytes) values.push_back(std::to_integer<int>(byte));
  return values;
}

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> result;
  for (const int value : values) result.push_back(static_cast<std::byte>(value));
  return result;
}

TEST(CdrWriter, AlignsEachNumberToItsOwnSizeAfterTheHeader) {
  std::array<std::byte, 64> buffer{};
  buffer.fill(std::byte{0xAA});
  CdrWriter writer(buffer);
  writer.put(std::uint8_t{1});
  writer.put(std::uint16_t{2});
  writer.put(true);
  writer.put(std::uint32_t{3});
  writer.put(std::int64_t{-1});
  ASSERT_TRUE(writer.ok());
  EXPECT_THAT(numbers(writer.bytes()),
              ::testing::ElementsAre(0, 1, 0, 0,                                // header
                                     1, 0, 2, 0,                                // 8 bits, 16 bits
                                     1, 0, 0, 0,                                // bool, padding
                                     3, 0, 0, 0,                                // 32 bits, at 8
                                     0, 0, 0, 0,                                // padding to 16
                                     255, 255, 255, 255, 255, 255, 255, 255));  // 64 bits
}

TEST(CdrWriter, ClosesStringsWithAZeroThatCounts) {
  std::array<std::byte, 64> buffer{};
  CdrWriter writer(buffer);
  writer.put("ab");
  writer.put("");
  EXPECT_THAT(numbers(writer.bytes()), ::testing::ElementsAre(0, 1, 0, 0,                  //
                                                              3, 0, 0, 0, 'a', 'b', 0, 0,  //
                                                              1, 0, 0, 0, 0));
}

TEST(CdrWriter, DoesNotAlignForAnEmptySequence) {
  std::array<std::byte, 64> buffer{};
  CdrWriter writer(buffer);
  writer.put_sequence(std::span<const double>());
  writer.put(std::uint8_t{9});
  EXPECT_THAT(numbers(writer.bytes()), ::testing::ElementsAre(0, 1, 0, 0, 0, 0, 0, 0, 9));
}

TEST(CdrWriter, NeverWritesPastItsBuffer) {
  for (std::size_t size = 0; size < 40; ++size) {
    std::array<std::byte, 48> buffer{};
    CdrWriter writer{std::span<std::byte>(buffer).first(size)};
    writer.put(std::uint8_t{255});
    writer.put(std::numeric_limits<std::uint64_t>::max());
    writer.put("abc");
    const std::vector<std::string> texts{"d", "e"};
    writer.put_sequence(texts);
    EXPECT_FALSE(writer.ok());
    EXPECT_LE(writer.bytes().size(), size);
    EXPECT_THAT(numbers(std::span(buffer).subspan(size)), ::testing::Each(0));
  }
}

TEST(CdrReader, RefusesWhatIsNotPlainLittleEndian) {
  EXPECT_THROW(CdrReader(bytes({})), core::InputError);
  EXPECT_THROW(CdrReader(bytes({0, 1, 0})), core::InputError);
  EXPECT_THROW(CdrReader(bytes({0, 0, 0, 0})), core::InputError);  // big-endian
  EXPECT_THROW(CdrReader(bytes({0, 3, 0, 0})), core::InputError);  // parameter list
  EXPECT_NO_THROW(CdrReader(bytes({0, 1, 0, 0})));
}

TEST(CdrReader, RefusesLengthsThatGoPastTheEnd) {
  const auto huge = bytes({0, 1, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_THROW(CdrReader(huge).get_string(), core::InputError);
  EXPECT_THROW(CdrReader(huge).get_sequence<double>(), core::InputError);
  EXPECT_THROW(CdrReader(huge).get_sequence<std::uint8_t>(), core::InputError);
  EXPECT_THROW(CdrReader(huge).get_string_sequence(), core::InputError);
  // twelve bytes are left, but the padding takes four of them
  const auto padded = bytes({0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(CdrReader(padded).get_sequence<double>().size(), 1u);
  EXPECT_THROW(CdrReader(std::span(padded).first(19)).get_sequence<double>(), core::InputError);
}

TEST(CdrReader, RefusesAStringThatDoesNotEnd) {
  EXPECT_THROW(CdrReader(bytes({0, 1, 0, 0, 2, 0, 0, 0, 'a', 'b'})).get_string(), core::InputError);
}

TEST(CdrReader, TakesAnEmptyStringWithoutItsZero) {
  EXPECT_EQ(CdrReader(bytes({0, 1, 0, 0, 0, 0, 0, 0})).get_string(), "");
}

TEST(CdrReader, NamesTheByte) {
  const auto message = bytes({0, 1, 0, 0, 5, 0, 0, 0, 1});
  CdrReader reader(message);
  try {
    reader.get_string();
    FAIL();
  } catch (const core::InputError& error) {
    EXPECT_STREQ(error.what(), "CDR message of 9 bytes: byte 8: a value goes past the end");
  }
}

RC_GTEST_PROP(Cdr, GivesBackWhatWasPutIn,
              (std::uint8_t small, const std::string& text, std::int16_t middle,
               const std::vector<std::uint64_t>& bits, const std::vector<std::string>& texts,
               bool flag, const std::vector<float>& floats, std::uint64_t large)) {
  std::vector<std::byte> buffer(1 << 20);
  // any bits at all make a double, those of signalling not-a-numbers included
  std::vector<double> doubles(bits.size());
  for (std::size_t i = 0; i < bits.size(); ++i) doubles[i] = std::bit_cast<double>(bits[i]);
  CdrWriter writer(buffer);
  writer.put(small);
  writer.put(text);
  writer.put(middle);
  writer.put_sequence(std::span<const double>(doubles));
  writer.put_sequence(texts);
  writer.put(flag);
  writer.put_array(std::span<const float>(floats));
  writer.put(large);
  RC_ASSERT(writer.ok());

  CdrReader reader(writer.bytes());
  RC_ASSERT(reader.get<std::uint8_t>() == small);
  RC_ASSERT(reader.get_string() == text);
  RC_ASSERT(reader.get<std::int16_t>() == middle);
  std::vector<std::uint64_t> bits_back;
  for (const double number : reader.get_sequence<double>()) {
    bits_back.push_back(std::bit_cast<std::uint64_t>(number));
  }
  RC_ASSERT(bits_back == bits);
  RC_ASSERT(reader.get_string_sequence() == texts);
  RC_ASSERT(reader.get_bool() == flag);
  std::vector<float> floats_back(floats.size());
  reader.get_array(std::span<float>(floats_back));
  RC_ASSERT(floats_back == floats);
  RC_ASSERT(reader.get<std::uint64_t>() == large);
  RC_ASSERT(reader.position() == writer.size());
}

}  // namespace
}  // namespace tether::record
