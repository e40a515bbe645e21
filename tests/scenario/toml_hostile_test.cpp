// Whatever bytes a scenario file holds, it is read or refused with one exact line.
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "scenario/toml/toml_document.hpp"
#include "tests/scenario/fields_sample.hpp"
#include "tether/scenario/toml/toml_text.hpp"

namespace tether::scenario {
namespace {

// reads the text; true when it was accepted, and fails the test on any but an exact error
bool read_or_refuse(const std::string& text) {
  try {
    TomlDocument document = TomlDocument::parse(text, "x.toml");
    sample::read(document);
    return true;
  } catch (const core::InputError& error) {
    const std::string message = error.what();
    EXPECT_LT(message.size(), 1000U) << message;
    EXPECT_EQ(message.find_first_of("\r\n"), std::string::npos) << message;
    EXPECT_TRUE(message.starts_with(
        fmt::format("x.toml:{}:{}: ", error.where().line, error.where().column)))
        << message;
    EXPECT_GE(error.where().line, 1) << message;
    EXPECT_GE(error.where().column, 1) << message;
    return false;
  }
}

// pieces that mean something to TOML, more likely to get far than plain noise
// clang-format off
const std::vector<std::string> kPieces = {
    "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "\n", "\r\n", "\"", "\"\"\"", "'", "'''", "#",
    "\\", "\\u0000", "\\U0010FFFF", "1e999", "-inf", "nan", "0x", "1_000", "true", " ", "\t",
    "1979-05-27T07:32:00Z", "25:61:61", "[coupling]", "kind", "phases", "extends", "é",
    "\xEF\xBB\xBF", "\xC3", "\xFF\xFE", "\xED\xA0\x80", std::string(1, '\0')};
// clang-format on

rc::Gen<std::string> fragment() {
  return rc::gen::oneOf(rc::gen::elementOf(kPieces),
                        rc::gen::map(rc::gen::arbitrary<std::uint8_t>(), [](std::uint8_t byte) {
                          return std::string(1, static_cast<char>(byte));
                        }));
}

std::string mutated(std::string text, std::size_t at, std::size_t length, const std::string& with) {
  at %= text.size() + 1;
  return text.replace(at, length, with);
}

// texts per case of a property, so that a run sees some thousands
constexpr int kRounds = 20;

RC_GTEST_PROP(HostileToml, MutatedScenariosAreReadOrRefusedExactly, ()) {
  for (int round = 0; round < kRounds; ++round) {
    std::string text(sample::kFullText);
    const int count = *rc::gen::inRange(1, 6);
    for (int i = 0; i < count; ++i) {
      text = mutated(text, *rc::gen::inRange<std::size_t>(0, 1000),
                     *rc::gen::inRange<std::size_t>(0, 8), *fragment());
    }
    read_or_refuse(text);
  }
}

RC_GTEST_PROP(HostileToml, GarbageIsReadOrRefusedExactly, ()) {
  for (int round = 0; round < kRounds; ++round) {
    std::string text;
    for (const std::string& part : *rc::gen::container<std::vector<std::string>>(fragment())) {
      text += part;
    }
    read_or_refuse(text);
  }
}

TEST(HostileToml, TruncatedScenariosAreReadOrRefusedExactly) {
  int accepted = 0;
  for (std::size_t size = 0; size <= sample::kFullText.size(); ++size) {
    accepted += read_or_refuse(std::string(sample::kFullText.substr(0, size))) ? 1 : 0;
  }
  EXPECT_GT(accepted, 0);
}

rc::Gen<std::string> text_of_any_kind() {
  const auto part = rc::gen::elementOf(std::vector<std::string>{
      "a",  "B",  "7",  "_",    "-",    " ", ".", "\"", "'",      "\\",
      "\n", "\r", "\t", "\x01", "\x7F", "#", "=", "é",  "\u2028", "\U0001F600"});
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(part), [](const auto& parts) {
    std::string text;
    for (const std::string& p : parts) text += p;
    return text;
  });
}

// recursive; depth counts down
TomlNode any_value(int depth) {
  switch (*rc::gen::inRange(0, depth > 0 ? 6 : 4)) {
    case 0:
      return {*rc::gen::arbitrary<bool>(), {}};
    case 1:
      return {*rc::gen::arbitrary<std::int64_t>(), {}};
    case 2:
      return {*rc::gen::arbitrary<double>(), {}};
    case 3:
      return {*text_of_any_kind(), {}};
    case 4: {
      TomlArray items;
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i) items.push_back(any_value(depth - 1));
      return {items, {}};
    }
    default: {
      TomlTable table;
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
        table[*text_of_any_kind()].node = any_value(depth - 1);
      }
      return {table, {}};
    }
  }
}

RC_GTEST_PROP(TomlDump, ReadsBackAsTheSameTree, ()) {
  TomlTable root;
  for (int i = 0; i < 5; ++i) {
    root[*text_of_any_kind()].node = any_value(4);
  }
  const std::string dump = dump_toml(root);
  RC_LOG() << dump;
  const TomlNode again = parse_toml(dump, "dump");
  RC_ASSERT(same_value(TomlNode{root, {}}, again));
  RC_ASSERT(dump_toml(*again.table()) == dump);
}

RC_GTEST_PROP(HostileToml, OverridesAreTakenOrRefusedInOneLine, ()) {
  std::string assignment = "phases[0].to=3";
  assignment = mutated(assignment, *rc::gen::inRange<std::size_t>(0, 20),
                       *rc::gen::inRange<std::size_t>(0, 4), *fragment());
  TomlDocument document = TomlDocument::parse(sample::kFullText, "x.toml");
  try {
    document.set(assignment);
    sample::read(document);
  } catch (const core::InputError& error) {
    const std::string message = error.what();
    RC_ASSERT(message.find('\n') == std::string::npos);
    // an override that removes what is required leaves the complaint to the table in the file
    RC_ASSERT(message.starts_with("--set ") || message.starts_with("x.toml:"));
  }
}

}  // namespace
}  // namespace tether::scenario
