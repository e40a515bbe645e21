#include "tether/sim/devices/wrench_estimate.hpp"

#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/tool_pose.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/robot/kinematics.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::sim {
namespace {

using robot::JointVector;
using spatial::Vector3;
using spatial::Wrench;

// nothing wrong with the model and nothing filtered
WrenchEstimateParams flawless() {
  return {.load_mass = 0,
          .load_centre = Vector3::Zero(),
          .centre_error = 0,
          .torque_offset = 0,
          .friction = 0,
          .noise = {0, 0},
          .cutoff = std::numeric_limits<double>::infinity()};
}

JointVector haptic() {
  JointVector q(7);
  q << 0, -0.3464645658, 0, -2.0555918222, 0, 1.7091272564, 0.7853981634;
  return q;
}

ArmMotion at_rest(const JointVector& q) {
  return {q, JointVector::Zero(q.size()), JointVector::Zero(q.size())};
}

void expect_near(const Wrench& a, const Wrench& b, double tolerance) {
  EXPECT_LT((a.force - b.force).norm(), tolerance)
      << a.force.transpose() << " and " << b.force.transpose();
  EXPECT_LT((a.torque - b.torque).norm(), tolerance)
      << a.torque.transpose() << " and " << b.torque.transpose();
}

TEST(WrenchEstimate, WithoutErrorsIsExact) {
  const robot::Chain chain = robot::load("panda");
  WrenchEstimate estimate(chain, flawless(), 1);
  test::RandomDraw draw(1);
  for (int k = 0; k < 1000; ++k) {
    ArmMotion motion = at_rest(haptic());
    for (int i = 0; i < 7; ++i) {
      motion.position[i] += draw.between(-0.4, 0.4);
      motion.velocity[i] = draw.between(-1, 1);
      motion.acceleration[i] = draw.between(-5, 5);
    }
    const Wrench pushed{Vector3(draw.between(-2, 2), draw.between(-2, 2), draw.between(-2, 2)),
                        Vector3(draw.between(-20, 20), draw.between(-20, 20), 5)};
    expect_near(estimate.update(motion, pushed), pushed, 1e-9);
  }
}

TEST(WrenchEstimate, AnUnknownLoadPullsDownInEveryPosture) {
  const robot::Chain chain = robot::load("panda");
  WrenchEstimateParams params = flawless();
  params.load_mass = 0.2;
  params.load_centre = Vector3(0.02, 0, 0.01);
  WrenchEstimate estimate(chain, params, 1);
  for (const double bend : {-0.3, 0.0, 0.3}) {
    JointVector q = haptic();
    q[1] += bend;
    q[4] += 2 * bend;
    const Vector3 weight(0, 0, -9.81 * 0.2);
    const Vector3 arm = tool(chain, q).rotation * params.load_centre;
    expect_near(estimate.update(at_rest(q), {}), {arm.cross(weight), weight}, 1e-9);
  }
}

TEST(WrenchEstimate, AnUnknownLoadPullsBackWhenItIsAccelerated) {
  const robot::Chain chain = robot::load("panda");
  WrenchEstimateParams params = flawless();
  params.load_mass = 0.2;
  WrenchEstimate estimate(chain, params, 1);
  ArmMotion motion = at_rest(haptic());
  motion.acceleration[0] = 2;  // about the vertical: the tool goes to the side at 2 · 0.45 m/s²
  const Wrench measured = estimate.update(motion, {});
  EXPECT_NEAR(measured.force.x(), 0, 1e-9);
  EXPECT_NEAR(measured.force.y(), -0.2 * 2 * 0.45, 1e-9);
}

TEST(WrenchEstimate, ErrorsOfTheModelTurnWithTheFirstJointAndNeverChange) {
  const robot::Chain chain = robot::load("panda");
  WrenchEstimateParams params = flawless();
  params.centre_error = 0.02;
  WrenchEstimate estimate(chain, params, 3);
  const Wrench ahead = estimate.update(at_rest(haptic()), {});
  ASSERT_GT(ahead.force.norm(), 0.1);
  for (const double angle : {-1.5, -0.4, 0.7, 2.0}) {
    JointVector q = haptic();
    q[0] = angle;
    const spatial::Matrix3 turn = spatial::exp_rotation(angle * Vector3::UnitZ());
    expect_near(estimate.update(at_rest(q), {}), {turn * ahead.torque, turn * ahead.force}, 1e-9);
  }
}

TEST(WrenchEstimate, ErrorsOfTheModelChangeOnTheWayToTheBase) {
  const robot::Chain chain = robot::load("panda");
  WrenchEstimateParams params = flawless();
  params.centre_error = 0.02;
  int changed = 0;
  for (int seed = 1; seed <= 10; ++seed) {
    WrenchEstimate estimate(chain, params, static_cast<std::uint64_t>(seed));
    JointVector drawn_in = haptic();
    drawn_in[1] -= 0.3;
    drawn_in[3] -= 0.3;
    const Wrench out = estimate.update(at_rest(haptic()), {});
    const Wrench in = estimate.update(at_rest(drawn_in), {});
    changed += (in.force - out.force).norm() > 0.05 ? 1 : 0;
  }
  EXPECT_GE(changed, 8);
}

TEST(WrenchEstimate, IsTheWrenchThatExplainsTheTorquesBest) {
  const robot::Chain chain = robot::load("panda");
  WrenchEstimateParams params = flawless();
  params.centre_error = 0.02;
  params.torque_offset = 0.2;
  WrenchEstimate estimate(chain, params, 5);
  const JointVector residue = estimate.residue(at_rest(haptic()));
  const Wrench measured = estimate.update(at_rest(haptic()), {});
  robot::ChainState state;
  robot::jacobian(chain, haptic(), state);
  const robot::Jacobian j = robot::tool_point_jacobian(state);
  Eigen::Matrix<double, 6, 1> wrench;
  wrench << measured.torque, measured.force;
  // the rest of the torques is orthogonal to what any wrench could explain
  EXPECT_LT((j * (residue - j.transpose() * wrench)).norm(), 1e-9);
}

// The document's three postures (table 3.2) show 1.9 N root mean square of force at rest
// (table 3.1)
TEST(WrenchEstimate, ForcesAtRestAreAsLargeAsThoseOfTheDocument) {
  const robot::Chain chain = robot::load("panda");
  WrenchEstimateParams params;
  params.noise = {0, 0};
  const double postures[3][7] = {{-0.079, 0.696, 0.132, -1.692, -0.161, 2.345, 0.084},
                                 {0.120, 0.505, -0.099, -1.916, 0.038, 2.462, -0.041},
                                 {-0.234, -1.417, -0.363, -1.753, -0.948, 1.233, -1.031}};
  double sum = 0;
  constexpr int kArms = 200;
  for (int seed = 1; seed <= kArms; ++seed) {
    for (const auto& posture : postures) {
      WrenchEstimate estimate(chain, params, static_cast<std::uint64_t>(seed));
      const JointVector q = Eigen::Map<const Eigen::Matrix<double, 7, 1>>(posture);
      sum += estimate.update(at_rest(q), {}).force.squaredNorm();
    }
  }
  EXPECT_NEAR(std::sqrt(sum / (3 * kArms)), 1.9, 0.3);
}

TEST(WrenchEstimate, NoiseIsAsLargeAsGiven) {
  WrenchEstimateParams params = flawless();
  params.noise = {0.02, 0.003};
  WrenchEstimate estimate(robot::load("panda"), params, 7);
  double force = 0, torque = 0;
  constexpr int kSamples = 20000;
  for (int k = 0; k < kSamples; ++k) {
    const Wrench measured = estimate.update(at_rest(haptic()), {});
    force += measured.force.squaredNorm();
    torque += measured.torque.squaredNorm();
  }
  EXPECT_NEAR(std::sqrt(force / (3 * kSamples)), 0.02, 0.0005);
  EXPECT_NEAR(std::sqrt(torque / (3 * kSamples)), 0.003, 0.0001);
}

TEST(WrenchEstimate, LetsAStepThroughAsSlowlyAsItsLowPass) {
  WrenchEstimateParams params = flawless();
  params.cutoff = 10;
  WrenchEstimate estimate(robot::load("panda"), params, 1);
  estimate.update(at_rest(haptic()), {});
  const Wrench push{Vector3::Zero(), Vector3(10, 0, 0)};
  double measured = 0;
  for (int k = 0; k < 16; ++k) measured = estimate.update(at_rest(haptic()), push).force.x();
  EXPECT_NEAR(measured, 10 * -std::expm1(-2 * std::numbers::pi * 10 * 0.016), 1e-6);
}

TEST(WrenchEstimate, StaysFiniteAndBoundedInASingularPosture) {
  const robot::Chain chain = robot::load("panda");
  WrenchEstimate estimate(chain, {}, 1);
  JointVector stretched = JointVector::Zero(7);
  stretched[3] = -0.07;
  const Wrench measured = estimate.update(at_rest(stretched), {});
  EXPECT_LT(measured.force.norm(), 200);
  EXPECT_TRUE(measured.torque.allFinite());
}

TEST(WrenchEstimate, ALoadThatOutweighsTheToolIsRefused) {
  EXPECT_THAT(([] { WrenchEstimate(robot::load("panda"), {.load_mass = 5}, 1); }),
              testing::ThrowsMessage<core::InputError>(testing::HasSubstr("0.936 kg")));
}

TEST(WrenchEstimate, MakesNoHeapAllocation) {
  if (!test::AllocationCounter::available()) GTEST_SKIP() << "sanitizers have their own allocator";
  WrenchEstimate estimate(robot::load("panda"), {}, 1);
  const ArmMotion motion = at_rest(haptic());
  const test::AllocationCounter counter;
  for (int k = 0; k < 10; ++k) estimate.update(motion, {});
  EXPECT_EQ(counter.allocations(), 0);
}

}  // namespace
}  // namespace tether::sim
