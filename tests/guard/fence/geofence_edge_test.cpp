// The whole force of a geofence, brake and cushion, as the tool passes edges and corners: a small
// way changes it by little, wherever it leads.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/guard/fence/fenced_slides.hpp"
#include "tether/guard/fence/geofence.hpp"

namespace tether::guard {
namespace {

using spatial::Vector3;
using test::RandomDraw;
using test::Slides;

// beside an edge or a corner, outside the box and within reach of its cushion
Vector3 beside_an_edge(RandomDraw& draw, const FenceBox& box) {
  const int along = draw.pick(3);
  Vector3 local;
  for (int i = 0; i < 3; ++i) {
    const double beside = box.half_size[i] + draw.between(-4e-3, 8e-3);
    const double side = draw.bernoulli(0.5) ? 1 : -1;
    local[i] =
        i == along && draw.bernoulli(0.7) ? box.half_size[i] * draw.between(-1, 1) : side * beside;
  }
  return box.centre * local;
}

// What a way of the length s may change, with the normal turned by s/d: the spring by k s, the
// whole by f_max s/d, the fading by f_max |v|/r_max s/d, the look ahead by k T |v| s/d, the brake
// by 0.3 m/T |v| s/d and, as √ has no bounded slope, by 0.3 m/T √(2 a s).
double most(double s, double distance, double speed) {
  const GeofenceParams p;
  constexpr double kMass = 2;
  const double gain = 0.3 * kMass / p.sample_time;
  const double turn = s / distance;
  const double fading = p.max_force / p.release_speed + p.stiffness * p.sample_time;
  return p.stiffness * s + p.max_force * turn + (gain + fading) * speed * turn +
         gain * std::sqrt(2 * p.deceleration * s);
}

TEST(GeofenceEdge, ChangesItsForceContinuouslyAroundEdgesAndCorners) {
  int pushed = 0;
  for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
    RandomDraw draw(seed);
    const FenceBox box = test::any_box(draw);
    const Vector3 a = beside_an_edge(draw, box);
    const double way = std::pow(10.0, draw.between(-9, -4));
    const Vector3 b = a + way * test::any_vector(draw, 1);
    const double nearest = std::min(nearest_face(box, a).distance, nearest_face(box, b).distance);
    if (nearest < 1e-4) continue;
    // in force at once, so that every tick gives the whole force
    Geofence fence({.ramp = 1e-3}, {&box, 1});
    Slides slides(a);
    const Vector3 speed = draw.bernoulli(0.3) ? Vector3::Zero() : test::any_vector(draw, 0.2);
    slides.move_with(speed);
    for (int i = 0; i < 4; ++i) slides.meet(fence);
    const Vector3 before = slides.meet(fence).force;
    slides.move_to(b);
    const Vector3 after = slides.meet(fence).force;
    ASSERT_LE((after - before).norm(), most((b - a).norm(), nearest, speed.norm()) + 1e-9) << seed;
    pushed += before.norm() > 1;
  }
  EXPECT_GT(pushed, 30'000);
}

}  // namespace
}  // namespace tether::guard
