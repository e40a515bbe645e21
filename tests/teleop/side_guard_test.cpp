// What a side does when something is wrong: faults, stops, efforts that a limit or a guard changes,
// and what the certificate must know of it.
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/sides/puppet_stages.hpp"

namespace tether::teleop {
namespace {

using core::FaultKind;
using guard::StopReason;
using robot::JointVector;
using spatial::Vector3;
using test::PuppetSide;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kRho = 4;  // energy in the account per energy of the device

guard::SafetyStopParams brake() {
  return {.damping = JointVector::Constant(3, 10), .max_effort = JointVector::Constant(3, 20)};
}

// a handle whose account counts four times what it counts itself; a stop brakes it
struct GuardedHandle : PuppetSide {
  explicit GuardedHandle(const guard::DeviceGuardsParams& guards = {.stop = brake()},
                         bool stop_ends = false)
      : PuppetSide(signals::SideName::leader, "omega7", [&](Stages& stages) {
          stages.port = std::make_unique<JointPort>(JointPortParams{.power_scale = kRho});
          stages.balance_scale = kRho;
          stages.guards = guard::DeviceGuards(guards, "handle");
          stages.stop_ends = stop_ends;
          stages.speed = {{.bound = JointVector::Constant(3, 100)}, "leader device"};
          stages.limit = guard::EffortLimit({.per_axis = JointVector::Constant(3, 10)});
        }) {}
};

guard::DeviceGuardsParams slowly() {
  guard::DeviceGuardsParams params{.stop = brake()};
  params.torque_rate = guard::TorqueRateLimitParams{.max_rate = 100, .sample_time = 1e-3};
  return params;
}

TEST(GuardedSide, TheCertificateIsVoidWhereTheAccountDoesNotCoverWhatAGuardCommands) {
  GuardedHandle handle(slowly());
  handle.coupling->out.wrench.force = Vector3(5, 0, 0);
  EXPECT_FALSE(handle.tick().proof_voided);
  EXPECT_NEAR(handle.device.commanded[0], 0.1, 1e-12);
  // it is asked for the very effort that is commanded, in its own scale
  EXPECT_EQ(handle.layer->to_cover, kRho * handle.device.commanded);
  handle.layer->covered = false;
  EXPECT_TRUE(handle.tick().proof_voided);
  EXPECT_NEAR(handle.device.commanded[0], 0.2, 1e-12);
  EXPECT_EQ(handle.layer->to_cover, kRho * handle.device.commanded);
  handle.layer->covered = true;
  EXPECT_FALSE(handle.tick().proof_voided);
}

TEST(GuardedSide, AnEffortThatNoGuardChangesNeedsNoCover) {
  GuardedHandle handle(slowly());
  handle.layer->covered = false;
  handle.coupling->out.wrench.force = Vector3(0.05, 0, 0);
  EXPECT_FALSE(handle.tick().proof_voided);
  EXPECT_EQ(handle.layer->to_cover.size(), 0);
  EXPECT_NEAR(handle.device.commanded[0], 0.05, 1e-12);
}

TEST(GuardedSide, NoGuardCommandsMoreThanTheDeviceCanGive) {
  guard::DeviceGuardsParams params{.stop = {.damping = JointVector::Constant(3, 100),
                                            .max_effort = JointVector::Constant(3, 50)}};
  GuardedHandle handle(params);
  handle.estimator->velocity = Vector3(1, 0, 0);
  handle.side->press({.stop = true});
  for (int i = 0; i < 5; ++i) {
    handle.device.state.position[0] += 1e-3;
    handle.tick();
  }
  EXPECT_EQ(handle.device.commanded, JointVector(Vector3(-10, 0, 0)));
}

TEST(GuardedSide, WhatALimitCutsIsPaidForAnew) {
  GuardedHandle handle;
  handle.layer->instead = kRho * Vector3(30, 0, 0);  // more than the device can give
  handle.layer->pays = 0.5;
  const signals::Tick& t = handle.tick();
  EXPECT_EQ(handle.layer->to_pay, JointVector(kRho * Vector3(10, 0, 0)));
  EXPECT_NEAR(handle.device.commanded[0], 5, 1e-12);
  EXPECT_EQ(t.energy.held_back, handle.layer->held_back_by_paying);
  EXPECT_FALSE(t.proof_voided);
  handle.layer->covered = false;
  EXPECT_TRUE(handle.tick().proof_voided);
  EXPECT_EQ(handle.layer->to_cover, JointVector(kRho * Vector3(5, 0, 0)));
  // within the limit nobody asks again
  handle.layer->instead = kRho * Vector3(3, 0, 0);
  handle.layer->to_pay.setZero();
  EXPECT_FALSE(handle.tick().proof_voided);
  EXPECT_EQ(handle.layer->to_pay, JointVector::Zero(3));
  EXPECT_NEAR(handle.device.commanded[0], 3, 1e-12);
  EXPECT_EQ(handle.side->last().energy.held_back, 0);
}

TEST(GuardedSide, AStopThatHoldsBrakesByTheLastDisplacement) {
  GuardedHandle handle;
  handle.estimator->velocity = Vector3(5, 0, 0);  // faster than it really is
  handle.tick();
  handle.side->press({.stop = true});
  handle.device.state.position[0] += 2e-4;
  const signals::Tick& t = handle.tick();
  EXPECT_FALSE(t.fault);
  EXPECT_EQ(t.guard.stop, StopReason::emergency);
  EXPECT_NEAR(handle.device.commanded[0], -10 * 0.2, 1e-9);
  // an interface that repeats a position has not come to rest, for ten ticks
  for (int i = 0; i < 10; ++i) {
    handle.tick();
    EXPECT_NEAR(handle.device.commanded[0], -10 * 0.2, 1e-9) << i;
  }
  handle.tick();
  EXPECT_EQ(handle.device.commanded[0], 0);
  // a displacement after repeated positions took all of that time
  handle.device.state.position[0] += 2e-4;
  handle.tick();
  EXPECT_NEAR(handle.device.commanded[0], -10 * 0.2 / 12, 1e-9);
  handle.device.state.position[0] += 2e-4;
  handle.tick();
  EXPECT_NEAR(handle.device.commanded[0], -10 * 0.2, 1e-9);
  // and so did one after ticks that were left out
  handle.device.state.position[0] += 2e-4;
  handle.now += std::chrono::milliseconds(3);
  handle.tick();
  EXPECT_NEAR(handle.device.commanded[0], -10 * 0.05, 1e-9);
}

TEST(GuardedSide, InTheFirstPassNothingHasMoved) {
  GuardedHandle handle;
  handle.device.state.position[0] = 0.02;
  handle.estimator->velocity = Vector3(1, 1, 1);
  handle.side->press({.stop = true});
  handle.tick();
  EXPECT_EQ(handle.device.commanded, JointVector::Zero(3));
}

TEST(GuardedSide, AStopThatEndsLetsGoForGoodAndNamesTheReason) {
  GuardedHandle handle({.stop = brake()}, true);
  handle.coupling->out.wrench.force = Vector3(5, 0, 0);
  handle.estimator->velocity = Vector3(1, 0, 0);
  handle.tick();
  EXPECT_NEAR(handle.device.commanded[0], 5, 1e-12);
  handle.device.state.stop_pressed = true;
  handle.device.state.position[0] += 1e-3;
  EXPECT_EQ(handle.tick().fault.kind, FaultKind::emergency_stop);
  EXPECT_EQ(handle.device.commanded, JointVector::Zero(3));
  handle.device.state.stop_pressed = false;
  for (int i = 0; i < 5; ++i) {
    handle.device.state.position[0] += 1e-3;
    const signals::Tick& later = handle.tick();
    EXPECT_FALSE(later.fault);
    EXPECT_EQ(later.guard.stop, StopReason::emergency);
    EXPECT_EQ(handle.device.commanded, JointVector::Zero(3));
  }
}

TEST(GuardedSide, AStopThatEndsLeavesNothingToBeLetGoSlowly) {
  GuardedHandle handle(slowly(), true);
  handle.coupling->out.wrench.force = Vector3(5, 0, 0);
  handle.ticks(40);
  EXPECT_NEAR(handle.device.commanded[0], 4, 1e-9);
  handle.side->press({.stop = true});
  handle.tick();
  handle.side->press({});
  EXPECT_EQ(handle.device.commanded, JointVector::Zero(3));
  Replacement reset;
  reset.reset_stop = true;
  handle.side->replace(reset);
  handle.tick();
  // it begins from nothing, not from where it was
  EXPECT_LT(handle.device.commanded[0], 0.2);
}

TEST(GuardedSide, AStopThatHoldsEndsWhenItIsReset) {
  GuardedHandle handle;
  handle.coupling->out.wrench.force = Vector3(5, 0, 0);
  handle.tick();
  handle.side->press({.stop = true});
  handle.tick();
  EXPECT_EQ(handle.device.commanded[0], 0);
  handle.side->press({});
  handle.tick();
  EXPECT_EQ(handle.device.commanded[0], 0);
  Replacement other;
  handle.side->replace(other);
  handle.ticks(400);
  EXPECT_EQ(handle.device.commanded[0], 0);
  other.reset_stop = true;
  handle.side->replace(other);
  handle.ticks(400);
  EXPECT_NEAR(handle.device.commanded[0], 5, 1e-9);
}

TEST(GuardedSide, TheDevicesLoadAndItsButtonReachTheGuard) {
  guard::DeviceGuardsParams params{.stop = brake()};
  params.contact = guard::ContactWatchParams{};
  GuardedHandle handle(params);
  handle.tick();
  EXPECT_FALSE(handle.side->last().guard.contact);
  handle.device.state.external_at_tool.force = Vector3(1e4, 0, 0);
  EXPECT_TRUE(handle.tick().guard.contact);
  EXPECT_EQ(handle.side->last().guard.stop, StopReason::collision);
}

struct FaultCase {
  const char* what;
  FaultKind kind;
  const char* stage;
  StopReason reason;
  void (*cause)(PuppetSide&);
};

class FaultOfASide : public ::testing::TestWithParam<FaultCase> {};

TEST_P(FaultOfASide, LeavesNothingToCommandAndLastsWhenItsCauseIsGone) {
  const FaultCase& c = GetParam();
  GuardedHandle handle;
  handle.coupling->out.wrench.force = Vector3(5, 0, 0);
  handle.ticks(2);
  EXPECT_NEAR(handle.device.commanded[0], 5, 1e-12);
  const signals::DeviceState well = handle.device.state;
  const signals::Received received = handle.endpoint.received;
  const JointVector still = handle.estimator->velocity;
  const control::CouplingOutput asked = handle.coupling->out;
  const JointVector instead = handle.layer->instead;
  c.cause(handle);
  const signals::Tick& failed = handle.tick();
  EXPECT_EQ(failed.fault.kind, c.kind) << c.what;
  EXPECT_STREQ(failed.fault.stage, c.stage) << c.what;
  EXPECT_EQ(failed.effort, JointVector::Zero(3)) << c.what;
  EXPECT_EQ(handle.device.commanded, JointVector::Zero(3)) << c.what;
  EXPECT_EQ(failed.effort_removed, 0) << c.what;

  handle.device.state = well;
  handle.endpoint.received = received;
  handle.estimator->velocity = still;
  handle.coupling->out = asked;
  handle.layer->instead = instead;
  const signals::Tick& later = handle.tick();
  EXPECT_FALSE(later.fault) << c.what;
  EXPECT_EQ(later.guard.stop, c.reason) << c.what;
  EXPECT_EQ(handle.device.commanded, JointVector::Zero(3)) << c.what;
}

INSTANTIATE_TEST_SUITE_P(
    Each, FaultOfASide,
    ::testing::Values(
        FaultCase{"position", FaultKind::non_finite, "leader device", StopReason::non_finite,
                  [](PuppetSide& s) { s.device.state.position[1] = kNan; }},
        FaultCase{"applied", FaultKind::non_finite, "leader device", StopReason::non_finite,
                  [](PuppetSide& s) { s.device.state.applied[1] = kNan; }},
        FaultCase{"force", FaultKind::non_finite, "leader device", StopReason::non_finite,
                  [](PuppetSide& s) { s.device.state.external_at_tool.force[2] = kNan; }},
        FaultCase{"device", FaultKind::device, "leader device", StopReason::device,
                  [](PuppetSide& s) {
                    s.device.state.fault = {.kind = FaultKind::device};
                    s.device.state.position[1] = kNan;  // the first one counts
                  }},
        FaultCase{"speed", FaultKind::joint_speed, "leader device", StopReason::joint_speed,
                  [](PuppetSide& s) { s.estimator->velocity[0] = 1e3; }},
        FaultCase{"link", FaultKind::non_finite, "leader link", StopReason::non_finite,
                  [](PuppetSide& s) { s.endpoint.received.sample.kinetic = kNan; }},
        FaultCase{"coupling", FaultKind::non_finite, "leader controller", StopReason::non_finite,
                  [](PuppetSide& s) {
                    s.coupling->out.wrench.force[1] = kNan;
                    s.layer->instead = JointVector::Zero(3);
                  }},
        FaultCase{"account", FaultKind::non_finite, "leader controller", StopReason::non_finite,
                  [](PuppetSide& s) { s.layer->instead = Vector3(0, kNan, 0); }},
        FaultCase{"too much", FaultKind::device, "leader device", StopReason::device,
                  [](PuppetSide& s) {
                    s.device.state.fault = {.kind = FaultKind::device};
                    s.coupling->out.wrench.force = Vector3(100, 0, 0);  // the device cannot
                  }}),
    [](const auto& given) {
      std::string name = given.param.what;
      std::replace(name.begin(), name.end(), ' ', '_');
      return name;
    });

TEST(GuardedSide, AFollowersFaultsCarryItsName) {
  PuppetSide arm(signals::SideName::follower, "kuka_lwr4");
  arm.device.state.fault = {.kind = FaultKind::device};
  EXPECT_STREQ(arm.tick().fault.stage, "follower device");

  PuppetSide other(signals::SideName::follower, "kuka_lwr4");
  other.endpoint.received.sample.energy = kNan;
  EXPECT_STREQ(other.tick().fault.stage, "follower link");

  PuppetSide third(signals::SideName::follower, "kuka_lwr4");
  third.coupling->out.wrench.force[0] = kNan;
  EXPECT_STREQ(third.tick().fault.stage, "follower controller");
}

TEST(GuardedSide, WhoWatchesCanPressTheButtonsOfTheDevice) {
  GuardedHandle handle;
  handle.tick();
  EXPECT_FALSE(handle.engagement->in.clutch);
  EXPECT_FALSE(handle.side->last().measured.stop_pressed);
  handle.side->press({.clutch = true});
  EXPECT_TRUE(handle.tick().measured.clutch);
  EXPECT_TRUE(handle.engagement->in.clutch);
  EXPECT_FALSE(handle.side->last().measured.stop_pressed);
  handle.side->press({.stop = true});
  EXPECT_TRUE(handle.tick().measured.stop_pressed);
  EXPECT_FALSE(handle.engagement->in.clutch);
  handle.side->press({});
  handle.device.state.clutch = true;
  EXPECT_TRUE(handle.tick().measured.clutch);
  EXPECT_FALSE(handle.side->last().measured.stop_pressed);
}

}  // namespace
}  // namespace tether::teleop
