#include "tether/runtime/loops/scheduler.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace tether::runtime {
namespace {

const ThreadSpec kThread{
    .name = "thread", .activities = {{"each", 1}, {"second", 2}, {"third", 3}}, .sets = {}};

// passes of `count` in which the activity is due
std::vector<int> due_passes(Scheduler& scheduler, std::size_t activity, ActivitySet set,
                            int count) {
  std::vector<int> due;
  for (int pass = 0; pass < count; ++pass) {
    scheduler.begin_pass(set);
    if (scheduler.due(activity)) due.push_back(pass);
  }
  return due;
}

TEST(Scheduler, LetsEachComputeInEveryNthPass) {
  const ActivitySet all(0b111);
  const std::vector<std::vector<int>> expected{{0, 1, 2, 3, 4, 5, 6}, {0, 2, 4, 6}, {0, 3, 6}};
  for (std::size_t i = 0; i < 3; ++i) {
    Scheduler scheduler(kThread);
    EXPECT_EQ(due_passes(scheduler, i, all, 7), expected[i]);
  }
}

TEST(Scheduler, LetsOnlyTheSelectedSetCompute) {
  Scheduler scheduler(kThread);
  scheduler.begin_pass(ActivitySet(0b101));
  EXPECT_TRUE(scheduler.due(0));
  EXPECT_FALSE(scheduler.due(1));
  EXPECT_TRUE(scheduler.due(2));
  scheduler.begin_pass({});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_FALSE(scheduler.due(i));
}

TEST(Scheduler, LetsWhoComesBackComputeAtOnce) {
  Scheduler scheduler(kThread);
  const ActivitySet third(0b100);
  EXPECT_EQ(due_passes(scheduler, 2, third, 2), std::vector{0});
  scheduler.begin_pass({});
  EXPECT_EQ(due_passes(scheduler, 2, third, 5), (std::vector{0, 3}));
}

}  // namespace
}  // namespace tether::runtime
