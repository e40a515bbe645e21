// A tree of boxes over boxes: finds, among very many items, those near a place without looking at
// the others. Every node holds the boxes of eight children as floats, rounded outward, and tests
// all eight at once; the tree is built once, over ranges that are split where the surface area
// heuristic says, and never unevenly enough to be deep. Nothing near is ever missed; an item whose
// box is off by less than the rounding (1e-7 of its coordinates) may be visited too.
// Wald, Benthin & Boulos, Getting Rid of Packets, RT 2008. docs/design/fixture-trees.md.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tether/assist/fixtures/lanes.hpp"
#include "tether/assist/scene/aabb.hpp"

namespace tether::assist {

class Tree {
 public:
  struct Node {
    Lanes min[3];
    Lanes max[3];
    std::int32_t child[kLanes];  // a node, or the complement of an item
    std::int32_t count;          // of children
  };

  Tree() = default;
  // Items are known by their index. Boxes may be unbounded but hold no NaN.
  explicit Tree(std::span<const Aabb> items);

  std::size_t size() const noexcept { return size_; }  // items
  const Aabb& bounds() const noexcept { return bounds_; }

  // From now on items are known by their place in the tree; returns the index that each had. Who
  // keeps his own data in that order has what is visited together side by side in memory.
  std::vector<std::int32_t> renumber();

  // visit(index) for every item whose box touches `query`, in an order that is always the same
  template <class Visit>
  void visit(const Aabb& query, Visit&& visit) const noexcept;

  struct Nearest {
    std::int32_t item = -1;  // -1: none within
    double squared = 0;      // distance [m²]
  };
  // The item nearest to a point, at most the root of `max_squared` away, where
  // squared_distance(index) is how far the item itself is [m²], no less than its box.
  template <class SquaredDistance>
  Nearest nearest(const spatial::Vector3& point, double max_squared,
                  SquaredDistance&& squared_distance) const noexcept;

  // Best first: bound(node, lanes) sets what each child costs at least; leaf(index) looks at an
  // item and returns the limit from then on. What costs more than the limit is left out.
  template <class Bound, class Leaf>
  void search(float limit, Bound&& bound, Leaf&& leaf) const noexcept;

 private:
  // a child holds less than 0.43 of its parent's items, so 22 levels hold 2^31 of them, and each
  // level leaves at most seven children waiting
  static constexpr int kMaxWaiting = 192;

  std::vector<Node> nodes_;  // the first is the root; each before its children
  std::size_t size_ = 0;
  Aabb bounds_;
};

// A point between the floats on either side of it, and its squared distance from eight boxes,
// never more than the true one.
class LanePoint {
 public:
  explicit LanePoint(const spatial::Vector3& point) noexcept {
    for (int axis = 0; axis < 3; ++axis) {
      below_[axis] = rounded_down(point[axis]);
      above_[axis] = rounded_up(point[axis]);
    }
  }
  void squared_distance(const Tree::Node& node, Lanes& squared) const noexcept {
    squared = Lanes{};
    for (int axis = 0; axis < 3; ++axis) {
      const Lanes before = node.min[axis] - above_[axis];
      const Lanes behind = below_[axis] - node.max[axis];
      const Lanes larger = before > behind ? before : behind;
      const Lanes apart = larger > 0 ? larger : Lanes{};
      squared += apart * apart;
    }
    // what rounding may have added
    squared = squared * (1 - 1e-6F) - 1e-36F;
  }

 private:
  float below_[3];
  float above_[3];
};

template <class Visit>
void Tree::visit(const Aabb& query, Visit&& visit) const noexcept {
  if (nodes_.empty()) return;
  float min[3], max[3];
  for (int axis = 0; axis < 3; ++axis) {
    min[axis] = rounded_down(query.min[axis]);
    max[axis] = rounded_up(query.max[axis]);
  }
  std::int32_t waiting[kMaxWaiting];
  int count = 0;
  waiting[count++] = 0;
  while (count > 0) {
    const Node& node = nodes_[static_cast<std::size_t>(waiting[--count])];
    const LaneMask touching = (node.min[0] <= max[0]) & (node.max[0] >= min[0]) &
                              (node.min[1] <= max[1]) & (node.max[1] >= min[1]) &
                              (node.min[2] <= max[2]) & (node.max[2] >= min[2]);
    for (unsigned hits = bits(touching) & ((1U << node.count) - 1U); hits != 0; hits &= hits - 1) {
      const std::int32_t child = node.child[std::countr_zero(hits)];
      if (child < 0) {
        visit(~child);
      } else {
        __builtin_prefetch(&nodes_[static_cast<std::size_t>(child)]);
        waiting[count++] = child;
      }
    }
  }
}

template <class Bound, class Leaf>
void Tree::search(float limit, Bound&& bound, Leaf&& leaf) const noexcept {
  if (nodes_.empty()) return;
  struct Waiting {
    float cost;
    std::int32_t child;
  } waiting[kMaxWaiting];
  int count = 0;
  waiting[count++] = {-std::numeric_limits<float>::infinity(), 0};
  while (count > 0) {
    const Waiting next = waiting[--count];
    if (next.cost > limit) continue;
    if (next.child < 0) {
      limit = leaf(~next.child);
      continue;
    }
    const Node& node = nodes_[static_cast<std::size_t>(next.child)];
    Lanes costs;
    bound(node, costs);
    const int first = count;
    for (unsigned hits = bits(costs <= limit) & ((1U << node.count) - 1U); hits != 0;
         hits &= hits - 1) {
      // the cheapest on top
      const int slot = std::countr_zero(hits);
      int place = count++;
      for (; place > first && waiting[place - 1].cost < costs[slot]; --place) {
        waiting[place] = waiting[place - 1];
      }
      waiting[place] = {costs[slot], node.child[slot]};
    }
  }
}

template <class SquaredDistance>
Tree::Nearest Tree::nearest(const spatial::Vector3& point, double max_squared,
                            SquaredDistance&& squared_distance) const noexcept {
  Nearest best{-1, max_squared};
  const LanePoint lanes(point);
  search(
      rounded_up(max_squared),
      [&](const Node& node, Lanes& squared) { lanes.squared_distance(node, squared); },
      [&](std::int32_t item) {
        const double squared = squared_distance(item);
        if (squared < best.squared || (best.item < 0 && squared == best.squared)) {
          best = {item, squared};
        }
        return rounded_up(best.squared);
      });
  return best;
}

}  // namespace tether::assist
