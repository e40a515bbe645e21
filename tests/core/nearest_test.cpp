#include "tether/core/nearest.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace tether::core {
namespace {

const std::vector<std::string> kCouplings = {"position-force", "position-position", "two-layer"};

TEST(EditDistance, CountsInsertionsDeletionsSubstitutionsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("abc", ""), 3);
  EXPECT_EQ(edit_distance("abc", "abc"), 0);
  EXPECT_EQ(edit_distance("abc", "abd"), 1);
  EXPECT_EQ(edit_distance("abc", "ab"), 1);
  EXPECT_EQ(edit_distance("abc", "abcd"), 1);
  EXPECT_EQ(edit_distance("abc", "acb"), 1);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  // a swapped pair is not edited again: three edits, where the unrestricted distance is two
  EXPECT_EQ(edit_distance("ca", "abc"), 3);
}

RC_GTEST_PROP(EditDistance, IsSymmetricAndZeroOnlyForEqualTexts, ()) {
  const auto word = rc::gen::container<std::string>(rc::gen::inRange('a', 'e'));
  const std::string a = *word;
  const std::string b = *word;
  const int distance = edit_distance(a, b);
  RC_ASSERT(distance == edit_distance(b, a));
  RC_ASSERT((distance == 0) == (a == b));
  const auto longer = static_cast<int>(std::max(a.size(), b.size()));
  const auto shorter = static_cast<int>(std::min(a.size(), b.size()));
  RC_ASSERT(distance <= longer);
  RC_ASSERT(distance >= longer - shorter);
}

RC_GTEST_PROP(EditDistance, IsOneAfterOneEdit, ()) {
  const std::string a =
      *rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('a', 'e')));
  const auto at = *rc::gen::inRange<std::size_t>(0, a.size());
  std::string substituted = a;
  substituted[at] = 'z';
  RC_ASSERT(edit_distance(a, substituted) == 1);
  RC_ASSERT(edit_distance(a, a.substr(0, at) + 'z' + a.substr(at)) == 1);
  RC_ASSERT(edit_distance(a, std::string(a).erase(at, 1)) == 1);
  std::string swapped = a;
  if (at > 0) std::swap(swapped[at - 1], swapped[at]);
  RC_ASSERT(edit_distance(a, swapped) == (swapped == a ? 0 : 1));
}

TEST(Nearest, FindsTheNameThatWasMeant) {
  EXPECT_EQ(nearest("position-forse", kCouplings), "position-force");
  EXPECT_EQ(nearest("postion-positon", kCouplings), "position-position");
  EXPECT_EQ(nearest("two-layer", kCouplings), "two-layer");
}

TEST(Nearest, FindsNothingWhereNothingIsNear) {
  EXPECT_EQ(nearest("wave-variables", kCouplings), std::nullopt);
  EXPECT_EQ(nearest("x", {}), std::nullopt);
}

TEST(Nearest, DoesNotOfferANameThatSharesNoLetter) {
  EXPECT_EQ(nearest("pd", std::vector<std::string>{"xy"}), std::nullopt);
  EXPECT_EQ(nearest("", std::vector<std::string>{"a", "ab"}), std::nullopt);
  EXPECT_EQ(nearest("px", std::vector<std::string>{"xy", "pd"}), "pd");
}

TEST(Nearest, PrefersTheFirstOfEquals) {
  EXPECT_EQ(nearest("pant", std::vector<std::string>{"pane", "pans"}), "pane");
}

TEST(Suggestion, OffersTheNearestOrListsAll) {
  EXPECT_EQ(suggestion("position-forse", kCouplings), "; did you mean \"position-force\"?");
  EXPECT_EQ(suggestion("wave-variables", kCouplings),
            "; expected one of position-force, position-position, two-layer");
  EXPECT_EQ(suggestion("anything", {}), "");
}

}  // namespace
}  // namespace tether::core
