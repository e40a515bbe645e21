#include "tether/scenario/extensions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/scenario/schema/fields_reference.hpp"

namespace tether::scenario {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

struct SlewParams {
  double rate = 5;
};

void describe_slew(Fields& f, SlewParams& p) {
  f.number("rate", p.rate, {.unit = "N/s", .min = 0, .max = 100, .help = "fastest change"});
}

// parts that are read, and never made
Extensions extended() {
  Extensions extensions;
  extensions.methods.add({.name = "slew",
                          .help = "slow changes",
                          .keys = extension_table<SlewParams>("slew", describe_slew),
                          .make = {}});
  extensions.couplings.add({.name = "slack",
                            .help = "a loose rope",
                            .keys = extension_table<SlewParams>("slack", describe_slew),
                            .leader = {},
                            .follower = {}});
  extensions.metrics.add({.name = "snap", .help = "of the rope", .unit = "N", .make = {}});
  return extensions;
}

Scenario load_extended(std::vector<std::string> set) {
  return load_scenario("omega_lwr_wall", set, extended());
}

std::string refusal_of_extended(std::vector<std::string> set) {
  try {
    load_extended(std::move(set));
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "taken";
}

TEST(Extensions, AreNamedAsBuiltInPartsAre) {
  const Scenario s = load_extended(
      {"passivity.kind=slew", "coupling.kind=slack", R"(expect=[{metric="snap", max=3}])"});
  EXPECT_EQ(passivity_method(s).name, "slew");
  EXPECT_EQ(coupling_law(s).name, "slack");
  EXPECT_EQ(s.expect.front().metric, "snap");
}

TEST(Extensions, AreSuggestedForANameThatIsNearlyTheirs) {
  EXPECT_THAT(refusal_of_extended({"passivity.kind=slev"}),
              HasSubstr("unknown passivity method \"slev\"; did you mean \"slew\"?"));
  EXPECT_THAT(refusal_of_extended({R"(expect=[{metric="snop", max=3}])"}),
              HasSubstr("unknown metric \"snop\"; did you mean \"snap\"?"));
}

TEST(Extensions, AreUnknownToWhomTheyWereNotGiven) {
  EXPECT_THROW(load_scenario("omega_lwr_wall", {"passivity.kind=slew"}), core::InputError);
}

TEST(Extensions, HaveKeysOfTheirOwnCheckedAsAllOthers) {
  const Scenario s = load_extended({"passivity.kind=slew", "passivity.slew.rate=7"});
  EXPECT_EQ(s.passivity.extension.get<SlewParams>("slew").rate, 7);
  EXPECT_EQ(load_extended({"passivity.kind=slew"}).passivity.extension.get<SlewParams>("slew").rate,
            5);
  EXPECT_THAT(refusal_of_extended({"passivity.kind=slew", "passivity.slew.rate=700"}),
              HasSubstr("rate must be in [0, 100]"));
  EXPECT_THAT(refusal_of_extended({"passivity.kind=slew", "passivity.slew.rat=7"}),
              HasSubstr("rate"));
  // a coupling's may stand there while another is at work
  EXPECT_EQ(
      load_extended({"coupling.slack.rate=9"}).coupling.extension.get<SlewParams>("slack").rate, 9);
}

TEST(Extensions, HaveTheirKeysInTheReference) {
  const auto rows = reference_of([](Fields& f) {
    Scenario s;
    s.extensions = std::make_shared<const Extensions>(extended());
    describe(f, s);
  });
  EXPECT_THAT(rows, Contains(Field(&FieldRow::path, "passivity.slew.rate")));
  EXPECT_THAT(rows, Contains(Field(&FieldRow::path, "coupling.slack.rate")));
}

TEST(Extensions, AreKeptThroughAChangeOfTheScenario) {
  const Scenario s =
      changed(load_extended({"passivity.kind=slew", "passivity.slew.rate=7"}), {"seed=3"});
  EXPECT_EQ(passivity_method(s).name, "slew");
  EXPECT_EQ(s.passivity.extension.get<SlewParams>("slew").rate, 7);
}

TEST(Extensions, AreNotedInTheResolvedTextWhereTheyAreUsed) {
  EXPECT_THAT(extensions_used(load_extended({"seed=2"})), ElementsAre());
  const Scenario s =
      load_extended({"passivity.kind=slew", R"(changes=[{at=1, set=["coupling.kind=slack"]}])"});
  EXPECT_THAT(extensions_used(s), ElementsAre("passivity method slew", "coupling slack"));
  const auto same = std::make_shared<const Extensions>(extended());
  EXPECT_EQ(parse_scenario(s.text, "log", same).text, s.text);
  try {
    parse_scenario(s.text, "log#scenario");
    FAIL() << "read without them";
  } catch (const core::InputError& error) {
    EXPECT_STREQ(error.what(),
                 "log#scenario: needs the passivity method slew and the coupling slack, which are "
                 "not built in; load them with --plugin FILE, as the session did");
  }
}

TEST(BuiltInParts, KeepTheNumbersThatWiresAndLogsHave) {
  std::vector<std::string> methods, couplings;
  for (int i = 0; i < passivity::kMethods; ++i) {
    methods.push_back(built_in()->methods.numbered(static_cast<passivity::Method>(i))->name);
  }
  for (int i = 0; i < control::kCouplings; ++i) {
    couplings.push_back(
        built_in()->couplings.numbered(static_cast<control::CouplingKind>(i))->name);
  }
  EXPECT_THAT(methods, ElementsAre("none", "two-layer", "wave", "time-domain", "energy-bounding",
                                   "set-position"));
  EXPECT_THAT(couplings, ElementsAre("position-force", "position-position", "four-channel", "rate",
                                     "drive", "force-position", "model-mediated", "auto"));
}

TEST(BuiltInParts, OfPassivityEachMakeALayer) {
  for (const PassivityMethod& method : built_in()->methods) {
    EXPECT_FALSE(method.help.empty()) << method.name;
    EXPECT_NE(method.make({}, passivity::Role::leader, {}), nullptr) << method.name;
  }
}

}  // namespace
}  // namespace tether::scenario
