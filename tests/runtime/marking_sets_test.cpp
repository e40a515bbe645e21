#include "runtime/nets/marking_sets.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace tether::runtime {
namespace {

using Set = MarkingSets::Set;
constexpr int kPlaces = 7;

// the same set, held as plainly as can be: a word of tokens for each marking
using Plain = std::set<unsigned>;

Marking marking_of(unsigned tokens) {
  Marking m;
  for (int i = 0; i < kPlaces; ++i) m.set(static_cast<PlaceId>(i), tokens >> i & 1);
  return m;
}

struct BothWays {
  Set set;
  Plain plain;
};

class MarkingSetsAgainstPlainOnes : public ::testing::Test {
 protected:
  MarkingSets sets_{100'000};
  std::mt19937 random_{7};

  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  BothWays random_both() {
    BothWays pair{MarkingSets::kNone, {}};
    for (unsigned i = below(12); i-- > 0;) {
      const unsigned tokens = below(1u << kPlaces);
      pair.set = sets_.unite(pair.set, sets_.only(marking_of(tokens)));
      pair.plain.insert(tokens);
    }
    return pair;
  }
  Set held(const Plain& plain) {
    Set set = MarkingSets::kNone;
    for (const unsigned tokens : plain) set = sets_.unite(sets_.only(marking_of(tokens)), set);
    return set;
  }
};

TEST_F(MarkingSetsAgainstPlainOnes, CombineAsSetsDo) {
  for (int round = 0; round < 3000; ++round) {
    const BothWays a = random_both(), b = random_both();
    Plain both = a.plain, common, without;
    both.insert(b.plain.begin(), b.plain.end());
    for (const unsigned tokens : a.plain)
      (b.plain.contains(tokens) ? common : without).insert(tokens);
    // equal sets are the same node, however they were made
    EXPECT_EQ(sets_.unite(a.set, b.set), held(both));
    EXPECT_EQ(sets_.common(a.set, b.set), held(common));
    EXPECT_EQ(sets_.without(a.set, b.set), held(without));
    EXPECT_EQ(sets_.count(a.set), a.plain.size());
    if (a.plain.empty()) continue;
    const Marking one = sets_.any(a.set);
    EXPECT_EQ(sets_.common(sets_.only(one), a.set), sets_.only(one));
  }
}

TEST_F(MarkingSetsAgainstPlainOnes, RewriteEveryMarkingThatFits) {
  for (int round = 0; round < 3000; ++round) {
    const BothWays a = random_both();
    std::vector<MarkingSets::Touch> touches;
    for (int i = 0; i < kPlaces; ++i)
      if (below(3) == 0) touches.push_back({static_cast<PlaceId>(i), below(2) > 0, below(2) > 0});
    std::ranges::shuffle(touches, random_);
    Plain wanted;
    for (unsigned tokens : a.plain) {
      bool fits = true;
      for (const auto& [place, before, after] : touches)
        fits = fits && (tokens >> static_cast<int>(place) & 1) == static_cast<unsigned>(before);
      if (!fits) continue;
      for (const auto& [place, before, after] : touches) {
        const unsigned bit = 1u << static_cast<int>(place);
        tokens = after ? tokens | bit : tokens & ~bit;
      }
      wanted.insert(tokens);
    }
    EXPECT_EQ(sets_.apply(sets_.rewrite(touches), a.set), held(wanted));
  }
}

TEST(MarkingSets, HoldMoreMarkingsThanAMachineCould) {
  // every subset of 200 places
  MarkingSets sets(10'000);
  Set all = sets.only(Marking{});
  for (int i = 200; i-- > 0;)
    all = sets.unite(all, sets.apply(sets.rewrite({{static_cast<PlaceId>(i), false, true}}), all));
  EXPECT_EQ(sets.count(all), UINT64_MAX);
  EXPECT_LT(sets.nodes(), 5000u);
}

TEST(MarkingSets, SayWhenTheyTakeTooMuch) {
  MarkingSets sets(10);
  EXPECT_THROW(for (unsigned tokens = 0; tokens < 128; ++tokens) sets.only(marking_of(tokens)),
               TooManyNodes);
  EXPECT_LE(sets.nodes(), 10u);
  EXPECT_THROW(sets.rewrite({{PlaceId{1}, true, true}, {PlaceId{1}, false, true}}),
               std::invalid_argument);
}

}  // namespace
}  // namespace tether::runtime
