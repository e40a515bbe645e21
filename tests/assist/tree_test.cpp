#include "tether/assist/scene/tree.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/allocation_counter.hpp"
#include "tests/support/random/not_finite.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tests/support/random/random_vector.hpp"

namespace tether::assist {
namespace {

using spatial::Vector3;
using test::any_vector;
using test::kInfinity;
using test::RandomDraw;

// boxes of very different sizes, some flat, some of no size at all, some the same
std::vector<Aabb> random_boxes(RandomDraw& draw, int count) {
  std::vector<Aabb> boxes;
  for (int i = 0; i < count; ++i) {
    if (i > 0 && draw.bernoulli(0.1)) {
      boxes.push_back(boxes[draw.bits() % boxes.size()]);
      continue;
    }
    const Vector3 centre = any_vector(draw, 1);
    Vector3 half = any_vector(draw, 1).cwiseAbs() * std::pow(10, draw.between(-4, 0));
    if (draw.bernoulli(0.2)) half[draw.pick(3)] = 0;
    boxes.push_back({centre - half, centre + half});
  }
  return boxes;
}

double squared_distance(const Aabb& box, const Vector3& p) {
  return (p - p.cwiseMax(box.min).cwiseMin(box.max)).squaredNorm();
}

TEST(Tree, FindsExactlyTheBoxesThatABruteSearchFinds) {
  for (int seed = 0; seed < 300; ++seed) {
    RandomDraw draw(static_cast<std::uint64_t>(seed));
    const int size = seed < 100 ? seed : draw.pick(3000);
    const std::vector<Aabb> boxes = random_boxes(draw, size);
    const Tree tree(boxes);
    ASSERT_EQ(tree.size(), boxes.size());
    for (int q = 0; q < 20; ++q) {
      const Aabb query = around(any_vector(draw, 1.5), any_vector(draw, 1.5));
      std::vector<std::int32_t> brute, found;
      for (int i = 0; i < size; ++i) {
        if (boxes[static_cast<std::size_t>(i)].touches(query)) brute.push_back(i);
      }
      tree.visit(query, [&](std::int32_t i) {
        // the floats of the tree may let a neighbour in, none may be left out
        if (boxes[static_cast<std::size_t>(i)].touches(query)) found.push_back(i);
      });
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, brute) << "seed " << seed;
    }
  }
}

TEST(Tree, VisitsNothingThatIsFurtherOffThanTheRoundingOfItsBoxes) {
  RandomDraw draw(1);
  const std::vector<Aabb> boxes = random_boxes(draw, 2000);
  const Tree tree(boxes);
  for (int q = 0; q < 500; ++q) {
    const Aabb query = around(any_vector(draw, 1), any_vector(draw, 1));
    tree.visit(query, [&](std::int32_t i) {
      EXPECT_TRUE(boxes[static_cast<std::size_t>(i)].touches(query.widened(1e-6)));
    });
  }
}

TEST(Tree, TouchingIsEnoughEvenWhereFloatsRound) {
  for (int seed = 0; seed < 2000; ++seed) {
    RandomDraw draw(static_cast<std::uint64_t>(seed));
    std::vector<Aabb> boxes = random_boxes(draw, 50);
    const Tree tree(boxes);
    // a point that is a corner of one of them, to the last bit
    const int which = draw.pick(50);
    const Aabb& box = boxes[static_cast<std::size_t>(which)];
    const Vector3 corner(draw.bernoulli(0.5) ? box.min.x() : box.max.x(),
                         draw.bernoulli(0.5) ? box.min.y() : box.max.y(),
                         draw.bernoulli(0.5) ? box.min.z() : box.max.z());
    bool found = false;
    tree.visit({corner, corner}, [&](std::int32_t i) { found = found || i == which; });
    ASSERT_TRUE(found) << "seed " << seed;
  }
}

TEST(Tree, FindsTheSameNearestAsABruteSearch) {
  for (int seed = 0; seed < 200; ++seed) {
    RandomDraw draw(static_cast<std::uint64_t>(seed));
    const std::vector<Aabb> boxes = random_boxes(draw, 1 + draw.pick(2000));
    const Tree tree(boxes);
    for (int q = 0; q < 20; ++q) {
      const Vector3 point = any_vector(draw, 2);
      const double within = draw.bernoulli(0.5) ? kInfinity : std::pow(10, draw.between(-6, 0));
      const auto distance = [&](std::int32_t i) {
        return squared_distance(boxes[static_cast<std::size_t>(i)], point);
      };
      double brute = kInfinity;
      for (const Aabb& box : boxes) brute = std::min(brute, squared_distance(box, point));
      const Tree::Nearest nearest = tree.nearest(point, within, distance);
      ASSERT_EQ(nearest.item >= 0, brute <= within) << "seed " << seed;
      if (nearest.item >= 0) {
        ASSERT_EQ(nearest.squared, brute) << "seed " << seed;
        ASSERT_EQ(distance(nearest.item), brute) << "seed " << seed;
      }
    }
  }
}

TEST(Tree, RenumberedFindsTheSameByOtherNumbers) {
  RandomDraw draw(1);
  const std::vector<Aabb> boxes = random_boxes(draw, 777);
  Tree tree(boxes);
  const Aabb query = around(any_vector(draw, 1), any_vector(draw, 1));
  std::vector<std::int32_t> before, after;
  tree.visit(query, [&](std::int32_t i) { before.push_back(i); });
  const std::vector<std::int32_t> order = tree.renumber();
  ASSERT_EQ(order.size(), boxes.size());
  tree.visit(query, [&](std::int32_t i) { after.push_back(order[static_cast<std::size_t>(i)]); });
  EXPECT_EQ(before, after);
  EXPECT_GT(before.size(), 10U);
}

TEST(Tree, OfNothingFindsNothing) {
  const Tree tree;
  tree.visit({Vector3::Constant(-1), Vector3::Constant(1)}, [](std::int32_t) { ADD_FAILURE(); });
  EXPECT_EQ(tree.nearest(Vector3::Zero(), 1, [](std::int32_t) { return 0.0; }).item, -1);
}

TEST(Tree, TakesBoxesWithoutBounds) {
  RandomDraw draw(1);
  std::vector<Aabb> boxes = random_boxes(draw, 100);
  boxes.push_back({Vector3(-kInfinity, -kInfinity, -kInfinity), Vector3(kInfinity, kInfinity, 0)});
  const Tree tree(boxes);
  int visits = 0;
  tree.visit({Vector3(1e6, -1e6, -1e6), Vector3(1e6, -1e6, -1e6)}, [&](std::int32_t item) {
    EXPECT_EQ(item, 100);
    ++visits;
  });
  EXPECT_EQ(visits, 1);
  visits = 0;
  tree.visit({Vector3::Constant(-kInfinity), Vector3::Constant(kInfinity)},
             [&](std::int32_t) { ++visits; });
  EXPECT_EQ(visits, 101);
}

TEST(Tree, OfManyBoxesInOnePlaceIsStillSearched) {
  const std::vector<Aabb> boxes(100'000, {Vector3::Zero(), Vector3::Ones()});
  const Tree tree(boxes);
  int visits = 0;
  tree.visit(boxes[0], [&](std::int32_t) { ++visits; });
  EXPECT_EQ(visits, 100'000);
}

TEST(Tree, OfBoxesThatDoubleInSizeIsStillSearched) {
  std::vector<Aabb> boxes;
  for (int i = 0; i < 3000; ++i) {
    boxes.push_back({Vector3::Zero(), Vector3::Constant(std::exp2(0.05 * i - 75))});
  }
  const Tree tree(boxes);
  int visits = 0;
  tree.visit({Vector3::Zero(), Vector3::Zero()}, [&](std::int32_t) { ++visits; });
  EXPECT_EQ(visits, 3000);
}

TEST(Tree, IsAskedWithoutTheHeap) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "a sanitizer counts by itself";
  RandomDraw draw(1);
  const std::vector<Aabb> boxes = random_boxes(draw, 1000);
  const Tree tree(boxes);
  const test::AllocationCounter counter;
  int visits = 0;
  tree.visit({Vector3::Constant(-1), Vector3::Constant(1)}, [&](std::int32_t) { ++visits; });
  const auto nearest = tree.nearest(Vector3::Zero(), 10, [&](std::int32_t i) {
    return squared_distance(boxes[static_cast<std::size_t>(i)], Vector3::Zero());
  });
  EXPECT_EQ(counter.allocations(), 0);
  EXPECT_GT(visits, 500);
  EXPECT_GE(nearest.item, 0);
}

}  // namespace
}  // namespace tether::assist
