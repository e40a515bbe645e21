#include "runtime/nets/marking_sets.hpp"

#include <algorithm>
#include <unordered_map>

namespace tether::runtime {
namespace {

using Set = MarkingSets::Set;

constexpr Set kEmptyMarking{1};
constexpr std::uint32_t kEnd = kMaxPlaces;  // the place of the two ends, after all others
constexpr std::size_t kRemembered = std::size_t{1} << 18;

std::size_t mix(std::uint32_t a, std::uint32_t b, std::uint32_t c) noexcept {
  std::uint64_t h = (std::uint64_t{a} << 32 | b) * 0x9e3779b97f4a7c15u;
  h = (h ^ h >> 29 ^ c) * 0xbf58476d1ce4e5b9u;
  return static_cast<std::size_t>(h ^ h >> 32);
}

std::uint32_t number(Set set) noexcept { return static_cast<std::uint32_t>(set); }

}  // namespace

MarkingSets::MarkingSets(std::size_t max_nodes)
    : max_nodes_(max_nodes),
      nodes_{{kEnd, kNone, kNone}, {kEnd, kEmptyMarking, kEmptyMarking}},
      unique_(1024),
      known_(kRemembered) {}

MarkingSets::Rewrite MarkingSets::rewrite(std::vector<Touch> touches) {
  std::ranges::sort(touches, {}, &Touch::place);
  if (std::ranges::adjacent_find(touches, {}, &Touch::place) != touches.end())
    throw std::invalid_argument("a place is named twice");
  rewrites_.push_back(std::move(touches));
  return static_cast<Rewrite>(rewrites_.size() - 1);
}

// one node for one content; a place that no marking marks has no node
Set MarkingSets::node(std::uint32_t place, Set low, Set high) {
  if (high == kNone) return low;
  const Node wanted{place, low, high};
  const std::size_t mask = unique_.size() - 1;
  std::size_t at = mix(place, number(low), number(high)) & mask;
  for (; unique_[at] != 0; at = (at + 1) & mask)
    if (nodes_[unique_[at]] == wanted) return static_cast<Set>(unique_[at]);
  if (nodes_.size() >= max_nodes_) throw TooManyNodes();
  const auto fresh = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(wanted);
  unique_[at] = fresh;
  if (2 * nodes_.size() > unique_.size()) grow();
  return static_cast<Set>(fresh);
}

void MarkingSets::grow() {
  unique_.assign(2 * unique_.size(), 0);
  const std::size_t mask = unique_.size() - 1;
  for (std::uint32_t i = 2; i < nodes_.size(); ++i) {
    std::size_t at = mix(nodes_[i].place, number(nodes_[i].low), number(nodes_[i].high)) & mask;
    while (unique_[at] != 0) at = (at + 1) & mask;
    unique_[at] = i;
  }
}

MarkingSets::Known& MarkingSets::known(std::uint32_t operation, Set a, std::uint32_t b) noexcept {
  return known_[mix(operation, number(a), b) & (kRemembered - 1)];
}

Set MarkingSets::only(const Marking& marking) {
  Set set = kEmptyMarking;
  for (std::uint32_t place = kMaxPlaces; place-- > 0;)
    if (marking[static_cast<PlaceId>(place)] > 0) set = node(place, kNone, set);
  return set;
}

Set MarkingSets::unite(Set a, Set b) { return combine(kUnite, a, b); }
Set MarkingSets::common(Set a, Set b) { return combine(kCommon, a, b); }
Set MarkingSets::without(Set a, Set b) { return combine(kWithout, a, b); }

Set MarkingSets::combine(Operation operation, Set a, Set b) {
  if (a == b) return operation == kWithout ? kNone : a;
  if (a == kNone) return operation == kUnite ? b : kNone;
  if (b == kNone) return operation == kCommon ? kNone : a;
  if (operation != kWithout && b < a) std::swap(a, b);
  if (const Known& before = known(operation, a, number(b));
      before.operation == operation && before.a == a && before.b == number(b))
    return before.result;

  const std::uint32_t place = std::min((*this)[a].place, (*this)[b].place);
  // copies: nodes move when they grow
  const auto split = [&](Set set) -> std::pair<Set, Set> {
    const Node& n = (*this)[set];
    return n.place == place ? std::pair{n.low, n.high} : std::pair{set, kNone};
  };
  const auto [a_low, a_high] = split(a);
  const auto [b_low, b_high] = split(b);
  const Set low = combine(operation, a_low, b_low);
  const Set result = node(place, low, combine(operation, a_high, b_high));
  known(operation, a, number(b)) = {operation, a, number(b), result};
  return result;
}

Set MarkingSets::apply(Rewrite rewrite, Set set) {
  return change(static_cast<std::uint32_t>(rewrite), 0, set);
}

Set MarkingSets::change(std::uint32_t rewrite, std::size_t index, Set set) {
  const std::vector<Touch>& touches = rewrites_[rewrite];
  if (set == kNone || index == touches.size()) return set;
  const std::uint32_t operation = kRewrites + rewrite;
  const auto step = static_cast<std::uint32_t>(index);
  if (const Known& before = known(operation, set, step);
      before.operation == operation && before.a == set && before.b == step)
    return before.result;

  const Touch touch = touches[index];
  const auto place = static_cast<std::uint32_t>(touch.place);
  const Node n = (*this)[set];
  Set result{};
  if (n.place < place) {
    const Set low = change(rewrite, index, n.low);
    result = node(n.place, low, change(rewrite, index, n.high));
  } else {
    const Set absent = n.place == place ? n.low : set;
    const Set present = n.place == place ? n.high : kNone;
    result = change(rewrite, index + 1, touch.before ? present : absent);
    if (touch.after) result = node(place, kNone, result);
  }
  known(operation, set, step) = {operation, set, step, result};
  return result;
}

std::uint64_t MarkingSets::count(Set set) const {
  std::unordered_map<Set, std::uint64_t> counted{{kNone, 0}, {kEmptyMarking, 1}};
  const auto visit = [&](const auto& self, Set at) -> std::uint64_t {
    if (const auto found = counted.find(at); found != counted.end()) return found->second;
    const std::uint64_t low = self(self, (*this)[at].low), high = self(self, (*this)[at].high);
    const std::uint64_t sum = low + high < low ? UINT64_MAX : low + high;
    counted.emplace(at, sum);
    return sum;
  };
  return visit(visit, set);
}

Marking MarkingSets::any(Set set) const {
  Marking marking;
  while (set != kEmptyMarking) {
    const Node& n = (*this)[set];
    marking.set(static_cast<PlaceId>(n.place), 1);
    // no node without a marking that has a token there
    set = n.high;
  }
  return marking;
}

}  // namespace tether::runtime
