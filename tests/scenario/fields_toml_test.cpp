#include "scenario/schema/fields_toml.hpp"

#include <gtest/gtest.h>

#include "tests/scenario/fields_sample.hpp"

namespace tether::scenario::sample {
namespace {

const std::string kCoupling = "[coupling]\nkind = \"position-force\"\n";

TEST(TomlFields, ReadEveryKindOfField) {
  const Scenario s = read(kFullText);
  EXPECT_EQ(s.title, "Free motion");
  EXPECT_EQ(s.seed, 7);
  EXPECT_EQ(s.samples, 10U);
  EXPECT_FALSE(s.record);
  EXPECT_EQ(s.robot, "lbr_med7");
  EXPECT_EQ(s.tags, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(s.gains, (std::vector<double>{1, 2.5}));
  EXPECT_EQ(s.delay, std::chrono::milliseconds(50));
  EXPECT_EQ(s.coupling.kind, Coupling::Kind::position_force);
  EXPECT_EQ(s.coupling.stiffness, 300);
  ASSERT_TRUE(s.start.joints);
  EXPECT_EQ(*s.start.joints, Eigen::Vector3d(0.1, 0.2, 0.3));
  EXPECT_FALSE(s.start.tool);
  EXPECT_EQ(s.start.rotation * Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY());
  ASSERT_TRUE(s.filter);
  EXPECT_EQ(s.filter->cutoff, 12);
  ASSERT_EQ(s.phases.size(), 2U);
  EXPECT_EQ(s.phases[1].name, "contact");
  EXPECT_EQ(s.phases[1].to, 5.5);
  EXPECT_EQ(s.expect.at("peak_force").max, 12.5);
}

TEST(TomlFields, LeaveDefaultsWhereNothingIsGiven) {
  const Scenario s = read(kCoupling);
  EXPECT_EQ(s.coupling.stiffness, 500);
  EXPECT_EQ(s.start.rotation, Eigen::Matrix3d::Identity());
  EXPECT_FALSE(s.filter);
  EXPECT_TRUE(s.phases.empty());
}

TEST(TomlFields, NameTheNearestKeyForAnUnknownOne) {
  EXPECT_EQ(read_error(kCoupling + "  stifness = 3\n"),
            "x.toml:3:3: unknown key \"stifness\" in [coupling]; did you mean \"stiffness\"?");
}

TEST(TomlFields, ListTheKeysWhenNoneIsNear) {
  EXPECT_EQ(read_error(kCoupling + "\n[start]\nwhatever = 3\n"),
            "x.toml:5:1: unknown key \"whatever\" in [start]; expected one of joints, tool, "
            "rotation");
}

TEST(TomlFields, ReportAMistypedTableRatherThanWhatIsMissingFromTheRightOne) {
  EXPECT_EQ(read_error("[copling]\nkind = \"position-force\"\n"),
            "x.toml:1:2: unknown key \"copling\" at top level; did you mean \"coupling\"?");
}

TEST(TomlFields, ReportTheFirstOfSeveralUnknownKeys) {
  EXPECT_EQ(read_error(kCoupling + "zzzzzzz = 1\naaaaaaa = 1\n"),
            "x.toml:3:1: unknown key \"zzzzzzz\" in [coupling]; expected one of kind, stiffness, "
            "scale");
}

TEST(TomlFields, KnowOnlyTheKeysOfTheChosenKind) {
  EXPECT_EQ(read_error("[coupling]\nkind = \"position-position\"\nscale = 2\n"),
            "x.toml:3:1: unknown key \"scale\" in [coupling]; expected one of kind, stiffness");
}

TEST(TomlFields, NameTheNearestChoice) {
  EXPECT_EQ(read_error("[coupling]\nkind = \"position-forse\"\n"),
            "x.toml:2:8: unknown coupling \"position-forse\"; did you mean \"position-force\"?");
  EXPECT_EQ(read_error("robot = \"kuka_lwr\"\n" + kCoupling),
            "x.toml:1:9: unknown robot \"kuka_lwr\"; did you mean \"kuka_lwr4\"?");
}

TEST(TomlFields, SayWhatTypeWasExpected) {
  EXPECT_EQ(read_error(kCoupling + "stiffness = \"high\"\n"),
            "x.toml:3:13: expected a number [N/m], found a string");
  EXPECT_EQ(read_error("seed = 1.5\n" + kCoupling), "x.toml:1:8: expected an integer, found 1.5");
  EXPECT_EQ(read_error("seed = true\n" + kCoupling),
            "x.toml:1:8: expected an integer, found a boolean");
  EXPECT_EQ(read_error("record = 1\n" + kCoupling),
            "x.toml:1:10: expected true or false, found an integer");
  EXPECT_EQ(read_error("title = 1979-05-27\n" + kCoupling),
            "x.toml:1:9: expected a string, found a date");
  EXPECT_EQ(read_error("robot = {}\n" + kCoupling),
            "x.toml:1:9: expected one of \"kuka_lwr4\", \"lbr_med7\", found a table");
  EXPECT_EQ(read_error("coupling = 3\n"), "x.toml:1:12: expected a table, found an integer");
  EXPECT_EQ(read_error(kCoupling + "[phases]\n"),
            "x.toml:3:1: expected a list of tables ([[phases]]), found a table");
  EXPECT_EQ(read_error("phases = [1]\n" + kCoupling),
            "x.toml:1:11: expected a table, found an integer");
  EXPECT_EQ(read_error("tags = [\"a\", 1]\n" + kCoupling),
            "x.toml:1:14: expected a string, found an integer");
}

TEST(TomlFields, SayWhichBoundsANumberMustKeep) {
  EXPECT_EQ(read_error(kCoupling + "stiffness = -5\n"),
            "x.toml:3:13: stiffness must be in [0, 100000] N/m, found -5");
  EXPECT_EQ(read_error(kCoupling + "scale = 0\n"), "x.toml:3:9: scale must be above 0, found 0");
  EXPECT_EQ(read_error("gains = [1, 10.0]\n" + kCoupling),
            "x.toml:1:13: gains[1] must be below 10, found 10");
  EXPECT_EQ(read_error("samples = -1\n" + kCoupling),
            "x.toml:1:11: samples must be in [0, 100], found -1");
  EXPECT_EQ(read_error("seed = 3000000000\n" + kCoupling),
            "x.toml:1:8: seed must be in [-2147483648, 2147483647], found 3000000000");
  EXPECT_EQ(read_error("delay = 1e300\n" + kCoupling),
            "x.toml:1:9: delay must be in [0, 9000000000] s, found 1e+300");
}

TEST(TomlFields, RefuseNumbersThatAreNotFinite) {
  EXPECT_EQ(read_error(kCoupling + "stiffness = nan\n"),
            "x.toml:3:13: stiffness must be a finite number, found nan");
  EXPECT_EQ(read_error("gains = [-inf]\n" + kCoupling),
            "x.toml:1:10: gains[0] must be a finite number, found -inf");
}

TEST(TomlFields, SayHowLongAnArrayMustBe) {
  EXPECT_EQ(read_error(kCoupling + "[start]\ntool = [1, 2]\n"),
            "x.toml:4:8: expected an array of 3 numbers [m], found 2");
  EXPECT_EQ(read_error(kCoupling + "[start]\ntool = 1\n"),
            "x.toml:4:8: expected an array of 3 numbers [m], found an integer");
  EXPECT_EQ(read_error(kCoupling + "[start]\njoints = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n"),
            "x.toml:4:10: expected an array of 1 to 8 numbers [rad], found 9");
  EXPECT_EQ(read_error(kCoupling + "[start]\nrotation = [[1, 0, 0], [0, 1]]\n"),
            "x.toml:4:12: expected an array of 3 rows of 3 numbers, found 2");
  EXPECT_EQ(read_error(kCoupling + "[start]\nrotation = [[1, 0, 0], [0, 1], [0, 0, 1]]\n"),
            "x.toml:4:24: expected a row of 3 numbers, found 2");
  EXPECT_EQ(read_error("phases = [{}, {}, {}, {}]\n" + kCoupling),
            "x.toml:1:10: phases takes 0 to 3 items, found 4");
}

TEST(TomlFields, CheckThatAMatrixIsARotation) {
  EXPECT_EQ(read_error(kCoupling + "[start]\nrotation = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]\n"),
            "x.toml:4:12: rotation must be a rotation: orthonormal rows, determinant 1");
}

TEST(TomlFields, PointToTheHeaderOfTheTableThatLacksAKey) {
  EXPECT_EQ(read_error(kCoupling + "\n[[phases]]\nname = \"a\"\nto = 1\n\n[[phases]]\nto = 2\n"),
            "x.toml:8:1: missing key \"name\" in [[phases]]");
  EXPECT_EQ(read_error("\n[coupling]\nstiffness = 3\n"),
            "x.toml:2:1: missing key \"kind\" in [coupling]");
  EXPECT_EQ(read_error("seed = 1\n"), "x.toml:1:1: missing key \"kind\" in [coupling]");
}

TEST(TomlFields, ReportAMistypedKeyRatherThanThatItIsMissing) {
  EXPECT_EQ(read_error("[coupling]\nknid = \"position-position\"\nscale = 3\n"),
            "x.toml:2:1: unknown key \"knid\" in [coupling]; did you mean \"kind\"?");
  EXPECT_EQ(read_error(kCoupling + "[[phases]]\nnmae = \"a\"\nto = 1\n"),
            "x.toml:4:1: unknown key \"nmae\" in [[phases]]; did you mean \"name\"?");
}

TEST(TomlFields, RefuseKeysThatExcludeEachOther) {
  EXPECT_EQ(read_error(kCoupling + "[start]\ntool = [0, 0, 0]\njoints = [1]\n"),
            "x.toml:5:1: \"joints\" and \"tool\" exclude each other; both are given (the other at "
            "line 4)");
}

TEST(TomlFields, RequireOneOfSeveralKeys) {
  TomlDocument document = TomlDocument::parse("", "x.toml");
  TomlFields fields(document);
  fields.required({"joints", "tool"});
  EXPECT_EQ(error_of([&] { fields.finish(); }),
            "x.toml:1:1: missing key \"joints\" or \"tool\" at top level");
}

TEST(TomlFields, ReportFailedChecksAtTheValue) {
  EXPECT_EQ(read_error(kCoupling + "[[phases]]\nname = \"a\"\nto = 13\n"),
            "x.toml:5:6: no phase ends at 13 s");
}

TEST(TomlFields, LocateValuesAndTables) {
  TomlDocument document = TomlDocument::parse("a = 1\n b  =  2\n", "x.toml");
  const TomlFields fields(document);
  EXPECT_EQ(to_string(fields.locate("b")), "x.toml:2:8");
  EXPECT_EQ(to_string(fields.locate("c")), "x.toml:1:1");
}

TEST(TomlFields, KeepAMessageOnOneLineAndShort) {
  EXPECT_EQ(read_error("\"a\\nb\" = 1\n" + kCoupling),
            "x.toml:1:1: unknown key \"a\\nb\" at top level; expected one of title, seed, samples, "
            "record, robot, tags, gains, delay, coupling, start, filter, phases, expect");
  const std::string error =
      read_error("robot = \"" + std::string(100000, 'x') + "\"\n" + kCoupling);
  EXPECT_LT(error.size(), 200U);
}

TEST(TomlFields, DropWhatAnOverriddenKindLeavesBehind) {
  TomlDocument document = TomlDocument::parse(kCoupling + "scale = 2\n", "x.toml");
  document.set("coupling.kind=position-position");
  EXPECT_EQ(read(document).coupling.kind, Coupling::Kind::position_position);
  EXPECT_EQ(document.dump(), "[coupling]\nkind = \"position-position\"\n");
}

TEST(TomlFields, StillReportUnknownKeysWhenAnOverrideChangesNothing) {
  TomlDocument document = TomlDocument::parse(kCoupling + "scole = 2\n", "x.toml");
  document.set("coupling.kind=position-force");
  EXPECT_EQ(error_of([&] { read(document); }),
            "x.toml:3:1: unknown key \"scole\" in [coupling]; did you mean \"scale\"?");
}

TEST(TomlFields, NameTheOverrideThatIsWrong) {
  const auto error_with = [](std::string_view assignment) {
    TomlDocument document = TomlDocument::parse(kFullText, "x.toml");
    return error_of([&] {
      document.set(assignment);
      read(document);
    });
  };
  EXPECT_EQ(error_with("coupling.stifness=3"),
            "--set coupling.stifness=3: unknown key \"stifness\" in [coupling]; did you mean "
            "\"stiffness\"?");
  EXPECT_EQ(error_with("coupling.stiffness=high"),
            "--set coupling.stiffness=high: expected a number [N/m], found a string");
  EXPECT_EQ(error_with("coupling.stiffness=-1"),
            "--set coupling.stiffness=-1: stiffness must be in [0, 100000] N/m, found -1");
  EXPECT_EQ(error_with("phases[0].to=-1"),
            "--set phases[0].to=-1: to must be at least 0 s, found -1");
  EXPECT_EQ(error_with("start.tool=[0,0,0]"),
            "--set start.tool=[0,0,0]: \"joints\" and \"tool\" exclude each other; both are given "
            "(the other at x.toml:16:1)");
}

}  // namespace
}  // namespace tether::scenario::sample
