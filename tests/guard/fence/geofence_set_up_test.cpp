// What a geofence accepts when it is made, and that it needs no memory afterwards.
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/guard/fence/fenced_slides.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/random/not_finite.hpp"
#include "tether/core/error.hpp"
#include "tether/guard/fence/geofence.hpp"

namespace tether::guard {
namespace {

using spatial::Vector3;
using test::floor_box;
using test::Slides;
using ::testing::HasSubstr;
using tether::test::kNaN;

TEST(Geofence, RefusesBoxesAndParametersThatMakeNoSense) {
  FenceBox box = floor_box();
  EXPECT_THROW(Geofence({.hand_force = 140}, {&box, 1}), core::InputError);
  EXPECT_THROW(Geofence({.cushion = 0}, {&box, 1}), core::InputError);
  EXPECT_THROW(Geofence({}, std::vector<FenceBox>(17, box)), core::InputError);
  box.half_size.x() = 0;
  EXPECT_THROW(Geofence({}, {&box, 1}), core::InputError);
  box = floor_box();
  box.centre.rotation *= 2;
  EXPECT_THROW(Geofence({}, {&box, 1}), core::InputError);
}

TEST(Geofence, SaysWhichParameterMakesNoSense) {
  const FenceBox box = floor_box();
  const auto complaint = [&box](const GeofenceParams& params) -> std::string {
    try {
      const Geofence fence(params, {&box, 1});
      return "none";
    } catch (const core::InputError& e) {
      return e.what();
    }
  };
  EXPECT_EQ(complaint({}), "none");
  for (const auto& [params, word] : {
           std::pair{GeofenceParams{.radius = -1e-3}, "radius must not"},
           std::pair{GeofenceParams{.radius = kNaN}, "radius must not"},
           std::pair{GeofenceParams{.deceleration = 0}, "deceleration must"},
           std::pair{GeofenceParams{.cushion = 0}, "cushion must"},
           std::pair{GeofenceParams{.stiffness = 0}, "stiffness must"},
           std::pair{GeofenceParams{.max_force = 0, .hand_force = 0}, "geofence: max_force must"},
           std::pair{GeofenceParams{.hand_force = 140}, "hand_force must"},
           std::pair{GeofenceParams{.release_speed = -1}, "release_speed must"},
           std::pair{GeofenceParams{.ramp = 0}, "ramp must"},
           std::pair{GeofenceParams{.jump = 0}, "jump must"},
           std::pair{GeofenceParams{.sample_time = 0}, "sample_time must"},
           std::pair{GeofenceParams{.max_effort = Vector3(1, 0, 1)}, "max_effort must"},
       }) {
    EXPECT_THAT(complaint(params), HasSubstr(word));
  }
  FenceBox nowhere = floor_box();
  nowhere.centre.position.x() = kNaN;
  EXPECT_THROW(Geofence({}, {&nowhere, 1}), core::InputError);
}

TEST(Geofence, FindsABoxByItsName) {
  const FenceBox box = floor_box();
  const Geofence fence({}, {&box, 1});
  EXPECT_EQ(fence.find("floor"), 0);
  EXPECT_EQ(fence.find("wall"), -1);
}

TEST(Geofence, AllocatesNothing) {
  if (!tether::test::AllocationCounter::available())
    GTEST_SKIP() << "the sanitizer has its own heap";
  std::vector<FenceBox> boxes(4, floor_box());
  Geofence fence({}, boxes);
  Slides slides({0, 0, 0.003});
  slides.move_with({0, 0, -0.5});
  const tether::test::AllocationCounter counter;
  for (int i = 0; i < 100; ++i) slides.meet(fence);
  EXPECT_EQ(counter.allocations(), 0);
}

}  // namespace
}  // namespace tether::guard
