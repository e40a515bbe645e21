#include "tether/reproduction/row.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "tests/reproduction/fake_experiment.hpp"

namespace tether::reproduction {
namespace {

using ::testing::HasSubstr;

constexpr std::array kAllAims{Aim::lower,    Aim::higher, Aim::same, Aim::at_most,
                              Aim::at_least, Aim::below,  Aim::above};

// in eighths, which sums and differences keep exactly
Figure any_figure() {
  Figure figure{.value = *rc::gen::inRange(-1000, 1001) / 8.0,
                .n = *rc::gen::inRange<std::size_t>(0, 20),
                .kind = *rc::gen::element(FigureKind::single, FigureKind::repeats,
                                          FigureKind::persons, FigureKind::samples)};
  if (*rc::gen::arbitrary<bool>()) figure.spread = *rc::gen::inRange(0, 200) / 8.0;
  return figure;
}

Row any_row() {
  Row row = fake_row("1.thing.length", 0);
  row.theirs = any_figure();
  row.ours = any_figure();
  row.resolution = *rc::gen::inRange(0, 20) / 8.0;
  return row;
}

bool favourable(RowVerdict verdict) {
  return verdict == RowVerdict::agrees || verdict == RowVerdict::better;
}

RC_GTEST_PROP(Verdict, IsFavourableOnlyForWhatWasMeasured, ()) {
  Row row = any_row();
  row.aim = *rc::gen::elementOf(kAllAims);
  row.origin =
      *rc::gen::element(Origin::unstated, Origin::input, Origin::fitted, Origin::by_construction);
  RC_ASSERT(!favourable(judge(row)));
}

RC_GTEST_PROP(Verdict, OfWhatWasPutInAndDoesNotComeOutIsThatOfTheFigures, ()) {
  Row row = any_row();
  row.aim = *rc::gen::elementOf(kAllAims);
  const RowVerdict measured = judge(row);
  row.origin = Origin::input;
  const bool adverse = measured == RowVerdict::worse || measured == RowVerdict::differs;
  RC_ASSERT(judge(row) == (adverse ? measured : RowVerdict::input));
}

RC_GTEST_PROP(Verdict, IsMirroredWhenMoreIsBetterInsteadOfLess, ()) {
  Row row = any_row();
  row.aim = Aim::lower;
  const RowVerdict less = judge(row);
  row.aim = Aim::higher;
  const RowVerdict more = judge(row);
  RC_ASSERT((less == RowVerdict::better) == (more == RowVerdict::worse));
  RC_ASSERT((less == RowVerdict::worse) == (more == RowVerdict::better));
  RC_ASSERT((less == RowVerdict::agrees) == (more == RowVerdict::agrees));
}

RC_GTEST_PROP(Verdict, WithoutAGoodSideIsNeverBetterNorWorse, ()) {
  Row row = any_row();
  row.aim = *rc::gen::element(Aim::same, Aim::below, Aim::above);
  const RowVerdict verdict = judge(row);
  RC_ASSERT(verdict != RowVerdict::better && verdict != RowVerdict::worse);
}

RC_GTEST_PROP(Verdict, OfABoundIsNeverBetter, ()) {
  Row row = any_row();
  row.aim = Aim::at_most;
  const bool kept = row.ours->value <= row.theirs->value + row.resolution;
  RC_ASSERT(judge(row) == (kept ? RowVerdict::agrees : RowVerdict::worse));
}

// A wider spread can take a verdict away and give none. Against a figure that has a spread of its
// own from fewer values this is not so: Welch's degrees of freedom grow with our share of the
// variance.
RC_GTEST_PROP(Verdict, OfWiderSpreadsIsNeverMoreCertain, ()) {
  Row row = any_row();
  row.theirs->spread.reset();
  row.aim = *rc::gen::element(Aim::lower, Aim::higher, Aim::same);
  if (!standard_error(*row.ours)) return;
  const RowVerdict before = judge(row);
  row.ours->spread = *row.ours->spread + 1;
  const RowVerdict after = judge(row);
  if (before == RowVerdict::agrees || before == RowVerdict::not_comparable) {
    RC_ASSERT(after == RowVerdict::agrees || after == RowVerdict::not_comparable);
  }
}

TEST(Verdict, GoesByTheErrorOfTheMeansAndNotByTheSpreadOfPersons) {
  Row row = fake_row("1.peg_in_hole.ros", 0);
  row.aim = Aim::same;
  row.theirs = Figure{4.78, 1.19, 10, FigureKind::persons};
  row.ours = Figure{6.00, 0.77, 10, FigureKind::persons};
  EXPECT_EQ(judge(row), RowVerdict::differs);
  EXPECT_NEAR(*p_value(row), 0.0154, 1e-4);
  row.aim = Aim::lower;
  EXPECT_EQ(judge(row), RowVerdict::worse);
}

TEST(Verdict, OfTooFewValuesIsNoAgreement) {
  Row row = fake_row("1.thing.length", 0);
  row.theirs = Figure{14};
  row.ours = Figure{8, 4, 2, FigureKind::repeats};
  EXPECT_EQ(judge(row), RowVerdict::not_comparable);
  EXPECT_THAT(reason(row), HasSubstr("too few values to decide: the difference is -6 ± 36 mm"));
  EXPECT_EQ(objection(row), "");
  row.ours = Figure{13, 4, 40, FigureKind::repeats};
  EXPECT_EQ(judge(row), RowVerdict::agrees);
}

TEST(Verdict, OfWhatIsNotANumberIsWorse) {
  Row row = fake_row("1.thing.length", std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(judge(row), RowVerdict::worse);
  row.aim = Aim::above;
  EXPECT_EQ(judge(row), RowVerdict::differs);
}

TEST(Row, WithoutAFigureOrWithAReasonIsNotComparable) {
  Row row = fake_row("1.thing.length", 5);
  EXPECT_EQ(judge(row), RowVerdict::better);
  row.not_comparable = "another machine";
  EXPECT_EQ(judge(row), RowVerdict::not_comparable);
  EXPECT_EQ(objection(row), "");
  row.not_comparable.clear();
  row.theirs.reset();
  EXPECT_EQ(judge(row), RowVerdict::not_comparable);
  EXPECT_EQ(objection(row), "1.thing.length: not comparable without a reason");
}

TEST(Row, NeedsACauseWhereItDiffersOrIsWorse) {
  Row row = fake_row("1.thing.length", 50);
  EXPECT_EQ(objection(row), "");
  row.cause.clear();
  EXPECT_EQ(objection(row), "1.thing.length: worse without a cause");
  row.aim = Aim::same;
  EXPECT_EQ(objection(row), "1.thing.length: differs without a cause");
}

TEST(Row, NeedsToSayWhereItsFigureComesFrom) {
  Row row = fake_row("1.thing.length", 5);
  row.origin = Origin::unstated;
  EXPECT_EQ(objection(row), "1.thing.length: does not say where ours comes from");
  row.origin = Origin::fitted;
  EXPECT_EQ(objection(row), "1.thing.length: does not say what was put in");
  row.origin_note = "its length was chosen";
  EXPECT_EQ(objection(row), "");
}

}  // namespace
}  // namespace tether::reproduction
