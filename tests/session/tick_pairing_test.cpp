#include "session/wall/tick_pairing.hpp"

#include <gtest/gtest.h>

namespace tether::session {
namespace {

signals::Tick tick(std::uint64_t index) {
  signals::Tick t;
  t.index = index;
  t.time = core::Time(std::chrono::milliseconds(index));
  t.received.fresh = true;
  return t;
}

TEST(TickPairing, PutsTicksOfTheSamePlaceOnTheGridTogether) {
  TickStream leader, follower;
  TickPairing pairing(&leader, &follower);
  leader.push(tick(0));
  EXPECT_FALSE(pairing.next(false));  // the follower's may still come
  follower.push(tick(0));
  ASSERT_TRUE(pairing.next(false));
  EXPECT_EQ(pairing.leader().origin, signals::TickOrigin::made);
  EXPECT_EQ(pairing.follower().origin, signals::TickOrigin::made);
  EXPECT_FALSE(pairing.next(false));
}

TEST(TickPairing, LetsTheLastTickOfASideStandWhereItMadeNone) {
  TickStream leader, follower;
  TickPairing pairing(&leader, &follower);
  for (const std::uint64_t i : {0U, 1U, 2U}) leader.push(tick(i));
  for (const std::uint64_t i : {0U, 2U}) follower.push(tick(i));
  ASSERT_TRUE(pairing.next(false));
  ASSERT_TRUE(pairing.next(false));
  EXPECT_EQ(pairing.leader().index, 1);
  EXPECT_EQ(pairing.follower().origin, signals::TickOrigin::repeated);
  EXPECT_EQ(pairing.follower().index, 0);
  EXPECT_FALSE(pairing.follower().received.fresh);
  EXPECT_EQ(signals::index_of(pairing.leader(), pairing.follower()), 1);
  ASSERT_TRUE(pairing.next(false));
  EXPECT_EQ(pairing.follower().index, 2);
  EXPECT_EQ(pairing.follower().origin, signals::TickOrigin::made);
}

TEST(TickPairing, GoesOnWithoutASideThatHasFallenSilent) {
  TickStream leader, follower;
  TickPairing pairing(&leader, &follower);
  follower.push(tick(0));
  for (std::uint64_t i = 0; i < TickPairing::kPatience + 1; ++i) leader.push(tick(i));
  ASSERT_TRUE(pairing.next(false));
  ASSERT_TRUE(pairing.next(false));
  EXPECT_EQ(pairing.leader().index, 1);
  EXPECT_FALSE(pairing.next(false));
  // at the end nobody is waited for
  for (std::uint64_t i = 2; i <= TickPairing::kPatience; ++i) ASSERT_TRUE(pairing.next(true));
  EXPECT_FALSE(pairing.next(true));
}

TEST(TickPairing, ShowsOfASideInAnotherProcessWhatWasReceivedOfIt) {
  TickStream follower;
  TickPairing pairing(nullptr, &follower);
  signals::Tick own = tick(7);
  own.received.sample.position = {1, 2, 3};
  own.received.sample.energy = 0.5;
  follower.push(own);
  ASSERT_TRUE(pairing.next(false));
  EXPECT_EQ(pairing.leader().origin, signals::TickOrigin::received);
  EXPECT_EQ(pairing.leader().tool.position, spatial::Vector3(1, 2, 3));
  EXPECT_EQ(pairing.leader().energy.sent, 0.5);
}

}  // namespace
}  // namespace tether::session
