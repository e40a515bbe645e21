#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tether/guard/limits/effort_limit.hpp"
#include "tether/guard/stops/finite.hpp"
#include "tether/guard/stops/speed_watch.hpp"

namespace tether::guard {
namespace {

using robot::JointVector;

JointVector any_effort() {
  const int n = *rc::gen::inRange(1, robot::kMaxJoints + 1);
  JointVector v(n);
  for (int i = 0; i < n; ++i) {
    v[i] = *rc::gen::map(rc::gen::inRange(-1'000'000, 1'000'000), [](int x) { return 1e-3 * x; });
  }
  return v;
}

RC_GTEST_PROP(EffortLimit, KeepsEveryAxisWithinItsBoundForAnyInput, ()) {
  const JointVector effort = any_effort();
  const JointVector bound = JointVector::Constant(effort.size(), *rc::gen::inRange(1, 200));
  const auto out = EffortLimit({.per_axis = bound}).update(effort);
  RC_ASSERT((out.effort.cwiseAbs().array() <= bound.array()).all());
}

RC_GTEST_PROP(EffortLimit, KeepsTheNormWithinItsBoundAndTheDirection, ()) {
  const JointVector effort = any_effort();
  const JointVector wide = JointVector::Constant(effort.size(), 1e9);
  const auto out = EffortLimit({.per_axis = wide, .norm = 12}).update(effort);
  RC_ASSERT(out.effort.norm() <= 12 * (1 + 1e-15));
  RC_ASSERT(out.effort.dot(effort) >= (1 - 1e-12) * out.effort.norm() * effort.norm());
}

RC_GTEST_PROP(EffortLimit, ReportsExactlyWhatItTookAway, ()) {
  const JointVector effort = any_effort();
  const JointVector bound = JointVector::Constant(effort.size(), 100);
  const auto out = EffortLimit({.per_axis = bound, .norm = 150}).update(effort);
  RC_ASSERT(out.removed == (effort - out.effort).norm());
  const bool inside = effort.norm() <= 150 && effort.cwiseAbs().maxCoeff() <= 100;
  RC_ASSERT(inside == (out.removed == 0));
}

TEST(CheckFinite, NamesTheFirstComponentThatIsNotFinite) {
  JointVector v = JointVector::Zero(7);
  EXPECT_FALSE(check_finite(v, "x"));
  v[3] = std::numeric_limits<double>::quiet_NaN();
  v[5] = std::numeric_limits<double>::infinity();
  const auto fault = check_finite(v, "follower device");
  EXPECT_EQ(fault.kind, core::FaultKind::non_finite);
  EXPECT_EQ(fault.axis, 3);
  EXPECT_STREQ(fault.stage, "follower device");
}

TEST(SpeedWatch, FaultsOnTheJointThatIsTooFastInEitherDirection) {
  const SpeedWatch watch({.bound = JointVector::Constant(3, 2.0)}, "arm");
  EXPECT_FALSE(watch.update(JointVector::Constant(3, 2.0)));
  JointVector v = JointVector::Zero(3);
  v[1] = -2.001;
  const auto fault = watch.update(v);
  EXPECT_EQ(fault.kind, core::FaultKind::joint_speed);
  EXPECT_EQ(fault.axis, 1);
  EXPECT_DOUBLE_EQ(fault.value, 2.001);
}

}  // namespace
}  // namespace tether::guard
