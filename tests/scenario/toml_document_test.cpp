#include "scenario/toml/toml_document.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/scenario/fields_sample.hpp"
#include "tether/scenario/toml/toml_text.hpp"

namespace tether::scenario {
namespace {

using sample::error_of;

std::string parse_error(std::string_view text) {
  return error_of([&] { TomlDocument::parse(text, "x.toml"); });
}

std::string set_error(std::string_view text, std::string_view assignment) {
  TomlDocument document = TomlDocument::parse(text, "x.toml");
  return error_of([&] { document.set(assignment); });
}

std::string dump_after(std::string_view text, std::string_view assignment) {
  TomlDocument document = TomlDocument::parse(text, "x.toml");
  document.set(assignment);
  return document.dump();
}

// a folder of scenario files that goes away with the test
class ScenarioFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(::testing::TempDir()) / (std::string("toml_") + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, std::string_view text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  std::string path(const std::string& name) const { return (folder_ / (name + ".toml")).string(); }
  TomlDocument load(const std::string& name) const {
    return TomlDocument::load(path(name), [this](const std::string& other) { return path(other); });
  }
  std::string load_error(const std::string& name) const {
    return error_of([&] { load(name); });
  }

 private:
  std::filesystem::path folder_;
};

TEST(TomlDocument, ReportsSyntaxErrorsWithTheirPlace) {
  EXPECT_EQ(parse_error("a = 1\nb = [1,\n"),
            "x.toml:2:9: syntax error in array: encountered end-of-file");
  EXPECT_EQ(parse_error("a = 1\na = 2\n"),
            "x.toml:2:5: syntax error in key-value pair: cannot redefine existing integer 'a'");
  EXPECT_EQ(parse_error("[a]\n\n[a]\n"),
            "x.toml:3:1: syntax error in table header: cannot redefine existing table 'a'");
  EXPECT_EQ(parse_error("a = 1e999\n"),
            "x.toml:1:10: syntax error in floating-point: '1e999' could not be interpreted as a "
            "value");
  EXPECT_EQ(parse_error("[=]\n"),
            "x.toml:1:2: syntax error in key: expected bare key starting character or string "
            "delimiter, saw '='");
  EXPECT_EQ(parse_error("a = 1\nb\xff = 2\n"), "x.toml:2:1: Encountered invalid utf-8 sequence");
}

TEST(TomlDocument, LocatesValuesByPath) {
  const TomlDocument document = TomlDocument::parse(sample::kFullText, "x.toml");
  EXPECT_EQ(to_string(document.locate("coupling.stiffness")), "x.toml:12:13");
  EXPECT_EQ(to_string(document.locate("phases[1].to")), "x.toml:28:6");
  EXPECT_EQ(to_string(document.locate("start.rotation[1][2]")), "x.toml:17:32");
  EXPECT_EQ(to_string(document.locate("coupling.absent")), "x.toml:10:1");
}

TEST(TomlDocument, DumpsTextThatReadsBackTheSame) {
  const TomlDocument document = TomlDocument::parse(
      "s = \"a\\\"b\\\\c\\n\\u0001é\"\nf = [1.0, -0.0, 1e300, inf, nan, 0.1]\ni = -3\n"
      "d = [1979-05-27T07:32:00.5-07:00, 1979-05-27, 07:32:00]\nmixed = [1, {a = 1}, [], {}]\n"
      "[\"odd key\".b]\n[[l]]\n[[l.m]]\nx = true\n[[l.m]]\n[[l]]\n[e]\n",
      "x.toml");
  const std::string text = document.dump();
  const TomlDocument again = TomlDocument::parse(text, "dump");
  EXPECT_TRUE(same_value(document.root(), again.root())) << text;
  EXPECT_EQ(again.dump(), text);
}

TEST(TomlDocument, DumpIsCanonical) {
  EXPECT_EQ(TomlDocument::parse("[b]\ny.z = 1.50\n[a]\n[[c]]\nq = 1\n", "x.toml").dump(),
            TomlDocument::parse("a = {}\nc = [{q = 0x1}]\nb = {y = {z = 15e-1}}", "x.toml").dump());
}

TEST(TomlDocument, TakesOverrides) {
  EXPECT_EQ(dump_after("[c]\nk = 1\n", "c.k=300"), "[c]\nk = 300\n");
  EXPECT_EQ(dump_after("", "link.kind=ideal"), "[link]\nkind = \"ideal\"\n");
  EXPECT_EQ(dump_after("", "link.kind=\"ideal\""), "[link]\nkind = \"ideal\"\n");
  EXPECT_EQ(dump_after("", " on = true "), "on = true\n");
  EXPECT_EQ(dump_after("", "address=127.0.0.1:5000"), "address = \"127.0.0.1:5000\"\n");
  EXPECT_EQ(dump_after("", "a=[1, {b = 2}]"), "a = [1, { b = 2 }]\n");
  EXPECT_EQ(dump_after("", "\"odd = key\"=1"), "\"odd = key\" = 1\n");
  EXPECT_EQ(dump_after("[[p]]\nt = 1\n[[p]]\nt = 2\n", "p[1].t=5"),
            "[[p]]\nt = 1\n\n[[p]]\nt = 5\n");
  EXPECT_EQ(dump_after("v = [1, 2]\n", "v[0]=7"), "v = [7, 2]\n");
}

TEST(TomlDocument, LetsTheLastOverrideWin) {
  TomlDocument document = TomlDocument::parse("a = 1\n", "x.toml");
  document.set("a=2");
  document.set("a=3");
  EXPECT_EQ(document.dump(), "a = 3\n");
  EXPECT_EQ(to_string(document.locate("a")), "--set a=3");
}

TEST(TomlDocument, RefusesOverridesThatLeadNowhere) {
  EXPECT_EQ(set_error("", "a"), "--set a: expected path=value");
  EXPECT_EQ(set_error("", "a..b=1"),
            "--set a..b=1: expected a path like coupling.stiffness or phases[0].to");
  EXPECT_EQ(set_error("", "a[x]=1"),
            "--set a[x]=1: expected a path like coupling.stiffness or phases[0].to");
  EXPECT_EQ(set_error("a = 1\n", "a.b=1"), "--set a.b=1: \"a\" is an integer, not a table");
  EXPECT_EQ(set_error("[a]\n", "a[0]=1"), "--set a[0]=1: \"a\" is a table, not an array");
  EXPECT_EQ(set_error("[[p]]\n", "p[1].t=1"), "--set p[1].t=1: \"p\" has 1 item, counted from [0]");
  EXPECT_EQ(set_error("", "extends=b"),
            "--set extends=b: \"extends\" has to stand in the scenario file itself");
}

TEST(TomlDocument, RefusesOverridesWithMalformedValues) {
  EXPECT_EQ(set_error("", "a=[1,"), "--set a=[1,: syntax error in array: encountered end-of-file");
  EXPECT_EQ(set_error("", "a=1e999"),
            "--set a=1e999: syntax error in floating-point: '1e999' could not be interpreted as a "
            "value");
  EXPECT_EQ(set_error("", "a=1\nb=2"), "--set a=1\\nb=2: expected one value");
  EXPECT_EQ(set_error("", "a="),
            "--set a=: syntax error in key-value pair: encountered end-of-file");
}

TEST(TomlDocument, RefusesDeepNesting) {
  const auto repeated = [](std::string_view part, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += part;
    return text;
  };
  EXPECT_EQ(parse_error("a = " + repeated("[", 300000)),
            "x.toml:1:37: nested deeper than 32 levels");
  EXPECT_EQ(parse_error(fmt::format("a{} = 1", repeated(".a", 400000))),
            "x.toml:1:66: nested deeper than 32 levels");
  EXPECT_EQ(parse_error(fmt::format("s = ['''x'''', {{a{} = 1}}]", repeated(".a", 400000))),
            "x.toml:1:82: nested deeper than 32 levels");
  EXPECT_EQ(parse_error(fmt::format("[a{}]\nb{} = 1", repeated(".a", 20), repeated(".b", 20))),
            "x.toml:2:23: nested deeper than 32 levels");
  const std::string assignment =
      fmt::format("a{}={{b{}=1}}", repeated(".a", 20), repeated(".b", 20));
  EXPECT_EQ(set_error("", assignment),
            fmt::format("--set {}: nested deeper than 32 levels", assignment));
  EXPECT_EQ(parse_error(fmt::format("# {0}\na = \"{0}\"\n", repeated(".[", 100))), "");
}

TEST(TomlDocument, RefusesTextOverOneMebibyte) {
  EXPECT_EQ(parse_error(std::string(kMaxTomlBytes, '\n')), "");
  EXPECT_EQ(parse_error(std::string(kMaxTomlBytes + 1, '\n')), "x.toml: larger than 1 MiB");
}

TEST_F(ScenarioFiles, SayWhyTheyCannotBeRead) {
  EXPECT_EQ(load_error("none"),
            "cannot read scenario \"" + path("none") + "\": No such file or directory");
  std::filesystem::create_directory(path("folder"));
  EXPECT_EQ(load_error("folder"),
            "cannot read scenario \"" + path("folder") + "\": Is a directory");
}

TEST_F(ScenarioFiles, MergeTablesAndReplaceValuesAndArraysOfWhatTheyExtend) {
  write("base", "a = 1\nl = [1, 2]\n[t]\nx = 1\ny = 1\n[t.u]\nz = 1\n");
  write("middle", "extends = \"base\"\nl = [3]\n[t]\nx = 2\n");
  write("top", "extends = \"middle\"\n[t.u]\nw = 3\n");
  const TomlDocument document = load("top");
  EXPECT_EQ(document.dump(), "a = 1\nl = [3]\n\n[t]\nx = 2\ny = 1\n\n[t.u]\nw = 3\nz = 1\n");
  EXPECT_EQ(to_string(document.locate("a")), path("base") + ":1:5");
  EXPECT_EQ(to_string(document.locate("t.x")), path("middle") + ":4:5");
  EXPECT_EQ(to_string(document.locate("t.u.w")), path("top") + ":3:5");
}

TEST_F(ScenarioFiles, ReportErrorsInTheFileTheyStandIn) {
  write("base", "[coupling]\nkind = \"position-force\"\nstiffness = -1\n");
  write("top", "extends = \"base\"\nseed = 3\n");
  EXPECT_EQ(error_of([&] {
              TomlDocument document = load("top");
              sample::read(document);
            }),
            path("base") + ":3:13: stiffness must be in [0, 100000] N/m, found -1");
}

TEST_F(ScenarioFiles, MayChangeTheKindOfWhatTheyExtend) {
  write("base", "[coupling]\nkind = \"position-force\"\nscale = 2\n");
  write("top", "extends = \"base\"\n[coupling]\nkind = \"position-position\"\n");
  TomlDocument document = load("top");
  sample::read(document);
  EXPECT_EQ(document.dump(), "[coupling]\nkind = \"position-position\"\n");
}

TEST_F(ScenarioFiles, MayNotExtendEachOtherInACircle) {
  write("a", "extends = \"b\"\n");
  write("b", "extends = \"a\"\n");
  EXPECT_EQ(load_error("a"), path("b") + ":1:11: scenarios extend each other in a circle: " +
                                 path("a") + " -> " + path("b") + " -> " + path("a"));
}

TEST_F(ScenarioFiles, PointToTheExtendsThatLeadsNowhere) {
  write("a", "extends = \"none\"\n");
  EXPECT_EQ(load_error("a"), path("a") + ":1:11: cannot read scenario \"" + path("none") +
                                 "\": No such file or directory");
  write("b", "extends = 3\n");
  EXPECT_EQ(load_error("b"),
            path("b") + ":1:11: expected the name of a scenario, found an integer");
}

TEST_F(ScenarioFiles, PointToTheExtendsOfANameThatIsNotKnown) {
  write("a", "extends = \"none\"\n");
  const FindScenario find = [](const std::string&) -> std::string {
    throw core::InputError("unknown scenario \"none\"");
  };
  EXPECT_EQ(error_of([&] { TomlDocument::load(path("a"), find); }),
            path("a") + ":1:11: unknown scenario \"none\"");
}

}  // namespace
}  // namespace tether::scenario
