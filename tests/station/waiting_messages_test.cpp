#include "tether/station/server/waiting_messages.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/station/scripted_host.hpp"
#include "tests/support/random/random_draw.hpp"

namespace tether::station {
namespace {

using test::text;

TEST(WaitingMessages, KeepsTheNewestOfThoseThatAreShown) {
  WaitingMessages waiting;
  EXPECT_FALSE(waiting.show(text("1")));
  EXPECT_TRUE(waiting.show(text("2")));
  EXPECT_TRUE(waiting.show(text("3")));
  EXPECT_EQ(waiting.count(), 1U);
  const auto next = waiting.take();
  ASSERT_TRUE(next);
  EXPECT_EQ(*next->message.bytes, "3");
  EXPECT_TRUE(next->shown);
  EXPECT_FALSE(waiting.take());
}

TEST(WaitingMessages, SendsInOrderBeforeItShows) {
  WaitingMessages waiting;
  waiting.show(text("shown"));
  ASSERT_TRUE(waiting.send(text("1")));
  ASSERT_TRUE(waiting.send(text("2")));
  EXPECT_EQ(*waiting.take()->message.bytes, "1");
  EXPECT_EQ(*waiting.take()->message.bytes, "2");
  EXPECT_EQ(*waiting.take()->message.bytes, "shown");
}

TEST(WaitingMessages, TakesASingleLargeOneAndNoneBehindIt) {
  WaitingMessages waiting({.messages = 10, .bytes = 100});
  EXPECT_TRUE(waiting.send(text(std::string(1000, 'x'))));
  EXPECT_FALSE(waiting.send(text("y")));
  waiting.take();
  EXPECT_TRUE(waiting.send(text("y")));
}

TEST(WaitingMessages, NeverHoldMoreThanTheirBounds) {
  test::RandomDraw draw(1);
  const WaitingLimits limits{.messages = 8, .bytes = 1000};
  WaitingMessages waiting(limits);
  std::size_t bytes = 0, refused = 0;
  for (int i = 0; i < 100000; ++i) {
    const std::string words(draw.bits() % 400, 'x');
    switch (draw.pick(4)) {
      case 0:
        if (const auto next = waiting.take(); next && !next->shown) {
          bytes -= next->message.bytes->size();
        }
        break;
      case 1:
        waiting.show(text(words));
        break;
      default:
        if (waiting.send(text(words))) {
          bytes += words.size();
        } else {
          ++refused;
        }
    }
    ASSERT_LE(waiting.count(), limits.messages + 1);
    ASSERT_LE(bytes, limits.bytes);
  }
  EXPECT_GT(refused, 1000U);
  waiting.clear();
  EXPECT_EQ(waiting.count(), 0U);
  EXPECT_TRUE(waiting.send(text(std::string(limits.bytes, 'x'))));
}

}  // namespace
}  // namespace tether::station
