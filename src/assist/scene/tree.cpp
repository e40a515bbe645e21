#include "tether/assist/scene/tree.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace tether::assist {
namespace {

constexpr std::size_t kBins = 16;

using Range = std::span<std::int32_t>;

double half_area(const Aabb& box) noexcept {
  const spatial::Vector3 size = (box.max - box.min).cwiseMax(0);
  return size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
}

struct Builder {
  std::span<const Aabb> items;
  std::vector<spatial::Vector3> centres;
  std::vector<Tree::Node>& nodes;

  std::int32_t build(Range range);

 private:
  struct Split {
    int axis = 0;
    std::size_t left = 0;  // items
  };

  Split best_split(Range range) const;
  std::array<Range, 2> parts(Range range) const;
  void set_child(std::int32_t node, int slot, Range range);
};

// what each bin of the centres along an axis holds
struct Bin {
  Aabb bounds;
  std::size_t count = 0;
};

// the cost of a split is (area x items) of both sides; returns the items on the left
std::size_t cheapest(const std::array<Bin, kBins>& bins, double& least) {
  std::array<double, kBins> right_cost{};
  Aabb bounds;
  std::size_t count = 0;
  for (std::size_t i = kBins - 1; i > 0; --i) {
    bounds.grow(bins[i].bounds);
    count += bins[i].count;
    right_cost[i] = count == 0 ? 0 : half_area(bounds) * static_cast<double>(count);
  }
  bounds = {};
  count = 0;
  std::size_t left = 0;
  for (std::size_t i = 0; i + 1 < kBins; ++i) {
    bounds.grow(bins[i].bounds);
    count += bins[i].count;
    const double cost =
        (count == 0 ? 0 : half_area(bounds) * static_cast<double>(count)) + right_cost[i + 1];
    if (count > 0 && cost < least) {
      least = cost;
      left = count;
    }
  }
  return left;
}

Builder::Split Builder::best_split(Range range) const {
  Aabb spread;
  for (const std::int32_t item : range) spread.grow(centres[static_cast<std::size_t>(item)]);
  // where no split is better than another: in the middle of the longest
  Split best;
  (spread.max - spread.min).maxCoeff(&best.axis);
  best.left = range.size() / 2;
  double least = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 3; ++axis) {
    const double length = spread.max[axis] - spread.min[axis];
    if (!(length > 0) || !std::isfinite(length)) continue;
    std::array<Bin, kBins> bins{};
    for (const std::int32_t item : range) {
      const auto i = static_cast<std::size_t>(item);
      const double place = (centres[i][axis] - spread.min[axis]) / length * kBins;
      Bin& bin = bins[std::min(static_cast<std::size_t>(place), kBins - 1)];
      bin.bounds.grow(items[i]);
      ++bin.count;
    }
    const double before = least;
    const std::size_t left = cheapest(bins, least);
    if (least < before) best = {axis, left};
  }
  return best;
}

// two parts of at least a quarter each, the left of which fills its last nodes
std::array<Range, 2> Builder::parts(Range range) const {
  const Split split = best_split(range);
  const std::size_t n = range.size();
  std::size_t left = std::clamp(split.left, n / 4, n - n / 4);
  left = std::clamp<std::size_t>((left + kLanes / 2) / kLanes * kLanes, kLanes, n - 1);
  std::nth_element(range.begin(), range.begin() + static_cast<std::ptrdiff_t>(left), range.end(),
                   [&](std::int32_t a, std::int32_t b) {
                     const double x = centres[static_cast<std::size_t>(a)][split.axis];
                     const double y = centres[static_cast<std::size_t>(b)][split.axis];
                     return x != y ? x < y : a < b;
                   });
  return {range.first(left), range.subspan(left)};
}

void Builder::set_child(std::int32_t node, int slot, Range range) {
  Aabb bounds;
  for (const std::int32_t item : range) bounds.grow(items[static_cast<std::size_t>(item)]);
  const std::int32_t child = range.size() == 1 ? ~range[0] : build(range);
  Tree::Node& parent = nodes[static_cast<std::size_t>(node)];
  for (int axis = 0; axis < 3; ++axis) {
    parent.min[axis][slot] = rounded_down(bounds.min[axis]);
    parent.max[axis][slot] = rounded_up(bounds.max[axis]);
  }
  parent.child[slot] = child;
}

std::int32_t Builder::build(Range range) {
  const auto node = static_cast<std::int32_t>(nodes.size());
  nodes.emplace_back();
  int count = 0;
  if (range.size() <= kLanes) {
    for (std::size_t i = 0; i < range.size(); ++i) set_child(node, count++, range.subspan(i, 1));
  } else {
    // in two, thrice
    std::array<Range, kLanes> children;
    std::size_t filled = 1;
    children[0] = range;
    for (int level = 0; level < 3; ++level) {
      for (std::size_t i = filled; i-- > 0;) {
        if (children[i].size() <= kLanes) continue;
        const auto [left, right] = parts(children[i]);
        children[i] = left;
        children[filled++] = right;
      }
    }
    for (std::size_t i = 0; i < filled; ++i) set_child(node, count++, children[i]);
  }
  nodes[static_cast<std::size_t>(node)].count = count;
  return node;
}

}  // namespace

Tree::Tree(std::span<const Aabb> items) : size_(items.size()) {
  if (items.empty()) return;
  Builder builder{items, {}, nodes_};
  builder.centres.reserve(items.size());
  constexpr double kEdge = std::numeric_limits<float>::max();
  for (const Aabb& item : items) {
    bounds_.grow(item);
    // those of unbounded boxes are anywhere, but numbers
    builder.centres.emplace_back(0.5 * (item.min.cwiseMax(-kEdge) + item.max.cwiseMin(kEdge)));
  }
  nodes_.reserve(items.size() / 4 + 1);
  std::vector<std::int32_t> order(items.size());
  std::iota(order.begin(), order.end(), 0);
  builder.build(order);
  nodes_.shrink_to_fit();
}

std::vector<std::int32_t> Tree::renumber() {
  std::vector<std::int32_t> before;
  before.reserve(size_);
  for (Node& node : nodes_) {
    for (std::int32_t* child = node.child; child != node.child + node.count; ++child) {
      if (*child >= 0) continue;
      before.push_back(~*child);
      *child = ~static_cast<std::int32_t>(before.size() - 1);
    }
  }
  return before;
}

}  // namespace tether::assist
