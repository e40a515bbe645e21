#include "tether/core/registry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tether::core {
namespace {

using testing::ElementsAre;

enum class Number : std::uint8_t { first, second };

struct Part {
  std::string name;
  Number number = {};
};
struct Plain {
  std::string name;
};

template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "taken";
}

TEST(Registry, KeepsItsPartsInOrderAndIsAValue) {
  Registry<Plain> parts("coupling", {"there"});
  parts.add({"b"});
  const Registry<Plain> before = parts;
  parts.add({"a"});
  EXPECT_THAT(parts.names(), ElementsAre("there", "b", "a"));
  EXPECT_THAT(before.names(), ElementsAre("there", "b"));
}

TEST(Registry, RefusesANameThatIsTakenOrNone) {
  Registry<Plain> parts("coupling", {"there"});
  parts.add({"mine"});
  EXPECT_EQ(refusal([&] { parts.add({"mine"}); }), "the coupling \"mine\" is there already");
  EXPECT_EQ(refusal([&] { parts.add({"there"}); }), "the coupling \"there\" is there already");
  EXPECT_EQ(refusal([&] { parts.add({"My law"}); }),
            "the coupling \"My law\" needs a name of a-z, 0-9, - and _");
  EXPECT_NE(refusal([&] { parts.add({""}); }), "taken");
  EXPECT_EQ(parts.size(), 1U);
}

TEST(Registry, AnswersAnUnknownNameWithTheNearest) {
  Registry<Plain> parts("passivity method");
  parts.add({"two-layer"});
  EXPECT_EQ(refusal([&] { parts.at("two-layr"); }),
            "unknown passivity method \"two-layr\"; did you mean \"two-layer\"?");
  EXPECT_EQ(parts.find("two-layr"), nullptr);
}

// two programs, of different versions perhaps, must agree on it for ever
TEST(Registry, GivesAPartTheNumberOfItsName) {
  Registry<Part> parts("coupling");
  parts.add({"built-in"}, Number::second);
  parts.add({"hardening"});
  EXPECT_EQ(parts.at("built-in").number, Number::second);
  EXPECT_EQ(static_cast<int>(parts.at("hardening").number), number_of_name("hardening"));
  EXPECT_EQ(parts.numbered(parts.at("hardening").number)->name, "hardening");
  static_assert(number_of_name("hardening") == 169);
  static_assert(number_of_name("") >= kFirstNumberOfName);
}

// an entry may be copied, renamed and added again
TEST(Registry, ForgetsTheNumberOfAnEntryThatIsAddedUnderAnotherName) {
  Registry<Part> parts("coupling");
  parts.add({"built-in"}, Number::second);
  Part copy = parts.at("built-in");
  copy.name = "mine";
  parts.add(copy);
  EXPECT_EQ(static_cast<int>(parts.at("mine").number), number_of_name("mine"));
}

TEST(Registry, RefusesTwoNamesOfOneNumber) {
  std::string first = "a", second;
  for (int i = 0; second.empty(); ++i) {
    const std::string name = "b" + std::to_string(i);
    if (number_of_name(name) == number_of_name(first)) second = name;
  }
  Registry<Part> parts("coupling");
  parts.add({first});
  EXPECT_EQ(refusal([&] { parts.add({second}); }),
            "the coupling \"" + second +
                "\" has the same number on the wire as \"a\"; give it another name");
}

TEST(Registry, TakesBytesThatMayMeanAPart) {
  EXPECT_TRUE(may_be_number(0, 6));
  EXPECT_TRUE(may_be_number(5, 6));
  EXPECT_FALSE(may_be_number(6, 6));
  EXPECT_FALSE(may_be_number(63, 6));
  EXPECT_TRUE(may_be_number(64, 6));
  EXPECT_TRUE(may_be_number(255, 6));
}

}  // namespace
}  // namespace tether::core
