#include "tether/guard/limits/force_bound.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/guard/random_arm.hpp"

namespace tether::guard {
namespace {

using namespace test;
using spatial::Vector3;
using spatial::Wrench;

Vector3 vector_of_any_size(RandomDraw& draw) {
  return {any_number(draw), any_number(draw), any_number(draw)};
}

RC_GTEST_PROP(ForceBound, HoldsForAnyWrench, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  const ForceBound bound({.max_force = 30});
  for (int k = 0; k < 100; ++k) {
    const auto out = bound.update({vector_of_any_size(draw), vector_of_any_size(draw)});
    RC_ASSERT(out.wrench.force.norm() <= 30);
    RC_ASSERT(out.wrench.torque.allFinite());
    RC_ASSERT(!out.refused);
  }
}

RC_GTEST_PROP(ForceBound, ScalesForceAndMomentAlike, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  const ForceBound bound({.max_force = 30});
  for (int k = 0; k < 100; ++k) {
    const Wrench wrench{vector_within(draw, 50), vector_within(draw, 50)};
    const auto out = bound.update(wrench);
    RC_ASSERT(out.wrench.vector().isApprox(out.share * wrench.vector(), 1e-14));
    RC_ASSERT((out.share == 1) == (wrench.force.norm() <= 30));
  }
}

TEST(ForceBound, LeavesAMomentWithoutAForceAlone) {
  const Wrench wrench{Vector3(1, -2, 300), Vector3::Zero()};
  const auto out = ForceBound({.max_force = 30}).update(wrench);
  EXPECT_EQ(out.wrench.vector(), wrench.vector());
  EXPECT_EQ(out.share, 1);
}

RC_GTEST_PROP(ForceBound, LetsNothingPassThatIsNotFinite, (std::uint64_t seed)) {
  RandomDraw draw(seed);
  for (int k = 0; k < 50; ++k) {
    spatial::Vector6 w = spatial::Vector6::Ones();
    w[draw.pick(6)] = not_finite(draw);
    const auto out = ForceBound({}).update(Wrench::from_vector(w));
    RC_ASSERT(out.refused);
    RC_ASSERT(out.wrench.vector().isZero(0));
  }
}

}  // namespace
}  // namespace tether::guard
