#include "tether/assist/obstacles/swept_outline.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"
#include "tether/core/error.hpp"

namespace tether::assist {
namespace {

GroundPoints one_point(double x, double y) {
  GroundPoints points;
  points.x[0] = static_cast<float>(x);
  points.y[0] = static_cast<float>(y);
  points.squared[0] = points.x[0] * points.x[0] + points.y[0] * points.y[0];
  points.count = 1;
  return points;
}

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}

// how far outside a convex outline, at least; negative inside
double outside(const std::vector<Eigen::Vector2d>& corners, const Eigen::Vector2d& p) {
  double most = -1e9;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Eigen::Vector2d edge = corners[(i + 1) % corners.size()] - corners[i];
    most = std::max(most, -cross(edge, p - corners[i]) / edge.norm());
  }
  return most;
}

TEST(Outline, RefusesWhatIsNotConvexAndCounterClockwise) {
  using Corners = std::vector<Eigen::Vector2d>;
  EXPECT_NO_THROW(Outline(rectangle(0.3, 0.2)));
  EXPECT_THROW(Outline(Corners{{0, 0}, {1, 0}}), core::InputError);
  EXPECT_THROW(Outline(Corners{{0, 0}, {0, 1}, {1, 0}}), core::InputError);
  EXPECT_THROW(Outline(Corners{{0, 0}, {2, 0}, {1, 0.1}, {1, 2}}), core::InputError);
  EXPECT_THROW(Outline(Corners{{0, 0}, {1, 0}, {std::nan(""), 1}}), core::InputError);
  // a star with five points turns left five times, but twice around
  Corners star;
  for (int i = 0; i < 5; ++i)
    star.emplace_back(std::cos(i * 4 * M_PI / 5), std::sin(i * 4 * M_PI / 5));
  EXPECT_THROW(Outline{star}, core::InputError);
  EXPECT_THROW(Outline(Corners(17, Eigen::Vector2d::Zero())), core::InputError);
}

TEST(Outline, KnowsWhereABeamLeavesIt) {
  const Outline outline(rectangle(0.33, 0.30));
  const double diagonal = std::sqrt(0.5);
  EXPECT_NEAR(outline.exit({0.28, 0}, {1, 0}), 0.05, 1e-12);
  EXPECT_NEAR(outline.exit({0.28, 0}, {0, 1}), 0.30, 1e-12);
  EXPECT_NEAR(outline.exit({0.28, 0}, {-1, 0}), 0.61, 1e-12);
  // the left edge, 0.3 m to the side, is met before the rear
  EXPECT_NEAR(outline.exit({0.28, 0}, {-diagonal, diagonal}), 0.30 / diagonal, 1e-12);
  // from outside: through it, or past it
  EXPECT_NEAR(outline.exit({0.5, 0}, {-1, 0}), 0.83, 1e-12);
  EXPECT_EQ(outline.exit({0.5, 0}, {1, 0}), 0);
  EXPECT_EQ(outline.exit({0.5, 0}, {0, 1}), 0);
}

TEST(SweptOutline, GivesTheFreeWayStraightAhead) {
  SweptOutline swept{Outline(rectangle(0.33, 0.30))};
  // the front is at 0.33: 0.5 m of free way out of 2
  for (const double y : {-0.29, -0.1, 0.0, 0.29}) {
    EXPECT_NEAR(swept.blocked(one_point(0.83, y), {.length = 2}), 0.75, 1e-4) << y;
  }
  EXPECT_NEAR(swept.blocked(one_point(2.33, 0), {.length = 2}), 0, 1e-4);
  EXPECT_EQ(swept.blocked(one_point(3, 0), {.length = 2}), 0);
  EXPECT_NEAR(swept.blocked(one_point(0.33, 0), {.length = 2}), 1, 1e-4);
  // half of the margin beside it: half as much
  EXPECT_NEAR(swept.blocked(one_point(0.83, 0.35), {.length = 2, .margin = 0.1}), 0.375, 1e-3);
  EXPECT_EQ(swept.blocked(one_point(0.83, 0.41), {.length = 2, .margin = 0.1}), 0);
  // what is behind matters to the way back only
  EXPECT_EQ(swept.blocked(one_point(-0.83, 0), {.length = 2}), 0);
  EXPECT_NEAR(swept.blocked(one_point(-0.83, 0), {.length = 2, .backward = true}), 0.75, 1e-4);
}

// the outline driven along the arc in small steps until the point is in it [m]; also how near the
// point comes to being met otherwise
struct Driven {
  double way = 1e9;
  double closest = 1e9;   // outside the outline before it is met, or all along
  double deepest = -1e9;  // inside it after that, within the length
};

Driven drive(const std::vector<Eigen::Vector2d>& corners, const Eigen::Vector2d& p,
             double curvature, double length, bool backward) {
  constexpr double kStep = 1e-3;  // [m]
  Driven driven;
  for (double s = 0; s < length; s += kStep) {
    const double turn = (backward ? -s : s) * curvature;
    const Eigen::Vector2d centre(0, 1 / curvature);
    const Eigen::Vector2d r = p - centre;
    // the world turns the other way about the same point
    const Eigen::Vector2d seen =
        centre + Eigen::Vector2d(std::cos(turn) * r.x() + std::sin(turn) * r.y(),
                                 -std::sin(turn) * r.x() + std::cos(turn) * r.y());
    const double out = outside(corners, seen);
    driven.closest = std::min(driven.closest, out);
    driven.deepest = std::max(driven.deepest, -out);
    if (out <= 0) driven.way = std::min(driven.way, s);
  }
  return driven;
}

TEST(SweptOutline, AgreesWithDrivingInSmallStepsOverRandomArcsAndOutlines) {
  // S is tabulated in steps of 1/47 of the width, and its corners are cut
  constexpr double kExact = 0.02, kMargin = 1e-3, kLength = 1.2, kClear = 0.015;
  int met = 0, missed = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    test::RandomDraw draw(seed);
    // corners on an ellipse, at angles that differ
    std::vector<Eigen::Vector2d> corners;
    const int count = 3 + draw.pick(6);
    const double a = draw.between(0.2, 0.6), b = draw.between(0.2, 0.5);
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * M_PI * (i + draw.between(0.1, 0.9)) / count;
      corners.emplace_back(a * std::cos(angle), b * std::sin(angle));
    }
    SweptOutline swept{Outline(corners)};
    const double most = swept.most_curvature();
    double curvature = draw.between(-most, most);
    if (std::abs(curvature) < 1e-3) curvature = 1e-3;
    const double length = std::min(kLength, 2.3 / std::abs(curvature));
    const bool backward = draw.bernoulli(0.3);
    const Eigen::Vector2d p(draw.between(-1.5, 1.5), draw.between(-1.5, 1.5));
    // what is inside from the start is for the test of continuity
    if (outside(corners, p) < kClear) continue;
    const Driven driven = drive(corners, p, curvature, length, backward);
    const double blocked = swept.blocked(
        one_point(p.x(), p.y()),
        {.curvature = curvature, .length = length, .margin = kMargin, .backward = backward});
    if (driven.closest > kClear) {
      // beside or behind at the start, it may lie in the band that was swept before
      ASSERT_EQ(blocked, 0) << "seed " << seed;
      ++missed;
    } else if (driven.deepest > kClear) {
      ASSERT_NEAR((1 - blocked) * length, driven.way, kExact) << "seed " << seed;
      ++met;
    }
  }
  EXPECT_GT(met, 200);
  EXPECT_GT(missed, 500);
}

TEST(SweptOutline, ChangesLittleWhenAPointOrTheArcDoes) {
  SweptOutline swept{Outline(rectangle(0.33, 0.30))};
  const ArcAhead arc{.length = 1.25, .margin = 0.1};
  constexpr double kStep = 1e-3;
  // the margin is the steepest: 1/0.1 per metre
  for (const double curvature : {-2.0, -0.5, 0.0, 0.5, 2.0}) {
    ArcAhead bent = arc;
    bent.curvature = curvature;
    for (double y = -0.6; y < 0.6; y += 0.1) {
      double last = swept.blocked(one_point(-1, y), bent);
      for (double x = -1; x < 2; x += kStep) {
        const double now = swept.blocked(one_point(x, y), bent);
        ASSERT_LE(std::abs(now - last), 0.012) << x << " " << y << " " << curvature;
        last = now;
      }
    }
  }
  double last = swept.blocked(one_point(0.9, 0.3), arc);
  for (double curvature = 0; curvature < 2; curvature += kStep) {
    ArcAhead bent = arc;
    bent.curvature = curvature;
    const double now = swept.blocked(one_point(0.9, 0.3), bent);
    ASSERT_LE(std::abs(now - last), 0.03) << curvature;
    last = now;
  }
}

}  // namespace
}  // namespace tether::assist
