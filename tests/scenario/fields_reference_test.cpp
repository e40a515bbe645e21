#include "tether/scenario/schema/fields_reference.hpp"

#include <algorithm>
#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/scenario/fields_sample.hpp"

namespace tether::scenario {
namespace {

std::vector<FieldRow> sample_reference() {
  return reference_of([](Fields& f) {
    sample::Scenario scenario;
    describe(f, scenario);
  });
}

FieldRow row(const std::vector<FieldRow>& rows, std::string_view path) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const FieldRow& r) { return r.path == path; });
  return found != rows.end() ? *found : FieldRow{};
}

TEST(Reference, ListsEveryKeyOnceInTheOrderOfDeclaration) {
  std::vector<std::string> paths;
  for (const FieldRow& r : sample_reference()) paths.push_back(r.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"title",
                                             "seed",
                                             "samples",
                                             "record",
                                             "robot",
                                             "tags",
                                             "gains",
                                             "delay",
                                             "coupling",
                                             "coupling.kind",
                                             "coupling.stiffness",
                                             "coupling.scale",
                                             "start",
                                             "start.joints",
                                             "start.tool",
                                             "start.rotation",
                                             "filter",
                                             "filter.cutoff",
                                             "phases",
                                             "phases[].name",
                                             "phases[].to",
                                             "expect",
                                             "expect.<name>.max"}));
}

TEST(Reference, SaysTypeUnitDefaultAndRange) {
  const auto rows = sample_reference();
  const FieldRow stiffness = row(rows, "coupling.stiffness");
  EXPECT_EQ(stiffness.type, "number");
  EXPECT_EQ(stiffness.unit, "N/m");
  EXPECT_EQ(stiffness.default_value, "500.0");
  EXPECT_EQ(stiffness.range, "in [0, 100000]");
  EXPECT_EQ(stiffness.help, "K_t");
  EXPECT_EQ(row(rows, "start.tool").type, "3 numbers");
  EXPECT_EQ(row(rows, "start.tool").default_value, "");
  EXPECT_EQ(row(rows, "start.joints").type, "1 to 8 numbers");
  EXPECT_EQ(row(rows, "start.rotation").type, "3x3 numbers");
  EXPECT_EQ(row(rows, "start.rotation").default_value,
            "[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]");
  EXPECT_EQ(row(rows, "robot").default_value, "\"kuka_lwr4\"");
  EXPECT_EQ(row(rows, "robot").range, "\"kuka_lwr4\", \"lbr_med7\"");
  EXPECT_EQ(row(rows, "samples").range, "in [0, 100]");
  EXPECT_EQ(row(rows, "seed").range, "");
  EXPECT_EQ(row(rows, "record").default_value, "true");
  EXPECT_EQ(row(rows, "delay").unit, "s");
}

TEST(Reference, SaysWhatIsRequiredAndWhatExcludesWhat) {
  const auto rows = sample_reference();
  EXPECT_TRUE(row(rows, "coupling.kind").required);
  EXPECT_EQ(row(rows, "coupling.kind").default_value, "");
  EXPECT_FALSE(row(rows, "coupling.stiffness").required);
  EXPECT_EQ(row(rows, "start.joints").excludes, std::vector<std::string>{"start.tool"});
  EXPECT_EQ(row(rows, "start.tool").excludes, std::vector<std::string>{"start.joints"});
}

TEST(Reference, SaysForWhichKindAKeyExists) {
  const auto rows = sample_reference();
  EXPECT_EQ(row(rows, "coupling.scale").condition, "coupling.kind = \"position-force\"");
  EXPECT_EQ(row(rows, "coupling.stiffness").condition, "");
  EXPECT_EQ(row(rows, "coupling.kind").condition, "");
  EXPECT_EQ(row(rows, "title").condition, "");
}

enum class Outer : std::uint8_t { plain, nested };
enum class Inner : std::uint8_t { a, b, c };

TEST(Reference, FindsTheKeysOfAChoiceThatAnotherChoiceBrings) {
  const auto rows = reference_of([](Fields& f) {
    Outer outer = Outer::plain;
    Inner inner = Inner::a;
    double x = 0;
    f.choice("outer", outer, {{"plain", Outer::plain}, {"nested", Outer::nested}});
    if (outer == Outer::nested) {
      f.choice("inner", inner, {{"a", Inner::a}, {"b", Inner::b}, {"c", Inner::c}});
      if (inner != Inner::a) f.number("x", x);
    }
    f.number("last", x);
  });
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[1].path, "inner");
  EXPECT_EQ(rows[1].condition, "outer = \"nested\"");
  EXPECT_EQ(rows[2].path, "x");
  EXPECT_EQ(rows[2].condition, "outer = \"nested\", inner = \"b\" or \"c\"");
  EXPECT_EQ(rows[3].path, "last");
  EXPECT_EQ(rows[3].condition, "");
}

TEST(Reference, OfTwoIndependentChoicesNamesOnlyTheOneThatBringsAKey) {
  const auto rows = reference_of([](Fields& f) {
    Outer outer = Outer::plain;
    Inner inner = Inner::a;
    double x = 0, y = 0;
    f.choice("outer", outer, {{"plain", Outer::plain}, {"nested", Outer::nested}});
    f.choice("inner", inner, {{"a", Inner::a}, {"b", Inner::b}, {"c", Inner::c}});
    if (outer == Outer::nested) f.number("x", x);
    if (inner == Inner::b) f.number("y", y);
  });
  EXPECT_EQ(row(rows, "x").condition, "outer = \"nested\"");
  EXPECT_EQ(row(rows, "y").condition, "inner = \"b\"");
}

TEST(Reference, RefusesRulesAboutKeysThatWereNotDeclared) {
  EXPECT_THROW(reference_of([](Fields& f) { f.exclusive({"a", "b"}); }), std::logic_error);
}

}  // namespace
}  // namespace tether::scenario
