// What becomes of energy that crosses a link as a counter, one event at a time.
#include <optional>

#include <gtest/gtest.h>

#include "tests/link/moments.hpp"
#include "tether/link/emulated/emulated_link.hpp"
#include "tether/passivity/energy_tank.hpp"

namespace tether::link {
namespace {

// a sender that promises 1/8 J per tick and a receiver that adds up what it receives
class CountedLink : public testing::Test {
 protected:
  void join(const EmulatedLinkParams& params) { link.emplace(params, 1); }
  void send(int k) {
    giver.send(0.125);
    signals::Sample sample;
    sample.sent = at_ms(k);
    sample.energy = giver.sent();
    link->leader().send(at_ms(k), sample);
  }
  // what the receiver gains at this tick [J]
  double take(int k) {
    const auto received = link->follower().receive(at_ms(k));
    return received.valid ? taker.receive(received.sample.energy) : 0;
  }

  std::optional<EmulatedLink> link;
  passivity::EnergyTank giver, taker;
};

TEST_F(CountedLink, GivesTheLatestWhenSeveralComeBetweenTwoTicks) {
  join({});
  for (int k = 0; k < 4; ++k) send(k);
  EXPECT_EQ(take(3), 0.5);
  EXPECT_EQ(take(4), 0);
}

TEST_F(CountedLink, BringsTheEnergyOfALostSampleWithTheNext) {
  EmulatedLinkParams params;
  params.to_follower.outages = {{0.0005, 0.0025}};
  join(params);
  send(0);
  EXPECT_EQ(take(0), 0.125);
  send(1);
  EXPECT_EQ(take(1), 0);
  send(2);
  EXPECT_EQ(take(2), 0);
  send(3);
  EXPECT_EQ(take(3), 0.375);
}

TEST_F(CountedLink, ChangesNothingWithADuplicate) {
  EmulatedLinkParams params;
  params.to_follower.duplication = 1;
  params.to_follower.delay = {
      .kind = DelayParams::Kind::trace, .mean = 0, .deviation = 0, .trace = {0, 0.005}};
  join(params);
  send(0);
  EXPECT_EQ(take(0), 0.125);
  const auto again = link->follower().receive(at_ms(5));
  EXPECT_EQ(link->to_follower().counts().delivered, 2U);
  EXPECT_FALSE(again.fresh);
  EXPECT_EQ(take(5), 0);
}

TEST_F(CountedLink, ChangesNothingWithASampleThatComesLate) {
  EmulatedLinkParams params;
  params.to_follower.delay = {
      .kind = DelayParams::Kind::trace, .mean = 0, .deviation = 0, .trace = {0.010, 0}};
  join(params);
  send(0);
  send(1);
  EXPECT_EQ(take(1), 0.25);
  EXPECT_EQ(take(10), 0);
  EXPECT_EQ(link->to_follower().counts().delivered, 2U);
  EXPECT_EQ(taker.received(), 0.25);
}

TEST_F(CountedLink, LosesNothingToASlowRate) {
  join({.to_follower = {}, .to_leader = {}, .rate = 250});
  for (int k = 0; k < 9; ++k) {
    send(k);
    const double gained = take(k);
    EXPECT_EQ(gained, k == 0 ? 0.125 : k % 4 == 0 ? 0.5 : 0) << k;
  }
}

TEST(Echo, IsTheNewestStampAndHowLongItWasHeld) {
  EmulatedLink link({}, 1);
  const core::Duration offset = std::chrono::hours(1);
  signals::Sample sample;
  sample.sent = at_ms(3) + offset;
  link.leader().send(at_ms(3), sample);
  EXPECT_FALSE(link.follower().receive(at_ms(3)).sample.echoes);
  link.follower().send(at_ms(8), {});
  const auto back = link.leader().receive(at_ms(8));
  EXPECT_TRUE(back.sample.echoes);
  EXPECT_EQ(back.sample.echo, at_ms(3) + offset);
  EXPECT_EQ(back.sample.held, std::chrono::milliseconds(5));
}

TEST(Echo, NeverGoesBackToAnOlderStamp) {
  EmulatedLinkParams params;
  params.to_follower.delay = {.kind = DelayParams::Kind::gamma, .mean = 0.02, .deviation = 0.01};
  EmulatedLink link(params, 4);
  core::Time last;
  for (int k = 0; k < 2000; ++k) {
    signals::Sample sample;
    sample.sent = at_ms(k);
    link.leader().send(at_ms(k), sample);
    link.follower().receive(at_ms(k));
    link.follower().send(at_ms(k), {});
    const auto back = link.leader().receive(at_ms(k));
    if (!back.sample.echoes) continue;
    EXPECT_GE(back.sample.echo, last) << k;
    EXPECT_GE(back.sample.held, core::Duration{0}) << k;
    last = back.sample.echo;
  }
  EXPECT_GT(last, at_ms(1900));
}

}  // namespace
}  // namespace tether::link
