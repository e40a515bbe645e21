// The force of a geofence in any state: outward, within its bound, when it brakes and holds.
#include <numbers>
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
using test::RandomDraw;
using test::settle;
using test::Slides;

TEST(Geofence, PushesOutwardWithinItsBoundForAnyFiniteState) {
  for (std::uint64_t seed = 0; seed < 50'000; ++seed) {
    RandomDraw draw(seed);
    const FenceBox box = any_box(draw);
    Geofence fence({.radius = draw.bernoulli(0.5) ? 0 : 0.02}, {&box, 1});
    Slides slides(any_vector(draw, 0.4));
    const double wild = draw.bernoulli(0.1) ? 1e6 : 1;
    for (int i = 0; i < 3; ++i) {
      slides.rate = any_vector(draw, 2 * wild);
      slides.twist.linear = any_vector(draw, 2 * wild);
      const auto out = slides.meet(fence, any_vector(draw, 1000));
      ASSERT_FALSE(out.fault);
      ASSERT_GE(out.force.dot(nearest_face(box, slides.position).normal), -1e-12);
      ASSERT_LE(out.force.norm(), 140 * (1 + 1e-12));
      ASSERT_GE(out.potential, 0);
      slides.move_to(slides.position + any_vector(draw, draw.bernoulli(0.5) ? 0.3 : 0.005));
    }
  }
}

TEST(Geofence, BoundsTheSumOfManyBoxesToo) {
  RandomDraw draw(3);
  std::vector<FenceBox> boxes;
  for (int i = 0; i < Geofence::kMaxBoxes; ++i) boxes.push_back(any_box(draw));
  Geofence fence({}, boxes);
  for (int i = 0; i < 50'000; ++i) {
    Slides slides(any_vector(draw, 0.4));
    slides.move_with(any_vector(draw, 3));
    ASSERT_LE(slides.meet(fence).force.norm(), 140 * (1 + 1e-12));
  }
}

TEST(Geofence, HoldsAHundredNewtonsBeforeTheFace) {
  const FenceBox box = floor_box();
  Geofence fence({}, {&box, 1});
  Slides slides({0, 0, 0.003});
  settle(fence, slides);
  const auto out = slides.meet(fence);
  EXPECT_NEAR(out.force.z(), 100, 1e-9);
  EXPECT_NEAR(out.distance, 0.003, 1e-12);
  EXPECT_EQ(out.box, 0);
  EXPECT_NEAR(out.potential, 0.25, 1e-12);  // ½ · 20 kN/m · (5 mm)²
}

TEST(Geofence, BrakesWhatIsFasterThanItsBrakingDistanceAllowsAndNothingElse) {
  const FenceBox box = floor_box();
  for (const double speed : {0.2, 0.5, 1.0}) {
    const double distance = 8e-3 + speed * speed / 20;
    Slides slides({0, 0, distance + 1e-6});
    slides.move_with({0, 0, -speed});
    Geofence slow({}, {&box, 1});
    slides.meet(slow);
    EXPECT_EQ(slides.meet(slow).amount, 0);
    slides.move_to({0, 0, distance - 1e-3});
    Geofence fast({}, {&box, 1});
    slides.meet(fast);
    EXPECT_GT(slides.meet(fast).amount, 0);
  }
}

TEST(Geofence, DoesNotBrakeAfterAReversalThatTheEstimateHasNotSeen) {
  const FenceBox box = floor_box();
  Geofence fence({}, {&box, 1});
  Slides slides({0, 0, 0.02});
  slides.move_with({0, 0, -1});
  slides.meet(fence);
  slides.rate = Vector3(0, 0, 0.1);
  EXPECT_EQ(slides.meet(fence).amount, 0);
}

TEST(Geofence, CaresForNoTurnOfTheTool) {
  RandomDraw draw(5);
  for (int i = 0; i < 1000; ++i) {
    const FenceBox box = any_box(draw);
    Slides slides(any_vector(draw, 0.3));
    slides.move_with(any_vector(draw, 1));
    Geofence one({}, {&box, 1});
    Geofence other({}, {&box, 1});
    const Vector3 force = slides.meet(one).force;
    slides.tool.rotation =
        spatial::exp_rotation(std::numbers::pi * any_vector(draw, 1).normalized());
    ASSERT_EQ(slides.meet(other).force, force);
  }
}

}  // namespace
}  // namespace tether::guard
