#include "tether/record/guard_events.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace tether::record {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class GuardEventsOfALeader : public ::testing::Test {
 protected:
  // what so many ticks reported, as "event: detail"
  std::vector<std::string> watch(int ticks) {
    std::vector<std::string> reported;
    for (int i = 0; i < ticks; ++i) {
      tick.time += std::chrono::milliseconds(1);
      events.watch(tick, [&](std::string_view what, std::string_view detail) {
        reported.push_back(std::string(what) + ": " + std::string(detail));
      });
    }
    return reported;
  }

  GuardEvents events{signals::SideName::leader};
  signals::Tick tick;
};

TEST_F(GuardEventsOfALeader, ReportWhenAGuardBeginsAndByHowMuchItDidWhenItEnds) {
  EXPECT_THAT(watch(10), IsEmpty());
  tick.guard.fence = 12;
  EXPECT_THAT(watch(50), ElementsAre("fence_begin: leader: the fence pushes the tool back"));
  tick.guard.fence = 34.5;
  EXPECT_THAT(watch(50), IsEmpty());
  tick.guard.fence = 0;
  EXPECT_THAT(watch(99), IsEmpty());
  EXPECT_THAT(watch(1), ElementsAre("fence_end: leader: no more, after 0.099 s; at most 34.5 N"));
  EXPECT_THAT(watch(500), IsEmpty());
  // the next time counts anew
  tick.guard.fence = 2;
  watch(1);
  tick.guard.fence = 0;
  EXPECT_THAT(watch(200), ElementsAre("fence_end: leader: no more, after 0.000 s; at most 2 N"));
}

TEST_F(GuardEventsOfALeader, TakeAShortPauseForNone) {
  tick.guard.power = 5;
  EXPECT_EQ(watch(5).size(), 1U);
  tick.guard.power = 0;
  EXPECT_THAT(watch(90), IsEmpty());
  tick.guard.power = 7;
  EXPECT_THAT(watch(5), IsEmpty());
  tick.guard.power = 0;
  EXPECT_THAT(watch(200), ElementsAre("power_bound_end: leader: no more, after 0.099 s; at most 7 "
                                      "W taken away"));
}

TEST_F(GuardEventsOfALeader, ReportEachGuardByItsOwnName) {
  tick.bounds.energy_share = tick.bounds.force_share = tick.bounds.hand_share = 0.5;
  tick.measured.operator_present = false;
  tick.guard = {.joint_stops = 1,
                .joint_speed = 1,
                .tool_speed = 1,
                .torque_rate = 1,
                .power = 1,
                .fence = 1,
                .contact = true,
                .stop = guard::StopReason::collision};
  std::vector<std::string> names;
  for (const std::string& reported : watch(1))
    names.push_back(reported.substr(0, reported.find(':')));
  EXPECT_THAT(names, ElementsAre("energy_bound_begin", "force_bound_begin", "hand_gone_begin",
                                 "power_bound_begin", "joint_stop_begin", "joint_speed_limit_begin",
                                 "tool_speed_limit_begin", "torque_rate_limit_begin", "fence_begin",
                                 "load_begin", "stop_begin"));
}

TEST_F(GuardEventsOfALeader, SayWhyItStopped) {
  tick.guard.stop = guard::StopReason::collision;
  EXPECT_THAT(watch(1),
              ElementsAre("stop_begin: leader: stopped (collision): the device only brakes"));
}

}  // namespace
}  // namespace tether::record
