#include "tether/core/fixed_string.hpp"

#include <string>
#include <type_traits>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace tether::core {
namespace {

static_assert(std::is_trivially_copyable_v<FixedString<16>>);

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

TEST(FixedString, IsEmptyAtFirst) {
  const FixedString<8> text;
  EXPECT_TRUE(text.empty());
  EXPECT_EQ(text.view(), "");
}

TEST(FixedString, KeepsATextThatJustFits) {
  EXPECT_EQ(FixedString<8>("12345678").view(), "12345678");
  EXPECT_EQ(FixedString<8>(std::string_view()).view(), "");
}

TEST(FixedString, EndsInAnEllipsisWhenCut) {
  EXPECT_EQ(FixedString<8>("123456789").view(), "12345…");
}

TEST(FixedString, NeverCutsACharacterInTwo) {
  // ä takes two bytes: five bytes remain beside the ellipsis, room for two of them
  EXPECT_EQ(FixedString<8>("äääää").view(), "ää…");
  EXPECT_EQ(FixedString<8>("€€€").view(), "€…");
  EXPECT_EQ(FixedString<8>("😀😀😀").view(), "😀…");
}

TEST(FixedString, FormatsAndCuts) {
  FixedString<16> text;
  text.format("{}/{:.2f}", 7, 1.5);
  EXPECT_EQ(text, "7/1.50");
  text.format("{:>40}", 1);
  EXPECT_EQ(text.view(), "             …");  // 13 spaces and the mark
  text.format("{}", "short again");
  EXPECT_EQ(text, "short again");
}

TEST(FixedString, SaysSoWhenAFormatFails) {
  FixedString<64> text;
  text.format("{:{}}", 1, -3);
  EXPECT_EQ(text, "(a message that cannot be formatted)");
}

TEST(FixedString, ComparesByContent) {
  FixedString<16> a("a longer text");
  a.assign("same");
  EXPECT_EQ(a, FixedString<16>("same"));
  EXPECT_FALSE(a == "other");
}

RC_GTEST_PROP(FixedString, IsThePrefixOfItsTextOrAllOfIt, ()) {
  // characters of one to three bytes
  const auto characters =
      *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>("x", "é", "€"));
  std::string full;
  for (const auto& character : characters) full += character;

  const FixedString<20> text{std::string_view(full)};
  RC_CLASSIFY(full.size() > 20, "cut");
  if (full.size() <= 20) {
    RC_ASSERT(text.view() == full);
    return;
  }
  RC_ASSERT(text.size() <= 20);
  RC_ASSERT(text.view().ends_with("…"));
  const std::string_view kept = text.view().substr(0, text.size() - 3);
  RC_ASSERT(std::string_view(full).starts_with(kept));
  RC_ASSERT(starts_character(full[kept.size()]));
  // no shorter than it must be: one more character would not fit
  RC_ASSERT(kept.size() + 3 > 20 - 3);
}

}  // namespace
}  // namespace tether::core
