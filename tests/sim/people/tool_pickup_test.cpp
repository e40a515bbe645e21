#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tether/sim/people/operator_profile.hpp"
#include "tether/sim/people/tool_pickup_intention.hpp"

namespace tether::sim {
namespace {

using spatial::Vector3;

TEST(ToolPickupPhases, EndWithContactAlignmentAndSeat) {
  const ToolPickupTask task;
  ToolPickupPhases phases(task);
  phases.update(1, task.seat + Vector3(0.01, 0, 0.05), 5);
  EXPECT_FALSE(phases.touched());
  phases.update(2, task.seat + Vector3(0.01, 0, 0.04), 50);
  EXPECT_EQ(phases.touched(), 2.0);
  phases.update(3, task.seat + Vector3(0.0005, 0, 0.036), 50);
  EXPECT_EQ(phases.aligned(), 3.0);
  phases.update(4, task.seat + Vector3(0.01, 0, 0.04), 50);  // slipped out
  EXPECT_FALSE(phases.aligned());
  phases.update(5, task.seat + Vector3(0.0005, 0, 0.036), 50);
  phases.update(6, task.seat + Vector3(0.0005, 0, 0.001), 50);
  EXPECT_EQ(phases.touched(), 2.0);
  EXPECT_EQ(phases.aligned(), 5.0);
  EXPECT_EQ(phases.inserted(), 6.0);
  phases.update(7, task.seat + Vector3(0, 0, 0.2), 0);
  EXPECT_EQ(phases.aligned(), 5.0);
}

TEST(ToolPickupPhases, PinsThatMeetTheirHolesAtOnceNeedNoSearch) {
  const ToolPickupTask task;
  ToolPickupPhases phases(task);
  phases.update(1, task.seat + Vector3(0, 0, 0.03), 0);
  EXPECT_EQ(phases.touched(), 1.0);
  EXPECT_EQ(phases.aligned(), 1.0);
}

// A follower without mass: it is where the hand wants it, but for a tool with holes that let pins
// in from 2.5 mm beside and then lead them, and a spring of 600 N/m that lets the hand feel the
// tool.
class Follower {
 public:
  explicit Follower(const ToolPickupTask& task) : task_(task) {}

  Senses update(const Vector3& hand) {
    const Vector3 wanted = task_.scale * hand;
    place_ = wanted;
    const bool inside = task_.height(place_) < task_.pin_length && inside_;
    if (inside || (wanted - task_.seat).head<2>().cwiseAbs().maxCoeff() < 2.5e-3) {
      inside_ = task_.height(wanted) < task_.pin_length;
      if (inside_) place_.head<2>() = task_.seat.head<2>();
      place_.z() = std::max(wanted.z(), task_.seat.z());
    } else {
      inside_ = false;
      place_.z() = std::max(wanted.z(), task_.seat.z() + task_.pin_length);
    }
    return {.tool = {spatial::Matrix3::Identity(), place_ / task_.scale},
            .felt = 600 * (place_ - wanted) / task_.scale};
  }
  const Vector3& place() const { return place_; }

 private:
  ToolPickupTask task_;
  Vector3 place_ = Vector3::Zero();
  bool inside_ = false;
};

// [s]; a negative time when it did not succeed in five minutes
double time_of(int person, std::uint64_t seed, const ToolPickupView& view) {
  ToolPickupTask task;
  task.scale = 3;
  OperatorProfile profile = operator_profile(person);
  profile.skill.press_force = 1.5;
  ToolPickupIntention intention(task, view, {.skill = profile.skill}, seed);
  Follower follower(task);
  Vector3 hand = intention.start();
  for (int k = 0; k < 300000; ++k) {
    const Senses senses = follower.update(hand);
    hand = intention.update(core::Time(std::chrono::milliseconds(k)), 1e-3, senses).position;
    if (intention.done()) return 1e-3 * k;
  }
  return -1;
}

TEST(ToolPickupIntention, GetsTheToolWhoeverItIs) {
  for (int person = 1; person <= kProfiles; ++person) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      EXPECT_GT(time_of(person, seed, {}), 5) << person << ' ' << seed;
    }
  }
}

TEST(ToolPickupIntention, IsTheSameForTheSameSeed) {
  EXPECT_EQ(time_of(4, 9, {}), time_of(4, 9, {}));
}

TEST(ToolPickupIntention, IsQuickerWithAGoodView) {
  double blurred = 0;
  double clear = 0;
  for (int person = 1; person <= kProfiles; ++person) {
    blurred += time_of(person, 1, {});
    clear += time_of(person, 1, {.blur = 0.2, .depth_blur = 0.2});
  }
  EXPECT_LT(clear, blurred);
}

}  // namespace
}  // namespace tether::sim
