#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tether/reproduction/passive_arm/rate_trial.hpp"

namespace tether::reproduction {
namespace {

// a link that carries so many samples per second and no more
struct FakeLink {
  double capacity = 0;
  std::vector<double> tried = {};
  RateBracket search(const RateSearchParams& params = {}) {
    return highest_rate(
        [this](double rate) {
          tried.push_back(rate);
          return rate <= capacity;
        },
        params);
  }
};

RC_GTEST_PROP(RateSearch, FindsAnyCapacityWithinItsResolution, ()) {
  const RateSearchParams params;
  FakeLink link{*rc::gen::inRange(1, 63999) * 1.0};
  const RateBracket found = link.search(params);
  RC_ASSERT(found.sustained <= link.capacity);
  RC_ASSERT(found.failed > link.capacity);
  RC_ASSERT(found.failed <= (1 + params.resolution) * found.sustained);
  RC_ASSERT(link.tried.size() <= 16U);
}

TEST(RateSearch, SaysThatTheHighestRateWorks) {
  const RateBracket found = FakeLink{1e9}.search({.highest = 3000});
  EXPECT_EQ(found.sustained, 3000);
  EXPECT_EQ(found.failed, 0);
}

TEST(RateSearch, SaysThatNotEvenTheLowestRateWorks) {
  const RateBracket found = FakeLink{0}.search({.lowest = 2});
  EXPECT_EQ(found.sustained, 0);
  EXPECT_EQ(found.failed, 2);
}

TEST(RateSearch, NeverTriesARateOutsideItsBounds) {
  FakeLink none{0}, any{1e9};
  none.search({.start = 100, .lowest = 7, .highest = 900});
  any.search({.start = 100, .lowest = 7, .highest = 900});
  for (const FakeLink& link : {none, any}) {
    for (const double rate : link.tried) {
      EXPECT_GE(rate, 7);
      EXPECT_LE(rate, 900);
    }
  }
}

}  // namespace
}  // namespace tether::reproduction
