#include "tether/device/pointer/pointer_handle.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/device/pointer_stream.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/random/cases.hpp"
#include "tests/support/random/not_finite.hpp"
#include "tests/support/random/random_vector.hpp"
#include "tether/core/error.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::device {
namespace {

using robot::JointVector;
using spatial::Vector3;
using test::PutHandle;

constexpr const char* kSliding = "omega7";
constexpr const char* kTurning = "phantom_premium";

JointVector origin_of(const std::string& model) {
  return JointVector::Zero(robot::load(model).joint_count);
}
spatial::Pose tool_of(const std::string& model, const JointVector& q) {
  robot::ChainState state;
  robot::forward_kinematics(robot::load(model), q, state);
  return state.tool;
}
PutHandle at_origin(const std::string& model, const PointerHandleParams& params = {}) {
  const JointVector q = origin_of(model);
  return {model, params, q, model == kSliding ? spatial::Pose{} : tool_of(model, q)};
}

// poses anywhere, at any time, some of them nonsense
void scatter(test::RandomDraw& draw, PutHandle& handle) {
  spatial::Pose pose{spatial::exp_rotation(test::any_vector(draw, 2)),
                     test::any_vector(draw, 0.15)};
  if (draw.bernoulli(0.02)) pose.position.x() = test::kNaN;
  if (draw.bernoulli(0.02)) pose.rotation(1, 1) = test::kInfinity;
  handle.stream.put(handle.now - core::duration_from_seconds(draw.between(-0.01, 0.05)), pose);
}

// The motion of the masses never holds more energy than efforts and pull put in.
void expect_passive(const char* model, int cases) {
  const robot::Chain chain = robot::load(model);
  for (int seed = 0; seed < cases; ++seed) {
    test::RandomDraw draw(static_cast<std::uint64_t>(seed));
    PointerHandleParams params{.mass = draw.between(0.05, 3),
                               .inertia = draw.between(0.005, 0.3),
                               .stiffness = draw.between(1, 2e4),
                               .damping = draw.between(0, 300),
                               .turn_stiffness = draw.between(0.1, 300),
                               .turn_damping = draw.between(0, 10)};
    PutHandle handle = at_origin(model, params);
    const double often = draw.unit(), restless = draw.unit();
    JointVector effort = JointVector::Zero(chain.joint_count);
    JointVector before = handle.state.position;
    double put_in = 0;
    for (int k = 0; k < 150; ++k) {
      if (draw.bernoulli(often)) scatter(draw, handle);
      if (draw.bernoulli(restless)) {
        for (double& e : effort) e = draw.between(-12, 12);
      }
      handle.handle.command(handle.now, {effort});
      robot::ChainState at;
      robot::jacobian(chain, before, at);
      const auto& state = handle.tick();
      const robot::Jacobian jacobian = robot::tool_point_jacobian(at);
      const JointVector moved = state.position - before;
      before = state.position;
      put_in += (state.applied + jacobian.transpose() * state.external_at_tool.vector()).dot(moved);
      double kinetic = 0;
      for (int i = 0; i < chain.joint_count; ++i) {
        const auto& joint = handle.handle.chain().joints[static_cast<std::size_t>(i)];
        kinetic += 0.5 * joint.armature * std::pow(moved[i] / 1e-3, 2);
        ASSERT_LE(state.position[i], joint.upper);
        ASSERT_GE(state.position[i], joint.lower);
      }
      ASSERT_LE(kinetic, put_in + 1e-9 * (1 + std::abs(put_in))) << seed << " " << k;
    }
  }
}

TEST(PointerHandle, HoldsNoMoreEnergyThanEffortsAndPullPutIn) {
  expect_passive(kSliding, test::cases(2000));
}

TEST(PointerHandle, HoldsNoMoreEnergyThanWasPutInWhenItTurnsToo) {
  expect_passive(kTurning, test::cases(1000));
}

TEST(PointerHandle, YieldsToAnEffortAsItsSpringIsStiff) {
  PutHandle handle = at_origin(kSliding, {.stiffness = 1000});
  handle.handle.command({}, {Vector3(5, 0, -2)});
  for (int k = 0; k < 3000; ++k) handle.tick();
  EXPECT_LT((handle.state.position - Vector3(0.005, 0, -0.002)).norm(), 1e-6);
  // at rest the pull is what holds against the effort
  EXPECT_LT((handle.state.external_at_tool.force + Vector3(5, 0, -2)).norm(), 1e-3);
  EXPECT_EQ(handle.state.applied, Vector3(5, 0, -2));
}

TEST(PointerHandle, GoesToWhereThePointerRestsAndRestsThere) {
  PutHandle handle = at_origin(kSliding);
  handle.stream.put({}, {});
  for (int k = 0; k < 200; ++k) handle.tick();
  handle.stream.put(handle.now, {spatial::Matrix3::Identity(), Vector3(0.03, -0.05, 0.02)});
  double step = 0;
  Vector3 before = Vector3::Zero(), velocity = Vector3::Zero();
  for (int k = 0; k < 2000; ++k) {
    const Vector3 now = handle.tick().position;
    step = std::max(step, ((now - before) / 1e-3 - velocity).norm());
    velocity = (now - before) / 1e-3;
    before = now;
  }
  EXPECT_LT(step, 0.010);  // [m/s]
  EXPECT_LT((before - Vector3(0.03, -0.05, 0.02)).norm(), 1e-6);
  EXPECT_LT(velocity.norm(), 1e-6);
}

TEST(PointerHandle, TurnsAsThePointerDoes) {
  const JointVector q = origin_of(kTurning);
  JointVector posture = q;
  posture << 0.1, 0.3, -0.4, 0.2, 0.3, -0.2;
  PutHandle handle(kTurning, {}, posture, tool_of(kTurning, posture));
  const spatial::Pose moved{spatial::exp_rotation(Vector3(0.2, -0.1, 0.3)),
                            Vector3(0.02, 0.03, -0.02)};
  for (int k = 0; k < 4000; ++k) {
    if (k % 20 == 0) handle.stream.put(handle.now, moved);
    handle.tick();
  }
  const spatial::Pose start = tool_of(kTurning, posture);
  const spatial::Pose tool = tool_of(kTurning, handle.state.position);
  EXPECT_LT((tool.position - start.position - moved.position).norm(), 1e-4);
  EXPECT_LT(spatial::rotation_angle(tool.rotation, moved.rotation * start.rotation), 1e-3);
}

TEST(PointerHandle, StandsAtTheEndOfItsRangeWithoutBeingPulledThere) {
  PutHandle handle = at_origin(kSliding);
  const double end = handle.handle.chain().joints[0].upper;
  for (int k = 0; k < 3000; ++k) {
    if (k % 10 == 0) {
      handle.stream.put(handle.now, {spatial::Matrix3::Identity(), Vector3(1, 0.01, 0)});
    }
    handle.tick();
  }
  EXPECT_NEAR(handle.state.position[0], end, 1e-4);
  EXPECT_NEAR(handle.state.position[1], 0.01, 1e-6);
  EXPECT_LT(handle.state.external_at_tool.force.norm(), 0.5);
}

TEST(PointerHandle, DropsPosesThatAreNoneAndCountsThem) {
  PutHandle handle = at_origin(kSliding);
  const spatial::Pose good{spatial::Matrix3::Identity(), Vector3(0.01, 0, 0)};
  spatial::Pose no_number = good, no_rotation = good;
  no_number.position.z() = test::kNaN;
  no_rotation.rotation *= 2;
  const spatial::Pose stream[] = {good, no_number, good, no_rotation, good};
  for (int k = 0; k < 500; ++k) {
    handle.stream.put(handle.now, stream[k % 5]);
    ASSERT_TRUE(handle.tick().position.allFinite());
  }
  EXPECT_EQ(handle.handle.path().dropped(), 200U);
  // a time that was there before is a pose that was, too
  handle.stream.put(handle.now - std::chrono::milliseconds(10), good);
  handle.tick();
  EXPECT_EQ(handle.handle.path().dropped(), 201U);
  EXPECT_LT((handle.state.position - good.position).norm(), 1e-3);
}

TEST(PointerHandle, TakesAnEffortThatIsNoNumberForNone) {
  PutHandle handle = at_origin(kSliding);
  handle.handle.command({}, {Vector3(test::kNaN, 1, 1)});
  EXPECT_EQ(handle.tick().applied, Vector3(Vector3::Zero()));
  EXPECT_EQ(handle.state.position, Vector3(Vector3::Zero()));
}

TEST(PointerHandle, BeginsAtRestAfterAPause) {
  PutHandle handle = at_origin(kSliding);
  handle.handle.command({}, {Vector3(12, 0, 0)});
  for (int k = 0; k < 20; ++k) handle.tick();
  const Vector3 before = handle.state.position;
  handle.now += std::chrono::seconds(5);
  EXPECT_LT((handle.tick().position - before).norm(), 2e-5);
}

TEST(PointerHandle, RefusesAPostureOfAnotherDevice) {
  EXPECT_THROW(PutHandle(kSliding, {}, JointVector::Zero(6)), core::InputError);
}

TEST(PointerHandle, TakesNothingFromTheHeapInATick) {
  if (!test::AllocationCounter::available()) GTEST_SKIP();
  for (const char* model : {kSliding, kTurning}) {
    PutHandle handle = at_origin(model);
    test::RandomDraw draw(1);
    const test::AllocationCounter counter;
    for (int k = 0; k < 2000; ++k) {
      if (k % 7 == 0) scatter(draw, handle);
      handle.handle.command(handle.now, {handle.state.position});
      handle.tick();
    }
    EXPECT_EQ(counter.allocations(), 0) << model;
  }
}

}  // namespace
}  // namespace tether::device
