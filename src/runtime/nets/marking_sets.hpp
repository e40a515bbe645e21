// Sets of markings of a safe net (at most one token in a place), held as zero-suppressed decision
// diagrams: a set is a graph in which each way to the end is a marking, and equal parts are held
// once. So sets of millions of markings take thousands of nodes, equal sets are the same node, and
// what is done to a set is done to all of its markings at once.
// Minato, "Zero-suppressed BDDs for set manipulation in combinatorial problems", DAC 1993;
// Pastor, Cortadella, Roig, "Symbolic analysis of bounded Petri nets", IEEE T-C 50(5), 2001.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <vector>

#include "tether/runtime/nets/petri_net.hpp"

namespace tether::runtime {

// the diagrams have grown beyond what they may take
class TooManyNodes : public std::length_error {
 public:
  TooManyNodes() : std::length_error("a set of markings takes too many nodes") {}
};

class MarkingSets {
 public:
  enum class Set : std::uint32_t {};
  static constexpr Set kNone{0};

  // A place that must hold a token or none, and holds one or none afterwards.
  struct Touch {
    PlaceId place{};
    bool before = false;
    bool after = false;
  };
  // Keeps the markings in which all places are as they must be, and changes those places: the
  // firing of a transition, its reverse, or a question. Made once, so that results are remembered.
  enum class Rewrite : std::uint32_t {};

  explicit MarkingSets(std::size_t max_nodes);

  // throws std::invalid_argument when a place is named twice
  Rewrite rewrite(std::vector<Touch> touches);

  // all below throw TooManyNodes
  Set only(const Marking& marking);  // a place with more than one token counts as one with one
  Set unite(Set a, Set b);
  Set common(Set a, Set b);
  Set without(Set a, Set b);
  Set apply(Rewrite rewrite, Set set);

  std::uint64_t count(Set set) const;  // at most 2⁶⁴ − 1
  Marking any(Set set) const;          // of a set that is not empty
  std::size_t nodes() const noexcept { return nodes_.size(); }

 private:
  // markings without a token in `place`, and those with one
  struct Node {
    std::uint32_t place = 0;
    Set low{}, high{};
    bool operator==(const Node&) const noexcept = default;
  };
  enum Operation : std::uint32_t { kUnite, kCommon, kWithout, kRewrites };
  struct Known {
    std::uint32_t operation = UINT32_MAX;
    Set a{};
    std::uint32_t b = 0;
    Set result{};
  };

  const Node& operator[](Set set) const noexcept { return nodes_[static_cast<std::size_t>(set)]; }
  Set node(std::uint32_t place, Set low, Set high);
  void grow();
  Set combine(Operation operation, Set a, Set b);
  Set change(std::uint32_t rewrite, std::size_t touch, Set set);
  Known& known(std::uint32_t operation, Set a, std::uint32_t b) noexcept;

  std::size_t max_nodes_;
  std::vector<Node> nodes_;            // the first two: no marking, and the one without tokens
  std::vector<std::uint32_t> unique_;  // open hash table of the nodes; 0 is free
  std::vector<Known> known_;           // results that may be asked for again; newer replace older
  std::vector<std::vector<Touch>> rewrites_;  // each by place
};

}  // namespace tether::runtime
