// What is refused of fixtures from outside, and how it is said.
#include "tether/assist/fixtures/fixture.hpp"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "tests/support/random/not_finite.hpp"

namespace tether::assist {
namespace {

using spatial::Vector3;
using test::kInfinity;
using test::kNaN;

Fixture guide() {
  return {.id = 7, .law = Law::guide, .shape = Polyline{{Vector3::Zero(), Vector3::UnitX()}}};
}

std::string reason(Fixture fixture, const std::function<void(Fixture&)>& spoil) {
  EXPECT_EQ(why_refused(fixture), std::nullopt);
  fixture.id = 7;
  spoil(fixture);
  return why_refused(fixture).value_or("taken");
}

TEST(WhyRefused, SaysWhichFigureAndWhatIsAllowed) {
  EXPECT_EQ(reason({}, [](Fixture& f) { f.stiffness = 1e9; }),
            "fixture 7: stiffness is 1000000000 N/m; at most 100000 N/m");
  EXPECT_EQ(reason({}, [](Fixture& f) { f.stiffness = -1; }),
            "fixture 7: stiffness is -1 N/m; at least 0 N/m");
  EXPECT_EQ(reason({}, [](Fixture& f) { f.damping = kNaN; }), "fixture 7: damping is not a number");
  EXPECT_EQ(reason({}, [](Fixture& f) { f.range = 0; }),
            "fixture 7: range is 0 m; at least 1e-06 m");
  EXPECT_EQ(reason({}, [](Fixture& f) { f.scale = 1.5; }), "fixture 7: scale is 1.5; at most 1");
  EXPECT_EQ(reason({}, [](Fixture& f) { f.across = -0.1; }),
            "fixture 7: across is -0.1; at least 0");
}

TEST(WhyRefused, SaysWhatIsWrongWithAShape) {
  EXPECT_EQ(reason({}, [](Fixture& f) { std::get<Box>(f.shape).half_size.y() = 0; }),
            "fixture 7: half its height is 0 m; it must be from 1e-06 to 1000 m");
  EXPECT_EQ(reason({}, [](Fixture& f) { std::get<Box>(f.shape).centre.position.z() = kInfinity; }),
            "fixture 7: its centre has z = inf m; coordinates lie within ±1000 m");
  EXPECT_EQ(reason(guide(), [](Fixture& f) { std::get<Polyline>(f.shape).points.pop_back(); }),
            "fixture 7: it has 1 point; a curve needs two");
  EXPECT_EQ(reason(guide(),
                   [](Fixture& f) {
                     std::get<Polyline>(f.shape).points.assign(10'000'000, Vector3::Zero());
                   }),
            "fixture 7: it has 10000000 points; at most 100000");
  EXPECT_EQ(
      reason(guide(), [](Fixture& f) { std::get<Polyline>(f.shape).points[1] = Vector3::Zero(); }),
      "fixture 7: its points are all in one place; a curve needs a length");
  EXPECT_EQ(reason({},
                   [](Fixture& f) {
                     f.shape = Plane{Vector3::Zero(), Vector3::Zero()};
                   }),
            "fixture 7: its normal has no length");
  EXPECT_EQ(reason({}, [](Fixture& f) { f.shape = MeshRef(); }), "fixture 7: it has no mesh");
}

TEST(WhyRefused, SaysThatARotationIsNone) {
  const auto with = [](const spatial::Matrix3& r) {
    return reason({}, [&](Fixture& f) { std::get<Box>(f.shape).centre.rotation = r; });
  };
  const spatial::Matrix3 whole = spatial::Matrix3::Identity();
  EXPECT_EQ(with(whole * (1 + 1e-8)), "taken");
  for (const spatial::Matrix3& r :
       {spatial::Matrix3(2 * whole), spatial::Matrix3(-whole), spatial::Matrix3(kNaN * whole),
        spatial::Matrix3(whole * (1 + 1e-5))}) {
    EXPECT_EQ(with(r),
              "fixture 7: its rotation is none: axes must be of length 1, at right angles, "
              "right-handed");
  }
}

TEST(WhyRefused, SaysThatALawDoesNotFitItsShape) {
  EXPECT_EQ(reason({}, [](Fixture& f) { f.law = Law::guide; }),
            "fixture 7: law guide needs a curve: a polyline or a spline");
  EXPECT_EQ(reason(guide(), [](Fixture& f) { f.law = Law::wall; }),
            "fixture 7: law wall needs a solid, not a curve");
  EXPECT_EQ(reason({.shape = Plane{}}, [](Fixture& f) { f.law = Law::scaling; }),
            "fixture 7: law scaling needs a box, sphere or cylinder");
  EXPECT_EQ(reason({.shape = Sphere{}}, [](Fixture& f) { f.end_effector = true; }),
            "fixture 7: only a box with law wall can ride on the tool");
  EXPECT_EQ(reason({}, [](Fixture& f) { f.law = static_cast<Law>(99); }),
            "fixture 7: law 99 is unknown");
  EXPECT_EQ(reason({.law = Law::two_way}, [](Fixture& f) { f.threshold = 0.8; }),
            "fixture 7: threshold is 0.8 m; at most 0.5 m, half of its least half-size");
}

// every number of a fixture, made anything but a number
TEST(WhyRefused, TakesNoNumberThatIsNotFinite) {
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    for (double Fixture::*figure :
         {&Fixture::stiffness, &Fixture::damping, &Fixture::range, &Fixture::threshold,
          &Fixture::scale, &Fixture::admittance, &Fixture::across}) {
      EXPECT_NE(reason({}, [&](Fixture& f) { f.*figure = bad; }), "taken");
    }
    EXPECT_NE(reason({}, [&](Fixture& f) { f.shape = Sphere{{bad, 0, 0}, 1}; }), "taken");
    EXPECT_NE(reason({}, [&](Fixture& f) { f.shape = Sphere{{0, 0, 0}, bad}; }), "taken");
    EXPECT_NE(reason({}, [&](Fixture& f) { f.shape = Cylinder{{}, bad, 1}; }), "taken");
    EXPECT_NE(reason({}, [&](Fixture& f) { f.shape = Cylinder{{}, 1, bad}; }), "taken");
    EXPECT_NE(reason({}, [&](Fixture& f) { f.shape = Plane{{0, bad, 0}, {0, 0, 1}}; }), "taken");
    EXPECT_NE(reason({}, [&](Fixture& f) { f.shape = Plane{{0, 0, 0}, {0, bad, 1}}; }), "taken");
    EXPECT_NE(reason(guide(), [&](Fixture& f) { std::get<Polyline>(f.shape).points[1].z() = bad; }),
              "taken");
  }
}

}  // namespace
}  // namespace tether::assist
