#include "tether/link/emulated/channel_model.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/link/moments.hpp"

namespace tether::link {
namespace {

// Fixes the order of draws: recorded sessions are replayed by it.
TEST(ChannelModel, IsTheSameForTheSameSeedForEver) {
  NetworkParams params;
  params.delay = {.kind = DelayParams::Kind::constant, .mean = 0.02};
  params.loss = {
      .probability = 0.2, .burst_begin = 0.05, .burst_end = 0.3, .burst_probability = 0.8};
  params.duplication = 0.3;
  ChannelModel channel(params, 42);
  std::string copies;
  for (int k = 0; k < 40; ++k) copies += std::to_string(channel.draw(at_ms(k), 1000).count);
  EXPECT_EQ(copies, "2011200012112111111110112101111212011111");
}

TEST(ChannelModel, LetsSomePacketsOvertakeAllThatAreOnTheirWay) {
  NetworkParams params;
  params.delay.mean = 0.05;
  params.overtaking = 0.25;
  ChannelModel channel(params, 3);
  int at_once = 0;
  for (int k = 0; k < 10000; ++k) {
    const auto arrivals = channel.draw(at_ms(k), 1000);
    ASSERT_EQ(arrivals.count, 1U);
    if (arrivals.at[0] == at_ms(k)) {
      ++at_once;
    } else {
      EXPECT_EQ(arrivals.at[0], at_ms(k + 50));
    }
  }
  EXPECT_NEAR(at_once, 2500, 200);
}

TEST(ChannelModel, KeepsLongPacketsOnTheWireForLonger) {
  NetworkParams params;
  params.bandwidth = 1e6;
  ChannelModel channel(params, 1);
  EXPECT_EQ(channel.draw(at_ms(0), 8000).at[0], at_ms(8));
  EXPECT_EQ(channel.draw(at_ms(0), 1000).at[0], at_ms(9));
}

}  // namespace
}  // namespace tether::link
