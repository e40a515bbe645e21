#include "tether/link/udp/replay_window.hpp"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/random/random_draw.hpp"

namespace tether::link {
namespace {

// the window in words: all counters that were seen, however long ago
class Model {
 public:
  bool mark(std::uint64_t counter) {
    const bool too_old = !seen_.empty() && counter < *seen_.rbegin() &&
                         *seen_.rbegin() - counter >= ReplayWindow::kWidth;
    return !too_old && seen_.insert(counter).second;
  }

 private:
  std::set<std::uint64_t> seen_;
};

// steps back and forth of every size, from one to far beyond the window
std::uint64_t step(std::uint64_t from, test::RandomDraw& draw) {
  const auto reach = std::uint64_t{1} << draw.pick(14);
  const std::uint64_t by = draw.bits() % (reach + 1);
  return draw.bernoulli(0.45) ? from - std::min(from, by) : from + by;
}

RC_GTEST_PROP(ReplayWindow, AgreesWithASetOfAllThatWasSeen, (std::uint64_t seed)) {
  test::RandomDraw draw(seed);
  ReplayWindow window;
  Model model;
  std::uint64_t counter = draw.bernoulli(0.5) ? 0 : draw.bits() >> 1;
  for (int i = 0; i < 2000; ++i) {
    counter = step(counter, draw);
    const bool fresh = window.fresh(counter);
    const bool marked = model.mark(counter);
    RC_ASSERT(fresh == marked);
    RC_ASSERT(window.mark(counter) == marked);
  }
}

TEST(ReplayWindow, TakesEachCounterOnce) {
  ReplayWindow window;
  for (const std::uint64_t counter : {0U, 1U, 5U, 3U, 2U}) {
    EXPECT_TRUE(window.mark(counter)) << counter;
    EXPECT_FALSE(window.mark(counter)) << counter;
  }
  EXPECT_TRUE(window.mark(4));
}

TEST(ReplayWindow, IsExactly1024Wide) {
  ReplayWindow window;
  EXPECT_TRUE(window.mark(5000));
  EXPECT_FALSE(window.fresh(5000 - 1024));
  EXPECT_TRUE(window.fresh(5000 - 1023));
}

TEST(ReplayWindow, AsksWithoutMarking) {
  ReplayWindow window;
  EXPECT_TRUE(window.fresh(9));
  EXPECT_TRUE(window.fresh(9));
}

}  // namespace
}  // namespace tether::link
