// The documented law of a geofence, written down a second time for a tool on slides beside one box:
// force, relief of the controller's efforts, what the joints' ratings leave of both, and the energy
// that is stored.
#include <algorithm>
#include <cmath>
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
using test::Slides;

constexpr double kMass = 2;       // of the slides [kg]
constexpr double kHeaviest = 50;  // [kg]

struct Expected {
  Vector3 force = Vector3::Zero();
  Vector3 effort = Vector3::Zero();
  double removed = 0;
  double potential = 0;
};

// from the nearest point of the box
struct Beside {
  Vector3 normal;
  double distance;
  Beside(const FenceBox& box, const Vector3& place) {
    const Vector3 local = box.centre.rotation.transpose() * (place - box.centre.position);
    const Vector3 nearest = local.cwiseMax(-box.half_size).cwiseMin(box.half_size);
    normal = box.centre.rotation * (local - nearest);
    distance = normal.norm();
    normal /= distance;
  }
};

// v: speeds of the last displacement, of the one before and of the estimate
Expected law(const GeofenceParams& p, const Beside& at, const std::array<Vector3, 3>& v,
             const Vector3& asked) {
  const Vector3& n = at.normal;
  const double d = at.distance - p.radius;
  const double borne_out = std::max(-n.dot(v[1]), -n.dot(v[2]));
  const double approach = std::max(std::min(-n.dot(v[0]), borne_out), 0.0);
  const double retreat = std::max(n.dot(v[0]), 0.0);
  const double gentlest = (p.max_force - p.hand_force) / kHeaviest;
  Expected e{.effort = asked};
  if (d >= 2 * p.cushion && approach * approach <= 2 * gentlest * (d - p.cushion)) return e;

  double strongest = p.max_force;
  for (int i = 0; i < p.max_effort.size(); ++i) {
    strongest = std::min(strongest, p.max_effort[i] / std::abs(n[i]));
  }
  const double able = (1 - p.hand_force / p.max_force) * strongest / kMass;
  const double braking = std::max(std::min(p.deceleration, able), gentlest);
  const double allowed = std::sqrt(2 * braking * std::max(d - p.cushion, 0.0));
  const double brake = 0.3 * kMass / p.sample_time * std::max(approach - allowed, 0.0);
  const double pressed = std::max(p.cushion - d - retreat * p.sample_time, 0.0);
  const double fading = std::max(1 - retreat / p.release_speed, 0.0);
  const double cushion = std::min(p.stiffness * pressed, p.max_force) * fading;
  e.force = std::min(brake + cushion, strongest) * n;

  const double pushed = std::max(-n.dot(asked), 0.0);
  const double near = std::clamp(2 - d / p.cushion, 0.0, 1.0);
  e.removed = std::max(near * pushed, std::min(pushed, brake));
  e.effort += e.removed * n;
  const double depth = std::max(p.cushion - d, 0.0);
  const double linear = std::min(depth, p.max_force / p.stiffness);
  e.potential = p.stiffness * linear * linear / 2 + p.max_force * (depth - linear);

  // the fence takes of the ratings what it needs, the controller is scaled into the rest
  double share = 1;
  if (!e.force.isZero(0)) {
    for (int i = 0; i < p.max_effort.size(); ++i) {
      const double left = p.max_effort[i] - std::copysign(1.0, e.effort[i]) * e.force[i];
      share = std::min(share, std::max(left, 0.0) / std::abs(e.effort[i]));
    }
  }
  e.effort = share * e.effort + e.force;
  return e;
}

TEST(GeofenceLaw, IsTheDocumentedOneBesideABox) {
  int pushed = 0, rated = 0;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    RandomDraw draw(seed);
    const FenceBox box = any_box(draw);
    // in force at once
    GeofenceParams params{.radius = draw.bernoulli(0.5) ? 0 : 0.02, .ramp = 1e-3};
    if (draw.bernoulli(0.5)) {
      params.max_effort = Vector3(10, 20, 40) + any_vector(draw, 5);
      ++rated;
    }
    Vector3 place = any_vector(draw, 0.2);
    const Beside far(box, place);
    if (!(far.distance > 1e-3)) continue;
    place -= (far.distance - params.radius - draw.between(1e-4, 0.04)) * far.normal;
    const Beside at(box, place);

    std::array<Vector3, 3> v;
    for (Vector3& each : v) each = any_vector(draw, draw.bernoulli(0.5) ? 0.2 : 0.02);
    const Vector3 asked = any_vector(draw, 20);
    Geofence fence(params, {&box, 1});
    Slides slides(place);
    slides.move_with(v[1]);
    slides.meet(fence, asked);
    slides.rate = v[0];
    slides.twist.linear = v[2];
    const auto out = slides.meet(fence, asked);

    const Expected e = law(params, at, v, asked);
    ASSERT_NEAR((out.force - e.force).norm(), 0, 1e-8) << seed;
    ASSERT_NEAR((out.effort - e.effort).norm(), 0, 1e-8) << seed;
    ASSERT_NEAR(out.amount, e.force.norm(), 1e-8) << seed;
    ASSERT_NEAR((out.push - e.force).norm(), 0, 1e-8) << seed;
    ASSERT_NEAR(out.removed, e.removed, 1e-8) << seed;
    ASSERT_NEAR(out.potential, e.potential, 1e-9) << seed;
    ASSERT_NEAR(out.distance, at.distance - params.radius, 1e-12) << seed;
    pushed += out.amount > 1;
  }
  EXPECT_GT(pushed, 2000);
  EXPECT_GT(rated, 9000);
}

// of many boxes, most of them far away
TEST(GeofenceLaw, NamesTheNearestBoxHoweverFarItIs) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomDraw draw(seed);
    std::vector<FenceBox> boxes;
    for (int i = 0; i < 5; ++i) boxes.push_back(any_box(draw));
    for (FenceBox& box : boxes) box.centre.position *= 4;
    const double radius = 0.02;
    const Vector3 place = any_vector(draw, 1.5);
    int nearest = 0;
    std::vector<double> distances;
    for (const FenceBox& box : boxes) {
      distances.push_back(nearest_face(box, place).distance - radius);
      if (distances.back() < distances[static_cast<std::size_t>(nearest)]) {
        nearest = static_cast<int>(distances.size()) - 1;
      }
    }
    Geofence fence({.radius = radius}, boxes);
    const auto out = Slides(place).meet(fence);
    ASSERT_EQ(out.box, nearest) << seed;
    ASSERT_NEAR(out.distance, distances[static_cast<std::size_t>(nearest)], 1e-12) << seed;
  }
}

TEST(GeofenceLaw, MeasuresHowDeepTheToolIsInside) {
  const FenceBox box = floor_box();
  Geofence fence({.radius = 0.02}, {&box, 1});
  EXPECT_NEAR(Slides({0, 0, -0.03}).meet(fence).distance, -0.05, 1e-12);
}

// what the first brakes, the second need not: whichever of the three speeds decides
TEST(GeofenceLaw, BrakesOnceBeforeTwoBoxesInTheSamePlace) {
  const std::vector<FenceBox> both(2, floor_box());
  for (const auto& [now, before, estimate] :
       {std::array{0.6, 1.0, 1.0}, std::array{1.0, 0.6, 0.0}, std::array{1.0, 0.0, 0.6}}) {
    const auto force_of = [&](std::span<const FenceBox> boxes) {
      Geofence fence({.ramp = 1e-3}, boxes);
      Slides slides({0, 0, 0.02});  // where 0.49 m/s are allowed
      slides.move_with({0, 0, -before});
      slides.meet(fence);
      slides.rate = Vector3(0, 0, -now);
      slides.twist.linear.z() = -estimate;
      return slides.meet(fence).force.z();
    };
    const double one = force_of(std::span(both).first(1));
    EXPECT_GT(one, 50);
    EXPECT_NEAR(force_of(both), one, 1e-9);
  }
}

// each alone is as strong as the joints allow; together they are no stronger
TEST(GeofenceLaw, AsksNoMoreOfTheJointsThanTheyHaveWhereTwoBoxesPush) {
  std::vector<FenceBox> boxes(2, floor_box());
  for (const int side : {0, 1}) {
    FenceBox& box = boxes[static_cast<std::size_t>(side)];
    const double turn = side == 0 ? M_PI / 4 : -M_PI / 4;
    const Vector3 normal(std::cos(turn), std::sin(turn), 0);
    box.centre = {spatial::exp_rotation({0, 0, turn}), -0.053 * normal};
    box.half_size.setConstant(0.05);
  }
  Geofence fence({.ramp = 1e-3, .max_effort = Vector3(10, 50, 50)}, boxes);
  const Slides slides(Vector3::Zero());
  slides.meet(fence);
  const auto out = slides.meet(fence, Vector3(0, 3, 0));
  EXPECT_NEAR((out.force - Vector3(10, 0, 0)).norm(), 0, 1e-9);
  EXPECT_NEAR((out.push - Vector3(10, 0, 0)).norm(), 0, 1e-9);
  EXPECT_NEAR(out.amount, 10, 1e-9);
  EXPECT_LE(std::abs(out.effort[0]), 10 + 1e-9);
}

// an arm that turns as it goes: its efforts are made for the posture half a tick ahead
TEST(GeofenceLaw, MakesItsEffortsForWhereTheArmWillBe) {
  const FenceBox box = floor_box();
  RandomDraw draw(1);
  const auto jacobian = [&] {
    return robot::Jacobian::NullaryExpr(6, 4, [&] { return draw.between(-1, 1); }).eval();
  };
  const auto efforts = [](const robot::Jacobian& j, const Vector3& force, const Vector3& place) {
    return (j.transpose() * spatial::Wrench::from_point(Vector3::Zero(), force, place).vector())
        .eval();
  };
  Geofence fence({.ramp = 1e-3}, {&box, 1});
  Slides arm({0.1, 0.2, 0.004});
  arm.position = arm.velocity = arm.rate = robot::JointVector::Zero(4);
  arm.inertia = robot::JointMatrix::Identity(4, 4);
  const auto none = robot::JointVector::Zero(4);

  const robot::Jacobian first = arm.jacobian = jacobian();
  auto out = arm.meet(fence, none);
  EXPECT_GT(out.amount, 50);
  EXPECT_NEAR((out.push - efforts(first, out.force, arm.tool.position)).norm(), 0, 1e-12);

  const robot::Jacobian second = arm.jacobian = jacobian();
  arm.tool.position = {0.104, 0.198, 0.005};
  out = arm.meet(fence, none);
  const Vector3 then(0.106, 0.197, 0.0055);
  const robot::JointVector ahead =
      1.5 * efforts(second, out.force, then) - 0.5 * efforts(first, out.force, then);
  EXPECT_NEAR((out.push - ahead).norm(), 0, 1e-12);

  // after a jump there is no way to go on with
  const robot::Jacobian third = arm.jacobian = jacobian();
  arm.tool.position = {0.2, 0.1, 0.005};
  out = arm.meet(fence, none);
  EXPECT_GT(out.amount, 50);
  EXPECT_NEAR((out.push - efforts(third, out.force, arm.tool.position)).norm(), 0, 1e-12);
}

}  // namespace
}  // namespace tether::guard
