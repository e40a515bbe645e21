// A thousand hands that mean to go through a box, each with a mass in it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/guard/fence/fenced_body.hpp"
#include "tests/support/random/cases.hpp"
#include "tests/support/random/random_draw.hpp"

namespace tether::guard {
namespace {

using robot::JointVector;
using spatial::Vector3;
using test::any_direction;
using test::any_hand;
using test::box_in_the_way;
using test::FencedBody;
using test::print;
using test::Tally;
using test::ThrustingHand;
using test::worse_of;
using tether::test::RandomDraw;

constexpr double kMillimetre = 1e-3;

// three slides that carry one mass
robot::Chain point_mass(double mass) {
  robot::Chain chain;
  chain.name = "point mass";
  chain.joint_count = 3;
  for (int i = 0; i < 3; ++i) {
    robot::Joint& joint = chain.joints[static_cast<std::size_t>(i)];
    joint.name = fmt::format("slide {}", i);
    joint.type = robot::JointType::prismatic;
    joint.axis = Vector3::Unit(i);
    joint.lower = -10;
    joint.upper = 10;
  }
  chain.links[2].mass = mass;
  robot::prepare(chain);
  return chain;
}

void expect_harmless(const Tally& t) {
  EXPECT_GE(t.nearest, -kMillimetre);
  EXPECT_LE(t.most_inward, 1e-12);
  EXPECT_GE(t.least_energy, -1e-9);
  EXPECT_LE(t.strongest, 140 * (1 + 1e-12));
}

// nothing when it starts within the braking distance, where no fence could stop it
Tally run(FencedBody& body, Geofence& fence, const ThrustingHand& hand,
          const JointVector& controller, double duration) {
  if (body.tick(fence, hand, controller).amount > 0 || body.tally().nearest < 8e-3) return {};
  while (body.time() < duration) {
    const bool slower = body.speed().norm() < hand.velocity.norm();
    body.tick(fence, hand, slower ? controller : JointVector::Zero(controller.size()).eval());
  }
  return body.tally();
}

// a mass that comes from afar at its speed, or starts close by from rest
Tally approach_by_a_mass(std::uint64_t seed) {
  RandomDraw draw(seed);
  const Vector3 way = any_direction(draw);
  const Vector3 velocity = draw.between(0.05, 1) * way;
  const bool from_rest = draw.bernoulli(0.25);
  const double distance = from_rest ? draw.between(0.02, 0.1) : draw.between(0.12, 0.3);
  const FenceBox box = box_in_the_way(draw, distance * way, way);
  const robot::Chain chain = point_mass(draw.between(1, 6));
  Geofence fence({}, {&box, 1});
  FencedBody body(chain, JointVector::Zero(3), from_rest ? Vector3::Zero() : velocity);
  const ThrustingHand hand = any_hand(draw, Vector3::Zero(), velocity);
  const JointVector controller = draw.between(0, 30) * way;
  return run(body, fence, hand, controller, 1.2);
}

TEST(GeofenceApproach, AThousandMassesStopBeforeTheFaceAndGetNothingForIt) {
  Tally worst;
  int met = 0;
  for (std::uint64_t seed = 0; met < tether::test::cases(1000); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Tally one = approach_by_a_mass(seed);
    if (one.strongest == 0) continue;
    ++met;
    expect_harmless(one);
    worse_of(worst, one);
  }
  print(worst);
}

}  // namespace
}  // namespace tether::guard
