#include "tether/reproduction/row.hpp"

#include <cmath>
#include <limits>

#include "fake_experiment.hpp"
#include <rapidcheck/gtest.h>

namespace tether::reproduction {
namespace {

Row any_row() {
  const auto number = [] { return *rc::gen::inRange(-1000, 1001) / 10.0; };
  const auto spread = [] {
    return *rc::gen::arbitrary<bool>() ? std::optional(*rc::gen::inRange(0, 200) / 10.0)
                                       : std::nullopt;
  };
  Row row = fake_row("1.thing.length", 0);
  row.theirs = Figure{number(), spread()};
  row.ours = Figure{number(), spread()};
  row.resolution = *rc::gen::inRange(0, 20) / 10.0;
  return row;
}

RC_GTEST_PROP(Verdict, IsMirroredWhenMoreIsBetterInsteadOfLess, ()) {
  Row row = any_row();
  row.aim = Aim::lower;
  const Verdict less = judge(row);
  row.aim = Aim::higher;
  const Verdict more = judge(row);
  RC_ASSERT((less == Verdict::better) == (more == Verdict::worse));
  RC_ASSERT((less == Verdict::worse) == (more == Verdict::better));
  RC_ASSERT((less == Verdict::equal) == (more == Verdict::equal));
}

RC_GTEST_PROP(Verdict, IsMirroredWhenFiguresChangePlaces, ()) {
  Row row = any_row();
  row.aim = Aim::lower;
  const Verdict before = judge(row);
  std::swap(row.ours, row.theirs);
  const Verdict after = judge(row);
  RC_ASSERT((before == Verdict::better) == (after == Verdict::worse));
  RC_ASSERT((before == Verdict::equal) == (after == Verdict::equal));
}

RC_GTEST_PROP(Verdict, OfWiderSpreadsIsNeverMoreCertain, ()) {
  Row row = any_row();
  row.aim = *rc::gen::element(Aim::lower, Aim::higher, Aim::same);
  const Verdict before = judge(row);
  row.ours->spread = row.ours->spread.value_or(0) + 1;
  if (before == Verdict::equal) RC_ASSERT(judge(row) == Verdict::equal);
}

RC_GTEST_PROP(Verdict, OfABoundAsksOnlyWhetherItIsKept, ()) {
  Row row = any_row();
  row.aim = Aim::at_most;
  const bool kept = row.ours->value <= row.theirs->value + row.resolution;
  RC_ASSERT(judge(row) == (kept ? Verdict::better : Verdict::worse));
}

TEST(Verdict, OfWhatIsNotANumberIsWorse) {
  Row row = fake_row("1.thing.length", std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(judge(row), Verdict::worse);
}

TEST(Row, WithoutAFigureOrWithAReasonIsNotComparable) {
  Row row = fake_row("1.thing.length", 5);
  EXPECT_EQ(judge(row), Verdict::better);
  row.not_comparable = "another machine";
  EXPECT_EQ(judge(row), Verdict::not_comparable);
  EXPECT_EQ(objection(row), "");
  row.not_comparable.clear();
  row.theirs.reset();
  EXPECT_EQ(judge(row), Verdict::not_comparable);
  EXPECT_EQ(objection(row), "1.thing.length: not comparable without a reason");
}

TEST(Row, ThatIsWorseNeedsACause) {
  Row row = fake_row("1.thing.length", 50);
  EXPECT_EQ(objection(row), "");
  row.cause.clear();
  EXPECT_EQ(objection(row), "1.thing.length: worse without a cause");
}

}  // namespace
}  // namespace tether::reproduction
