// A geofence whose boxes are switched, and a tool that is suddenly elsewhere: no step, no jolt.
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/guard/fence/fenced_slides.hpp"
#include "tether/guard/fence/geofence.hpp"

namespace tether::guard {
namespace {

using spatial::Vector3;
using test::any_box;
using test::any_vector;
using test::floor_box;
using test::kRamp;
using test::RandomDraw;
using test::Slides;

// the force must not step, wherever the tool is put and whatever is switched
TEST(Geofence, BuildsItsForceUpWithoutAStepAfterJumpsAndSwitches) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomDraw draw(seed);
    const FenceBox box = any_box(draw);
    Geofence fence({}, {&box, 1});
    Slides slides(any_vector(draw, 0.2));
    Vector3 before = Vector3::Zero();
    for (int i = 0; i < 1000; ++i) {
      if (draw.bernoulli(0.01)) {
        // anywhere, but not just beside
        const Vector3 target = any_vector(draw, 0.2);
        if ((target - slides.tool.position).norm() > 0.011) slides.move_to(target);
      }
      if (draw.bernoulli(0.01)) fence.enable(0, draw.bernoulli(0.5));
      const Vector3 force = slides.meet(fence).force;
      // at most the easing of 140 N within 0.3 s; less is lost at once than would point inward
      const Vector3 normal = nearest_face(box, slides.tool.position).normal;
      const Vector3 kept = before - std::min(before.dot(normal), 0.0) * normal;
      ASSERT_LE((force - kept).norm(), 1.01 * 140 * control::Ease::kPeak / kRamp)
          << seed << " " << i;
      before = force;
    }
  }
}

TEST(Geofence, PushesOutGentlyWhenSwitchedOnAroundTheTool) {
  FenceBox box = floor_box();
  box.enabled = false;
  Geofence fence({}, {&box, 1});
  Slides slides({0, 0, -0.03});
  EXPECT_EQ(slides.meet(fence).box, -1);
  fence.enable(0, true);
  Vector3 place = slides.tool.position;
  Vector3 speed = Vector3::Zero();
  double fastest = 0;
  for (int i = 0; i < 3000; ++i) {
    slides.move_to(place);
    slides.move_with(speed);
    speed += 1e-3 * slides.meet(fence).force / 2;
    place += 1e-3 * speed;
    fastest = std::max(fastest, speed.z());
  }
  EXPECT_GE(place.z(), 0);
  EXPECT_LE(fastest, 0.25);
}

TEST(Geofence, IsInForceAtOnceWhenSwitchedOnAwayFromTheTool) {
  FenceBox box = floor_box();
  box.enabled = false;
  Geofence fence({}, {&box, 1});
  Slides slides({0, 0, 0.2});
  slides.meet(fence);
  fence.enable(0, true);
  slides.meet(fence);
  for (double z = 0.2; z > 0.003; z -= 1e-3) {
    slides.move_to({0, 0, z});
    slides.meet(fence);
  }
  slides.move_to({0, 0, 0.003});
  EXPECT_NEAR(slides.meet(fence).force.z(), 100, 1e-6);
}

// far off, and near but not on its way there
TEST(Geofence, IsInForceFromTheFirstTickOnWhereItHadNothingToPush) {
  for (const Vector3& speed : {Vector3::Zero().eval(), Vector3(0.3, 0, 0)}) {
    FenceBox box = floor_box();
    box.enabled = false;
    Geofence fence({}, {&box, 1});
    Slides slides({0, 0, 0.017});
    slides.move_with(speed);
    slides.meet(fence);
    fence.enable(0, true);
    EXPECT_EQ(slides.meet(fence).amount, 0);
    slides.move_to({0, 0, 0.0075});
    EXPECT_NEAR(slides.meet(fence).force.z(), 10, 1e-9);
  }
}

TEST(Geofence, IsOutOfForceWhenItWasSwitchedOffLongAgo) {
  for (const Vector3& speed : {Vector3::Zero().eval(), Vector3(0.3, 0, 0)}) {
    const FenceBox box = floor_box();
    Geofence fence({}, {&box, 1});
    Slides slides({0, 0, 0.017});
    slides.move_with(speed);
    slides.meet(fence);
    fence.enable(0, false);
    for (int i = 0; i <= kRamp; ++i) slides.meet(fence);
    slides.move_to({0, 0, 0.0075});
    EXPECT_EQ(slides.meet(fence).amount, 0);
  }
}

// what still pushed on the way out would give energy
TEST(Geofence, FallsAtOnceWhileItBuildsUpFromInside) {
  const FenceBox box = floor_box();
  Geofence fence({}, {&box, 1});
  Slides slides({0, 0, 0.2});
  slides.meet(fence);
  slides.move_to({0, 0, 0.003});  // a jump: builds up slowly, once
  for (int i = 0; i <= kRamp; ++i) slides.meet(fence);
  EXPECT_NEAR(slides.meet(fence).force.z(), 100, 1e-9);

  slides.move_to({0, 0, -0.001});
  const double building = slides.meet(fence).force.z();
  EXPECT_GT(building, 100);
  EXPECT_LT(building, 101);
  slides.move_with({0, 0, 0.1});
  EXPECT_NEAR(slides.meet(fence).force.z(), 70, 1e-9);  // faded by half
}

TEST(Geofence, IsSwitchedFromAnotherThreadWhileItTicks) {
  std::vector<FenceBox> boxes(4, floor_box());
  Geofence fence({}, boxes);
  std::atomic<bool> done = false;
  std::thread other([&] {
    for (int i = 0; !done; ++i) fence.enable(i % 4, i % 3 == 0);
  });
  Slides slides({0, 0, 0.003});
  for (int i = 0; i < 20'000; ++i) {
    const auto out = slides.meet(fence);
    ASSERT_LE(out.force.norm(), 140 * (1 + 1e-12));
    ASSERT_GE(out.force.z(), 0);
  }
  done = true;
  other.join();
}

}  // namespace
}  // namespace tether::guard
