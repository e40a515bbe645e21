// What a geofence accepts when it is made, and that it needs no memory afterwards.
#include <vector>

#include "tests/guard/fenced_slides.hpp"
#include "tests/support/allocation_counter.hpp"
#include <gtest/gtest.h>

#include "tether/core/error.hpp"
#include "tether/guard/geofence.hpp"

namespace tether::guard {
namespace {

using spatial::Vector3;
using test::floor_box;
using test::Slides;

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
