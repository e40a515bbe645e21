// The link in a scenario: what [link] gives holds in both directions, what [link.to_follower] and
// [link.to_leader] give in one.
#include "tether/scenario/schema/link_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tether/core/error.hpp"
#include "tether/scenario/scenario_file.hpp"

namespace tether::scenario {
namespace {

using Kind = link::DelayParams::Kind;

link::EmulatedLinkParams link_of(const std::string& text,
                                 const std::vector<std::string>& set = {}) {
  const Scenario scenario = parse_scenario(text, "x.toml");
  return set.empty() ? scenario.link.emulated : changed(scenario, set).link.emulated;
}

std::string refusal_of(const std::string& text, const std::vector<std::string>& set = {}) {
  try {
    link_of(text, set);
  } catch (const core::InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(LinkFields, GiveBothDirectionsTheSameFigures) {
  const auto link = link_of("[link]\nkind = \"nl_it\"\nloss = 0.1\n");
  for (const link::NetworkParams& network : {link.to_follower, link.to_leader}) {
    EXPECT_EQ(network.delay.kind, Kind::gamma);
    EXPECT_EQ(network.delay.mean, 0.04);
    EXPECT_EQ(network.delay.deviation, 0.001);
    EXPECT_EQ(network.loss.probability, 0.1);
  }
}

TEST(LinkFields, GiveEitherDirectionFiguresOfItsOwn) {
  const auto link = link_of(R"([link]
kind = "nl_it"
[link.to_follower]
delay = 0.1
distribution = "normal"
jitter = 0.02
reorder = false
loss = 0.01
duplication = 0.02
[link.to_leader]
burst_begin = 0.001
burst_end = 0.1
burst_loss = 0.9
bandwidth = 1e6
outages = [{ from = 1.0, to = 2.0 }]
)");
  const link::NetworkParams &there = link.to_follower, &back = link.to_leader;
  EXPECT_EQ(there.delay.kind, Kind::normal);
  EXPECT_EQ(there.delay.mean, 0.1);
  EXPECT_EQ(there.delay.deviation, 0.02);
  EXPECT_FALSE(there.reorder);
  EXPECT_EQ(there.loss.probability, 0.01);
  EXPECT_EQ(there.duplication, 0.02);
  EXPECT_EQ(there.bandwidth, 0);
  EXPECT_TRUE(there.outages.empty());
  EXPECT_EQ(back.delay.kind, Kind::gamma);
  EXPECT_EQ(back.delay.mean, 0.04);
  EXPECT_TRUE(back.reorder);
  EXPECT_EQ(back.loss.probability, 0.0004);
  EXPECT_EQ(back.loss.burst_begin, 0.001);
  EXPECT_EQ(back.loss.burst_end, 0.1);
  EXPECT_EQ(back.loss.burst_probability, 0.9);
  EXPECT_EQ(back.bandwidth, 1e6);
  ASSERT_EQ(back.outages.size(), 1U);
  EXPECT_EQ(back.outages[0].to, 2);
}

TEST(LinkFields, LetTheNearerTableWinWhateverTheOrder) {
  const std::string text = "[link.to_leader]\ndelay = 0.3\n[link]\ndelay = 0.1\nloss = 0.2\n";
  EXPECT_EQ(link_of(text).to_leader.delay.mean, 0.3);
  EXPECT_EQ(link_of(text).to_leader.loss.probability, 0.2);
  EXPECT_EQ(link_of(text).to_follower.delay.mean, 0.1);
  // also where [link] changes later
  EXPECT_EQ(link_of(text, {"link.delay=0.5"}).to_leader.delay.mean, 0.3);
  EXPECT_EQ(link_of(text, {"link.delay=0.5"}).to_follower.delay.mean, 0.5);
  EXPECT_EQ(link_of(text, {"link.to_follower.delay=0.7"}).to_follower.delay.mean, 0.7);
}

// a measured link stands for all that it has figures of
TEST(LinkFields, TakeAMeasuredLinkForOneDirection) {
  const auto link =
      link_of("[link]\nloss = 0.5\n[link.to_leader]\nkind = \"nl_au\"\ndelay = 0.4\n");
  EXPECT_EQ(link.to_follower.delay.mean, 0);
  EXPECT_EQ(link.to_follower.loss.probability, 0.5);
  EXPECT_EQ(link.to_leader.delay.kind, Kind::gamma);
  EXPECT_EQ(link.to_leader.delay.mean, 0.4);
  EXPECT_EQ(link.to_leader.delay.deviation, 0.005);
  EXPECT_EQ(link.to_leader.loss.probability, 0.27);
}

TEST(LinkFields, KeepATraceUnlessTheDirectionHasAnotherDistribution) {
  const std::string traced = "[link]\ndistribution = \"trace\"\ntrace = [0.1, 0.2]\n";
  const auto link = link_of(traced +
                            "[link.to_follower]\nloss = 0.1\n[link.to_leader]\n"
                            "distribution = \"constant\"\ndelay = 0.3\n");
  EXPECT_EQ(link.to_follower.delay.kind, Kind::trace);
  EXPECT_EQ(link.to_follower.delay.trace.size(), 2U);
  EXPECT_EQ(link.to_leader.delay.kind, Kind::constant);
  EXPECT_EQ(link.to_leader.delay.mean, 0.3);
  EXPECT_TRUE(link.to_leader.delay.trace.empty());
  const auto own = link_of("[link.to_leader]\ndistribution = \"trace\"\ntrace = [0.5]\n");
  EXPECT_EQ(own.to_leader.delay.trace, std::vector<double>{0.5});
  EXPECT_EQ(own.to_follower.delay.kind, Kind::constant);
}

TEST(LinkFields, SayWhichTableAWrongKeyStandsIn) {
  EXPECT_EQ(refusal_of("[link.to_leader]\ndelai = 0.3\n"),
            "x.toml:2:1: unknown key \"delai\" in [link.to_leader]; did you mean \"delay\"?");
  EXPECT_EQ(refusal_of("[link.to_folower]\ndelay = 0.3\n"),
            "x.toml:1:7: unknown key \"to_folower\" in [link]; did you mean \"to_follower\"?");
  EXPECT_EQ(refusal_of("[link.to_follower]\nrate = 250\n"),
            "x.toml:2:1: unknown key \"rate\" in [link.to_follower]; expected one of kind, "
            "distribution, delay, jitter, reorder, loss, burst_begin, burst_end, burst_loss, "
            "duplication, bandwidth, outages");
  EXPECT_EQ(refusal_of("[link.to_follower]\nkind = \"nl_at\"\n"),
            "x.toml:2:8: unknown link \"nl_at\"; did you mean \"nl_it\"?");
  EXPECT_EQ(refusal_of("[link]\nto_leader = 0.3\n"),
            "x.toml:2:13: expected a table, found a number");
}

TEST(LinkFields, RefuseFiguresThatDoNotFit) {
  EXPECT_EQ(refusal_of("", {"link.to_leader.delay=20"}),
            "link.to_leader.delay=20: delay must be in [0, 10] s, found 20");
  EXPECT_EQ(refusal_of("[link.to_leader]\ndistribution = \"trace\"\n"),
            "x.toml:1:1: missing key \"trace\" in [link.to_leader]");
  EXPECT_EQ(refusal_of("[link]\ndistribution = \"trace\"\ntrace = [0.1]\n[link.to_leader]\n"
                       "delay = 0.3\n"),
            "x.toml:5:1: unknown key \"delay\" in [link.to_leader]; expected one of kind, "
            "distribution, trace, reorder, loss, burst_begin, burst_end, burst_loss, duplication, "
            "bandwidth, outages");
  EXPECT_EQ(refusal_of("[link.to_leader]\noutages = [{ from = 2.0, to = 1.0 }]\n"),
            "x.toml:2:31: an outage ends after it begins");
}

TEST(LinkFields, AreReadTheSameFromTheTextThatALogCarries) {
  const Scenario scenario = load_scenario("omega_lwr_wall", {"link.to_leader.delay=0.3"});
  EXPECT_THAT(scenario.text, testing::HasSubstr("[link.to_leader]\ndelay = 0.3\n"));
  const auto again = parse_scenario(scenario.text, "x.toml").link.emulated;
  EXPECT_EQ(again.to_leader.delay.mean, 0.3);
  EXPECT_EQ(again.to_follower.delay.mean, 0);
}

}  // namespace
}  // namespace tether::scenario
