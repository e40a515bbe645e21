#include "tether/robot/dynamics.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "tests/robot/tested_robots.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::robot {
namespace {

constexpr double kDifferenceStep = 1e-5;

class Dynamics : public testing::TestWithParam<TestedRobot> {
 protected:
  // [J]
  double kinetic_energy(const JointVector& q, const JointVector& velocity) const {
    ChainState scratch;
    mass_matrix(chain, q, scratch);
    return 0.5 * velocity.dot(scratch.mass_matrix * velocity);
  }
  // [J]
  double potential_energy(const JointVector& q) const {
    ChainState scratch;
    forward_kinematics(chain, q, scratch);
    double energy = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(chain.joint_count); ++i) {
      const Link& link = chain.links[i];
      energy -= link.mass * chain.gravity.dot(scratch.frames[i] * link.centre);
    }
    return energy;
  }

  const Chain chain = load_chain(GetParam().file);
  ChainState state;
  RandomPostures postures{chain};
};

TEST_P(Dynamics, TheMassMatrixIsSymmetricAndPositiveDefinite) {
  for (int k = 0; k < kPostures && !HasFailure(); ++k) {
    mass_matrix(chain, postures.next().q, state);
    EXPECT_EQ(state.mass_matrix, JointMatrix(state.mass_matrix.transpose()));
    EXPECT_EQ(state.mass_matrix.llt().info(), Eigen::Success);
  }
}

TEST_P(Dynamics, CoriolisEffortsDoTheWorkThatKineticEnergyGains) {
  // at constant joint velocity, d/dt ½ q̇ᵀ M q̇ = q̇ᵀ C q̇: nothing but M − 2C antisymmetric gives it
  for (int k = 0; k < 100 && !HasFailure(); ++k) {
    const Posture at = postures.next();
    coriolis_efforts(chain, at.q, at.velocity, state);
    const double gain = (kinetic_energy(at.q + kDifferenceStep * at.velocity, at.velocity) -
                         kinetic_energy(at.q - kDifferenceStep * at.velocity, at.velocity)) /
                        (2 * kDifferenceStep);
    const double scale = 1 + kinetic_energy(at.q, at.velocity);
    EXPECT_NEAR(at.velocity.dot(state.coriolis), gain, 1e-8 * scale);
  }
}

TEST_P(Dynamics, GravityEffortsAreTheSlopeOfPotentialEnergy) {
  for (int k = 0; k < 100 && !HasFailure(); ++k) {
    const JointVector q = postures.next().q;
    gravity_efforts(chain, q, state);
    // the difference of two energies is no more exact than they are
    const double rounding =
        std::numeric_limits<double>::epsilon() * std::abs(potential_energy(q)) / kDifferenceStep;
    for (int i = 0; i < chain.joint_count; ++i) {
      const JointVector step = kDifferenceStep * JointVector::Unit(chain.joint_count, i);
      const double slope =
          (potential_energy(q + step) - potential_energy(q - step)) / (2 * kDifferenceStep);
      EXPECT_NEAR(state.gravity[i], slope, 1e-8 * (1 + std::abs(slope)) + rounding);
    }
  }
}

TEST_P(Dynamics, OnePassGivesWhatTheSeparateFunctionsGive) {
  ChainState separate;
  const auto same = [](const auto& a, const auto& b) {
    return (a - b).cwiseAbs().maxCoeff() <= 1e-14 * (1 + b.cwiseAbs().maxCoeff());
  };
  for (int k = 0; k < kPostures && !HasFailure(); ++k) {
    const Posture at = postures.next();
    all_terms(chain, at.q, at.velocity, state);
    jacobian(chain, at.q, separate);
    EXPECT_TRUE(same(state.jacobian, separate.jacobian));
    EXPECT_TRUE(same(state.tool.position, separate.tool.position));
    EXPECT_TRUE(same(state.tool.rotation, separate.tool.rotation));
    mass_matrix(chain, at.q, separate);
    EXPECT_TRUE(same(state.mass_matrix, separate.mass_matrix));
    gravity_efforts(chain, at.q, separate);
    EXPECT_TRUE(same(state.gravity, separate.gravity));
    coriolis_efforts(chain, at.q, at.velocity, separate);
    EXPECT_TRUE(same(state.coriolis, separate.coriolis));
    EXPECT_TRUE(same(state.bias, JointVector(separate.gravity + separate.coriolis)));
  }
}

TEST_P(Dynamics, NoFunctionOfATickUsesTheHeap) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "a sanitizer owns the heap";
  const Posture at = postures.next();
  const test::AllocationCounter counter;
  forward_kinematics(chain, at.q, state);
  jacobian(chain, at.q, state);
  mass_matrix(chain, at.q, state);
  gravity_efforts(chain, at.q, state);
  coriolis_efforts(chain, at.q, at.velocity, state);
  all_terms(chain, at.q, at.velocity, state);
  const Jacobian at_tool = tool_point_jacobian(state);
  const spatial::Twist twist = tool_twist(state.jacobian, at.velocity);
  const JointVector efforts = joint_efforts(at_tool, {twist.angular, twist.linear});
  EXPECT_EQ(counter.allocations(), 0);
  EXPECT_EQ(counter.frees(), 0);
  EXPECT_TRUE(efforts.allFinite());
}

INSTANTIATE_TEST_SUITE_P(Robots, Dynamics, testing::ValuesIn(tested_robots()), robot_name);

TEST(AllocationCounter, SeesEveryWayToAllocate) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "a sanitizer owns the heap";
  const test::AllocationCounter counter;
  // through volatile pointers, or the compiler drops a pair it can see through
  int* volatile made = new int(1);
  void* volatile plain = std::malloc(10);
  void* volatile zeroed = std::calloc(2, 10);
  void* volatile aligned = std::aligned_alloc(64, 64);
  EXPECT_EQ(counter.allocations(), 4);
  plain = std::realloc(plain, 100000);
  EXPECT_EQ(counter.allocations(), 5);
  delete made;
  std::free(plain);
  std::free(zeroed);
  std::free(aligned);
  EXPECT_EQ(counter.frees(), 4);
}

}  // namespace
}  // namespace tether::robot
