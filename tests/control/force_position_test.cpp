#include "tether/control/couplings/force_position.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/control/ticks.hpp"
#include "tether/control/compensation/apparent_inertia.hpp"

namespace tether::control {
namespace {

using spatial::Vector3;
using spatial::Vector6;

constexpr double kMass = 4, kTurned = 0.1;  // of the arm in these tests [kg], [kg m²]

// an arm that is a rigid body without friction, held by nobody or by a spring
struct Body {
  spatial::Pose pose;
  Vector3 velocity = Vector3::Zero(), turning = Vector3::Zero();

  spatial::Twist twist() const { return {turning, velocity - turning.cross(pose.position)}; }
  void push(const spatial::Wrench& screw) {
    velocity += kTick / kMass * screw.force;
    turning += kTick / kTurned * screw.torque_at(pose.position);
    pose.position += kTick * velocity;
    pose.rotation = spatial::exp_rotation(kTick * turning) * pose.rotation;
  }
};

ForcePositionLeaderParams params() {
  ForcePositionLeaderParams p;
  p.port = {.reference = {spatial::Matrix3::Identity(), Vector3(0.4, 0, 0.3)}, .torque = true};
  p.conditioning.recording = 0.2;
  return p;
}

// a leader's half with its arm, that receives a point that swings
struct Bench {
  explicit Bench(const ForcePositionLeaderParams& p) : leader(p) {
    body.pose = p.port.reference;
    inertia.diagonal() << kTurned, kTurned, kTurned, kMass, kMass, kMass;
  }

  static PortSignals sent(double t) {
    const double w = 4.5, s = 0.1 * std::sin(w * t), c = 0.1 * w * std::cos(w * t);
    PortSignals signals;
    signals.pose = {spatial::exp_rotation(Vector3(0, 2 * s, 0)), Vector3(s, 0.5 * s, 0)};
    signals.twist = {Vector3(0, 2 * c, 0), Vector3(c, 0.5 * c, 0)};
    signals.acceleration = {Vector3(0, -2 * w * w * s, 0),
                            Vector3(-w * w * s, -0.5 * w * w * s, 0)};
    return signals;
  }

  CouplingOutput tick(bool fresh = true) {
    const PortSignals signals = sent(kTick * n);
    const CouplingOutput out = leader.update({.now = at_tick(n),
                                              .tool = body.pose,
                                              .twist = body.twist(),
                                              .external = external,
                                              .remote_valid = true,
                                              .remote = {},
                                              .fresh = fresh,
                                              .sent = at_tick(n + 77),
                                              .raw = signals,
                                              .share = share,
                                              .inertia = inertia});
    ++n;
    body.push(share * out.wrench);
    return out;
  }

  ForcePositionLeader leader;
  Body body;
  spatial::Wrench external;
  spatial::Matrix6 inertia = spatial::Matrix6::Zero();
  double share = 1;
  int n = 0;
};

TEST(ForcePosition, HoldsTheArmStillUntilTheForcesZeroIsKnown) {
  Bench bench(params());
  bench.external.force = Vector3(1, 2, 3);
  for (int k = 0; k < 199; ++k) {
    const CouplingOutput out = bench.tick();
    EXPECT_EQ(out.send.external.force, Vector3::Zero());
    ASSERT_LT((bench.body.pose.position - params().port.reference.position).norm(), 1e-9);
  }
}

TEST(ForcePosition, GoesAlongWithThePointLessThanTenMillisecondsLater) {
  Bench bench(params());
  double worst = 0, worst_turn = 0;
  for (int k = 0; k < 6000; ++k) {
    bench.tick();
    if (k < 2000) continue;
    const spatial::Pose then = Bench::sent(kTick * bench.n - 0.005).pose;
    const Vector3 place = bench.body.pose.position - params().port.reference.position;
    worst = std::max(worst, (place - then.position).norm());
    worst_turn =
        std::max(worst_turn, spatial::rotation_angle(bench.body.pose.rotation, then.rotation));
  }
  // 0.5 m/s: a millisecond is half a millimetre
  EXPECT_LT(worst, 1e-3);
  EXPECT_LT(worst_turn, 2e-3);
}

TEST(ForcePosition, SendsTheHandsForceOverTheScaleAndWithoutItsOffset) {
  ForcePositionLeaderParams p = params();
  p.force_scale = 2;
  Bench bench(p);
  bench.external.force = Vector3(1, 2, 3);
  for (int k = 0; k < 300; ++k) bench.tick();
  bench.external.force += Vector3(8, 0, 0);
  EXPECT_LT((bench.tick().send.external.force - Vector3(4, 0, 0)).norm(), 1e-9);
  bench.share = 0.5;
  EXPECT_LT((bench.tick().send.external.force - Vector3(2, 0, 0)).norm(), 1e-9);
}

TEST(ForcePosition, WithoutConditioningTheForceIsSentAsItIs) {
  ForcePositionLeaderParams p = params();
  p.condition = false;
  Bench bench(p);
  bench.external = {Vector3(0.1, 0, 0), Vector3(1, 2, 3)};
  EXPECT_EQ(bench.tick().send.external.vector(), bench.external.vector());
}

TEST(ForcePosition, AnArmThatCannotTurnSendsNoTorque) {
  ForcePositionLeaderParams p = params();
  p.condition = false;
  p.port.torque = false;
  Bench bench(p);
  bench.external = {Vector3(0.1, 0, 0), Vector3(1, 2, 3)};
  EXPECT_EQ(bench.tick().send.external.torque, Vector3::Zero());
  EXPECT_EQ(bench.tick().send.external.force, Vector3(1, 2, 3));
}

TEST(ForcePosition, WithoutFeedbackTheArmIsNotMovedButStillSaysWhereItShouldBe) {
  for (const StreamVariant variant : {StreamVariant::velocity, StreamVariant::impedance}) {
    ForcePositionLeaderParams p = params();
    p.variant = variant;
    p.port.feedback = false;
    Bench bench(p);
    for (int k = 0; k < 1000; ++k) {
      const CouplingOutput out = bench.tick();
      ASSERT_EQ(out.wrench.vector(), Vector6::Zero());
      ASSERT_EQ(out.potential, 0);
      if (k > 500) {
        const Vector3 then = Bench::sent(kTick * (bench.n - 1) - 0.005).pose.position;
        EXPECT_LT((out.target.position - then).norm(), 5e-3) << k;
        EXPECT_EQ(out.setpoint.position, p.port.reference.position + out.target.position);
      }
    }
  }
}

TEST(ForcePosition, TheServosEnergyIsThatOfItsSpringOnTheArmsInertia) {
  Bench bench(params());
  for (int k = 0; k < 300; ++k) bench.tick(false);
  const Vector3 away(0.01, -0.02, 0.005);
  bench.body.pose.position += away;
  const double w = params().servo.bandwidth;
  EXPECT_NEAR(bench.tick(false).potential, 0.5 * w * w * kMass * away.squaredNorm(), 1e-6);
}

TEST(ForcePosition, ComesToRestWhenTheStreamEnds) {
  Bench bench(params());
  for (int k = 0; k < 2000; ++k) bench.tick();
  for (int k = 0; k < 1000; ++k) bench.tick(false);
  EXPECT_LT(bench.body.velocity.norm(), 1e-4);
  EXPECT_LT(bench.body.turning.norm(), 1e-4);
}

TEST(ForcePosition, BeginsWhereItIsLeftAfterTheSidesWereApart) {
  Bench bench(params());
  for (int k = 0; k < 1000; ++k) bench.tick();
  bench.share = 0;
  bench.body.velocity.setZero();
  bench.body.turning.setZero();
  bench.body.pose.position += Vector3(0.2, 0.1, 0);
  const CouplingOutput limp = bench.tick();
  EXPECT_EQ(limp.wrench.vector(), Vector6::Zero());
  bench.share = 1;
  // nothing to play yet: no force, where a spring to the old place would give kilonewtons
  EXPECT_LT(bench.tick().wrench.force.norm(), 1e-6);
}

TEST(ForcePosition, TheSpringPullsToWhereThePointIs) {
  ForcePositionLeaderParams p = params();
  p.variant = StreamVariant::impedance;
  Bench bench(p);
  for (int k = 0; k < 250; ++k) bench.tick();
  bench.body = {};
  bench.body.pose = p.port.reference;
  const CouplingOutput out = bench.tick();
  const PortSignals sent = Bench::sent(kTick * (bench.n - 1));
  EXPECT_LT((out.send.wrench.force - 200 * sent.pose.position).norm(), 0.2);
}

TEST(ForcePosition, AFollowerIsPushedByTheHandAndSendsHowItMoves) {
  const WorkspaceMapParams map{.offset = {spatial::Matrix3::Identity(), Vector3(0, 0, 1)},
                               .scale = 0.5};
  ForcePositionFollower follower({map});
  CouplingInput in{.tool = map.offset, .remote_valid = true};
  in.remote.external.force = Vector3(0, 3, 0);
  CouplingOutput out;
  for (int k = 0; k < 10; ++k) {
    in.now = at_tick(k);
    in.tool.position = map.offset.position + Vector3(0.1 * kTick * k, 0, 0);
    out = follower.update(in);
  }
  // half the way for twice the force: the same power
  EXPECT_LT((out.wrench.force - Vector3(0, 6, 0)).norm(), 1e-12);
  EXPECT_LT((out.send.twist.linear - Vector3(0.2, 0, 0)).norm(), 1e-9);
  EXPECT_LT(out.send.acceleration.linear.norm(), 1e-6);
  in.remote_valid = false;
  EXPECT_EQ(follower.update(in).wrench.vector(), Vector6::Zero());
}

TEST(ApparentInertia, IsTheMassWhereJointsAreAxes) {
  robot::Jacobian jacobian = robot::Jacobian::Identity(6, 6);
  robot::JointMatrix mass = robot::JointMatrix::Identity(6, 6);
  mass.diagonal() << 0.1, 0.1, 0.1, 4, 4, 4;
  const spatial::Matrix6 inertia = apparent_inertia(jacobian, mass);
  EXPECT_NEAR(inertia(0, 0), 0.1, 0.002);
  EXPECT_NEAR(inertia(5, 5), 4, 0.2);
  // an axis that cannot move
  jacobian(5, 5) = 0;
  EXPECT_NEAR(apparent_inertia(jacobian, mass)(5, 5), 100, 1e-9);
  mass(0, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(apparent_inertia(jacobian, mass).isZero(0));
}

}  // namespace
}  // namespace tether::control
