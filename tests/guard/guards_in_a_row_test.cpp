// The guards of a device in their order: each does what it does by itself, says so, and hands on
// what it leaves.
#include <functional>

#include <gtest/gtest.h>

#include "tether/guard/device_guards.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::guard {
namespace {

using core::FaultKind;
using robot::JointVector;
using spatial::Vector3;

JointVector one(double x) { return JointVector::Constant(1, x); }

// a carriage of 2 kg on a rail along x
struct Carriage {
  JointVector position = one(0), velocity = one(0), rate = one(0);
  robot::JointMatrix inertia = robot::JointMatrix::Constant(1, 1, 2);
  robot::Jacobian jacobian = robot::Jacobian::Zero(6, 1);
  spatial::Pose tool;
  spatial::Twist twist;
  robot::InertiaFactor factor;

  explicit Carriage(double at = 0, double speed = 0) {
    jacobian(3, 0) = 1;
    moves(at, speed);
    factor.update(inertia);
  }
  void moves(double at, double speed) {
    position = one(at);
    tool.position.x() = at;
    velocity = rate = one(speed);
    twist.linear.x() = speed;
  }
  DeviceView view() const { return {position, velocity, rate, inertia, jacobian, tool, twist}; }
};

DeviceGuardsParams braked() { return {.stop = {.damping = one(10), .max_effort = one(30)}}; }
const JointStopsParams kStops{.lower = one(-1), .upper = one(1), .max_effort = one(50)};
const JointSpeedLimitParams kSpeed{.max_speed = one(0.5), .max_effort = one(50)};
const ToolSpeedLimitParams kTool{.linear_speed = 0.4};
const PowerBoundParams kPower{.max_power = 2, .max_effort = one(50)};
const TorqueRateLimitParams kRate{.max_rate = 1000};

FenceParams fence_from(double x) {
  FenceParams params;
  FenceBox box;
  box.name.assign("wall");
  box.centre.position = Vector3(x + 1, 0, 0);
  box.half_size = Vector3(1, 1, 1);
  params.boxes.push_back(box);
  return params;
}

TEST(GuardsInARow, WithoutAnyTheEffortPassesAndNothingIsReported) {
  DeviceGuards guards(braked(), "carriage");
  const auto out = guards.update(Carriage(0.99, 3).view(), {}, one(40));
  EXPECT_EQ(out.effort, one(40));
  EXPECT_FALSE(out.changed);
  EXPECT_EQ(out.report.joint_stops + out.report.joint_speed + out.report.tool_speed, 0);
  EXPECT_EQ(out.report.torque_rate + out.report.power + out.report.fence, 0);
  EXPECT_EQ(out.report.held + out.report.fence_distance, 0);
  EXPECT_FALSE(out.report.contact);
  EXPECT_EQ(guards.fence(), nullptr);
}

TEST(GuardsInARow, JointStopsActAsTheyDoAlone) {
  const Carriage carriage(0.97, 0);
  DeviceGuardsParams params = braked();
  params.joint_stops = kStops;
  DeviceGuards guards(params, "carriage");
  JointStops single(kStops);
  const auto out = guards.update(carriage.view(), {}, one(10));
  const auto expected = single.update(carriage.view(), carriage.factor, one(10));
  EXPECT_EQ(out.effort, expected.effort);
  EXPECT_EQ(out.report.joint_stops, expected.amount);
  EXPECT_TRUE(out.changed);
  ASSERT_GT(expected.potential, 0);
  // the account settles before the springs are asked again: what rose goes on for a tick
  EXPECT_EQ(out.report.held, 2 * expected.potential);
  const auto later = guards.update(carriage.view(), {}, one(10));
  EXPECT_EQ(later.report.held, expected.potential);
  const Carriage back(0.96, 0);
  const double less = single.update(back.view(), back.factor, one(10)).potential;
  EXPECT_EQ(guards.update(back.view(), {}, one(10)).report.held, less);
}

TEST(GuardsInARow, TheJointSpeedLimitActsAsItDoesAlone) {
  const Carriage carriage(0, 0.6);
  DeviceGuardsParams params = braked();
  params.joint_speed = kSpeed;
  const auto out = DeviceGuards(params, "carriage").update(carriage.view(), {}, one(10));
  const auto expected = JointSpeedLimit(kSpeed).update(carriage.view(), carriage.factor, one(10));
  EXPECT_EQ(out.effort, expected.effort);
  EXPECT_EQ(out.report.joint_speed, expected.amount);
  EXPECT_LT(out.effort[0], 0);
}

TEST(GuardsInARow, TheToolSpeedLimitKnowsTheLoad) {
  const Carriage carriage(0, 0.1);
  DeviceGuardsParams params = braked();
  params.tool_speed = kTool;
  DeviceGuards guards(params, "carriage");
  const ToolSpeedLimit single(kTool);
  for (const double load : {0.0, 20.0}) {
    const auto out = guards.update(
        carriage.view(), {.external_at_tool = {Vector3::Zero(), Vector3(load, 0, 0)}}, one(25));
    const auto expected = single.update(carriage.view(), carriage.factor, one(25), one(load));
    EXPECT_EQ(out.effort, expected.effort) << load;
    EXPECT_EQ(out.report.tool_speed, expected.amount) << load;
  }
  const auto light = single.update(carriage.view(), carriage.factor, one(25), one(0));
  const auto heavy = single.update(carriage.view(), carriage.factor, one(25), one(20));
  EXPECT_LT(heavy.effort[0], light.effort[0]);
}

TEST(GuardsInARow, ThePowerBoundHasTheLastWord) {
  const Carriage carriage(0, 0.2);
  DeviceGuardsParams params = braked();
  params.power = kPower;
  DeviceGuards guards(params, "carriage");
  PowerBound single(kPower);
  for (int i = 0; i < 3; ++i) {
    const auto out = guards.update(carriage.view(), {}, one(20));
    const auto expected = single.update(carriage.view(), carriage.factor, one(20));
    EXPECT_EQ(out.effort, expected.effort);
    EXPECT_EQ(out.report.power, expected.amount);
    EXPECT_LT(out.effort[0], 20);
  }
}

TEST(GuardsInARow, TheTorqueRateIsBoundedAndWhatItCannotLetGoIsSetAside) {
  const Carriage carriage(0, 0.2);
  DeviceGuardsParams params = braked();
  params.torque_rate = kRate;
  DeviceGuards guards(params, "carriage");
  for (int i = 1; i < 6; ++i) {
    const auto out = guards.update(carriage.view(), {}, one(10));
    EXPECT_DOUBLE_EQ(out.effort[0], i);
    EXPECT_DOUBLE_EQ(out.report.torque_rate, 10 - i);
    EXPECT_DOUBLE_EQ(out.report.held, 0.5 * i * 0.2 * i / 1000);
  }
}

TEST(GuardsInARow, TheFenceHoldsEnergyAndPushesNoLongerWhenStopped) {
  const Carriage carriage(0.4, 0);
  DeviceGuardsParams params = braked();
  params.fence = fence_from(0.404);
  DeviceGuards guards(params, "carriage");
  for (int i = 0; i < 400; ++i) guards.update(carriage.view(), {}, one(0));
  const auto held = guards.update(carriage.view(), {}, one(0));
  EXPECT_NEAR(held.report.held, 0.5 * 20e3 * 0.004 * 0.004, 1e-9);
  guards.request_stop(StopReason::emergency);
  const auto stopped = guards.update(carriage.view(), {}, one(0));
  EXPECT_EQ(stopped.effort[0], 0);
  EXPECT_EQ(stopped.report.fence, 0);
  EXPECT_EQ(stopped.report.held, 0);
  EXPECT_NEAR(stopped.report.fence_distance, 0.004, 1e-9);
}

TEST(GuardsInARow, ALoadAboveItsThresholdStopsAndSaysWhereAndHowMuch) {
  Carriage carriage;
  carriage.jacobian(3, 0) = 2;  // a lever
  DeviceGuardsParams params = braked();
  params.contact = ContactWatchParams{};
  DeviceGuards guards(params, "carriage");
  EXPECT_FALSE(guards.update(carriage.view(), {{Vector3::Zero(), Vector3(15, 0, 0)}}, one(1))
                   .report.contact);
  // 45 N m at the joint, of 40 to 50
  const auto touched =
      guards.update(carriage.view(), {{Vector3::Zero(), Vector3(22.5, 0, 0)}}, one(1));
  EXPECT_TRUE(touched.report.contact);
  EXPECT_FALSE(guards.stopped());
  const auto hit = guards.update(carriage.view(), {{Vector3::Zero(), Vector3(30, 0, 0)}}, one(1));
  EXPECT_TRUE(guards.stopped());
  EXPECT_EQ(hit.fault.kind, FaultKind::collision);
  EXPECT_STREQ(hit.fault.stage, "carriage");
  EXPECT_EQ(hit.fault.axis, 0);
  EXPECT_EQ(hit.fault.value, 60);
  EXPECT_EQ(hit.fault.bound, 50);
  EXPECT_EQ(hit.effort[0], 0);
  EXPECT_EQ(hit.report.stop, StopReason::collision);
}

TEST(GuardsInARow, AStopIsNotResetWhileTheLoadStillPresses) {
  const Carriage carriage;
  DeviceGuardsParams params = braked();
  params.contact = ContactWatchParams{};
  DeviceGuards guards(params, "carriage");
  guards.update(carriage.view(), {{Vector3::Zero(), Vector3(120, 0, 0)}}, one(1));
  guards.reset_stop();
  EXPECT_TRUE(guards.stopped());
  guards.update(carriage.view(), {}, one(1));
  guards.reset_stop();
  EXPECT_FALSE(guards.stopped());
  EXPECT_EQ(guards.update(carriage.view(), {}, one(1)).effort[0], 1);
}

TEST(GuardsInARow, TheFirstReasonToStopIsTheOneThatIsReported) {
  const Carriage carriage;
  DeviceGuardsParams params = braked();
  params.contact = ContactWatchParams{};
  DeviceGuards guards(params, "carriage");
  const auto out =
      guards.update(carriage.view(), {{Vector3::Zero(), Vector3(120, 0, 0)}, true}, one(1));
  EXPECT_EQ(out.fault.kind, FaultKind::collision);
  EXPECT_EQ(out.report.stop, StopReason::collision);
  const auto pressed =
      DeviceGuards(braked(), "carriage").update(carriage.view(), {{}, true}, one(1));
  EXPECT_EQ(pressed.fault.kind, FaultKind::emergency_stop);
  EXPECT_STREQ(pressed.fault.stage, "carriage");
  EXPECT_EQ(pressed.fault.value, 1);
}

// what drives the joints is what was commanded and what the world does, together
TEST(GuardsInARow, ASensorIsFrozenWhenItStandsStillUnderCommandOrLoad) {
  const Carriage carriage;
  for (const auto& [commanded, load, freezes] :
       {std::tuple{1.0, 0.0, true}, {0.0, 1.0, true}, {1.0, -1.0, false}, {0.0, 0.0, false}}) {
    DeviceGuardsParams params = braked();
    params.frozen = FrozenWatchParams{.patience = 0.05, .stir = 1};
    DeviceGuards guards(params, "carriage");
    core::Fault fault;
    JointVector before = one(0);
    for (int i = 0; i < 200 && !fault; ++i) {
      // the load answers what was commanded in the tick before
      const double phase = 0.1 * i;
      const double answer = commanded != 0 ? load * before[0] : load * phase;
      fault = guards
                  .update(carriage.view(), {{Vector3::Zero(), Vector3(answer, 0, 0)}},
                          one(commanded * phase))
                  .fault;
      before = one(commanded * phase);
    }
    EXPECT_EQ(static_cast<bool>(fault), freezes) << commanded << ' ' << load;
    EXPECT_EQ(guards.stopped(), freezes);
    if (freezes) {
      EXPECT_EQ(fault.kind, FaultKind::silence);
      EXPECT_STREQ(fault.stage, "carriage");
    }
  }
}

TEST(GuardsInARow, AfterLettingGoTheyBeginFromNothing) {
  const Carriage carriage;
  DeviceGuardsParams params = braked();
  params.torque_rate = kRate;
  DeviceGuards guards(params, "carriage");
  for (int i = 0; i < 5; ++i) guards.update(carriage.view(), {}, one(10));
  guards.let_go(StopReason::device);
  EXPECT_TRUE(guards.stopped());
  const auto stopped = guards.update(carriage.view(), {}, one(10));
  EXPECT_EQ(stopped.effort[0], 0);
  // whoever let go knows why
  EXPECT_FALSE(stopped.fault);
  EXPECT_EQ(stopped.report.stop, StopReason::device);
  guards.reset_stop();
  EXPECT_DOUBLE_EQ(guards.update(carriage.view(), {}, one(10)).effort[0], 1);
}

// what was commanded before is not what drives the joints any more
TEST(GuardsInARow, AfterLettingGoNothingStirsASensor) {
  const Carriage carriage;
  DeviceGuardsParams params = braked();
  params.frozen = FrozenWatchParams{.patience = 0.01, .stir = 1};
  DeviceGuards guards(params, "carriage");
  Carriage moving(0.1, 0);
  guards.update(moving.view(), {}, one(5));
  moving.moves(0.2, 0);
  guards.update(moving.view(), {}, one(5));
  guards.let_go(StopReason::device);
  guards.reset_stop();
  // a new place, with nothing at work; then it stands still under nothing
  moving.moves(0.3, 0);
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(guards.update(moving.view(), {}, one(0)).fault) << i;
}

// a stop takes the fence's push away: what drove against it is let go from what was left of it
TEST(GuardsInARow, AStopFallsBackToWhatWasCommandedWithTheFence) {
  Carriage carriage(0.4, 0.01);
  DeviceGuardsParams params = braked();
  params.torque_rate = TorqueRateLimitParams{.max_rate = 1000};
  params.fence = fence_from(0.406);
  DeviceGuards guards(params, "carriage");
  double before = 0;
  for (int i = 0; i < 600; ++i) before = guards.update(carriage.view(), {}, one(50)).effort[0];
  ASSERT_LT(before, 10);
  guards.request_stop(StopReason::emergency);
  EXPECT_LE(guards.update(carriage.view(), {}, one(50)).effort[0], std::max(before, 0.0) + 1e-9);
}

}  // namespace
}  // namespace tether::guard
