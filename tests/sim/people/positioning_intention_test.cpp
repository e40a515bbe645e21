#include "tether/sim/people/positioning_intention.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/steps.hpp"

namespace tether::sim {
namespace {

using spatial::Vector3;

core::Time at_second(double t) { return core::Time(core::duration_from_seconds(t)); }

PositioningTask brief() {
  PositioningTask task;
  task.first_beep = 1;
  task.cycles = 2;
  return task;
}

TaskPerson person() {
  TaskPerson p;
  p.reaction_delay = 0.2;
  p.start = Vector3(0, -0.06, 0);
  return p;
}

// where the tool is at every step, when it follows the hand by this share of its way
std::vector<Vector3> tool_path(PositioningIntention& intention, double share, double until) {
  std::vector<Vector3> path;
  Senses senses;
  senses.tool.position = intention.start();
  for (double t = 0; t < until; t += kStep) {
    const auto wanted = intention.update(at_second(t), kStep, senses);
    senses.tool.position = intention.start() + share * (wanted.position - intention.start());
    path.push_back(senses.tool.position);
  }
  return path;
}

TEST(PositioningTask, BeepsInTurnsForEitherMark) {
  const PositioningTask task = brief();
  EXPECT_EQ(task.beeps(0.999), 0);
  EXPECT_EQ(task.beeps(1.0), 1);
  EXPECT_EQ(task.beeps(4.0), 2);
  EXPECT_EQ(task.beeps(1000), 4);
  EXPECT_EQ(task.called(0), task.first);
  EXPECT_EQ(task.called(1), task.second);
  EXPECT_EQ(task.called(2), task.first);
  EXPECT_DOUBLE_EQ(task.end(), 13);
}

TEST(PositioningIntention, MovesOnlyAfterABeepAndItsReactionTime) {
  PositioningIntention intention(brief(), person(), 1);
  const auto path = tool_path(intention, 1, 1.5);
  for (std::size_t k = 0; k < 1200; ++k) ASSERT_EQ(path[k], person().start) << k;
  EXPECT_GT(path[1400].y(), -0.06 + 1e-3);
}

TEST(PositioningIntention, ReachesEveryMarkAndCorrectsByTheSightOfTheTool) {
  // a tool that goes only four fifths of the way has to be brought there by corrections
  for (const double share : {1.0, 0.8}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const PositioningTask task = brief();
      PositioningIntention intention(task, person(), seed);
      const auto path = tool_path(intention, share, task.end());
      for (int beep = 1; beep <= 4; ++beep) {
        // just before the next beep
        const double t = task.beep_time(beep) + task.interval - 0.01;
        const double off = (path[static_cast<std::size_t>(t / kStep)] - task.called(beep)).norm();
        EXPECT_LE(off, task.mark_width / 2) << share << " " << seed << " " << beep;
      }
    }
  }
}

TEST(PositioningIntention, IsDoneAfterTheLastInterval) {
  PositioningIntention intention(brief(), person(), 1);
  tool_path(intention, 1, 12.9);
  EXPECT_FALSE(intention.done());
  intention.update(at_second(13), kStep, {});
  EXPECT_TRUE(intention.done());
}

TEST(PositioningIntention, IsQuickerAfterPractice) {
  const auto time_to_reach = [](double practice) {
    auto p = person();
    p.practice = practice;
    p.skill.scatter = 0;
    PositioningIntention intention(brief(), p, 1);
    const auto path = tool_path(intention, 1, 4);
    const auto reached =
        std::find_if(path.begin(), path.end(), [](const Vector3& x) { return x.y() > 0.055; });
    return static_cast<double>(reached - path.begin()) * kStep;
  };
  EXPECT_GT(time_to_reach(0), time_to_reach(30) + 0.05);
}

}  // namespace
}  // namespace tether::sim
