// The model-mediated coupling: a point that follows a hand over a delay, a wall in front of it, and
// both ways of feeling it.
#include "tether/control/couplings/model_mediated.hpp"

#include <cmath>
#include <deque>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/random/random_vector.hpp"

namespace tether::control {
namespace {

using spatial::Matrix3;
using spatial::Vector3;

constexpr double kModelTick = 1e-3;  // [s]
constexpr double kStiffness = 3000;

TEST(ModelShare, GoesOverBetweenTwoBoundsAndStaysInBetween) {
  ModelShare share({.direct_below = 0.01, .model_above = 0.02, .change = 0.1});
  const auto after = [&](bool known, double round_trip, int ticks) {
    double now = 0;
    for (int i = 0; i < ticks; ++i) now = share.update(known, round_trip);
    return now;
  };
  EXPECT_EQ(after(false, 0, 200), 1) << "a link that is not known";
  EXPECT_EQ(after(true, 0.015, 200), 1);
  EXPECT_NEAR(after(true, 0.009, 50), 0.5, 1e-9);
  EXPECT_EQ(after(true, 0.009, 60), 0);
  EXPECT_EQ(after(true, 0.0199, 200), 0);
  EXPECT_EQ(after(true, 0.0201, 110), 1);
  EXPECT_EQ(after(true, 0.0101, 200), 1);
}

TEST(ModelShare, IsWholeWhereNothingIsAutomatic) {
  ModelShare share({});
  for (int i = 0; i < 3000; ++i) ASSERT_EQ(share.update(true, 0), 1);
}

TEST(SlotOrder, ComesToEverySlotWhateverPartOfTheSamplesIsSent) {
  for (int every = 1; every <= 200; ++every) {
    SlotOrder order;
    std::set<int> sent;
    for (int i = 0; i < 60 * every; ++i) {
      const int slot = order.next();
      ASSERT_TRUE(slot >= 0 && slot < kContactPlanes);
      if (i % every == 0) sent.insert(slot);
    }
    EXPECT_EQ(sent.size(), std::size_t{kContactPlanes}) << every;
  }
}

struct World {
  double place = 0;          // of a wall that looks towards +x [m]
  double stiffness = 30e3;   // [N/m]
  bool there = true;
  int delay = 0;             // one way [ticks]
  double measured = -1;      // round trip that the sides measure; that of the delay when below 0 [s]
};

// Both halves with a follower of 2 kg, a hand that is where it is said to be, and a link.
class Coupled {
 public:
  explicit Coupled(World at, WorkspaceMapParams map = {}, double force_scale = 1,
                   ModelShareParams share = {})
      : world(at),
        map_(map),
        leader_({.port = {}, .force_scale = force_scale, .share = share, .display = {}}),
        follower_(follower(map, force_scale, share)),
        tool_(map_.to_follower(spatial::Pose{Matrix3::Identity(), hand}).position) {}

  void tick() {
    const double round_trip = world.measured < 0 ? 2e-3 * world.delay : world.measured;
    CouplingInput in{.external = {},
                     .remote_valid = !to_leader_.empty(),
                     .round_trip = round_trip,
                     .link_known = true,
                     .budget = 0.3};
    in.tool.position = hand;
    in.twist.linear = (hand - last_) / kModelTick;
    last_ = hand;
    if (in.remote_valid) in.remote = to_leader_.front();
    const auto felt = leader_.update(in);
    force = felt.wrench.force;
    jolt = std::max(jolt, (force - before_).norm());
    before_ = force;
    model = felt.model;
    to_follower_.push_back(felt.send);
    if (static_cast<int>(to_follower_.size()) > world.delay + 1) to_follower_.pop_front();

    const Vector3 normal = map_rotation() * Vector3::UnitX();
    const double depth = world.there ? normal.dot(wall_point() - tool_) : 0;
    contact = std::max(world.stiffness * depth, 0.0);
    peak = std::max(peak, contact);
    CouplingInput arm = in;
    arm.tool.position = tool_;
    arm.twist.linear = velocity_;
    arm.external.force = contact * normal;
    arm.remote_valid = true;
    arm.remote = to_follower_.front();
    const auto out = follower_.update(arm);
    setpoint_step = std::max(setpoint_step, (out.setpoint.position - setpoint_).norm());
    setpoint_ = out.setpoint.position;
    to_leader_.push_back(out.send);
    if (static_cast<int>(to_leader_.size()) > world.delay + 1) to_leader_.pop_front();
    // contact is stiff: in ten parts
    for (int i = 0; i < 10; ++i) {
      const double in_wall = world.there ? normal.dot(wall_point() - tool_) : 0;
      const Vector3 push = (in_wall > 0 ? std::max(world.stiffness * in_wall -
                                                       300 * normal.dot(velocity_), 0.0) : 0) * normal;
      velocity_ += (out.wrench.force + push) / 2 * 0.1 * kModelTick;
      tool_ += velocity_ * 0.1 * kModelTick;
    }
  }
  void ticks(int count) {
    for (int i = 0; i < count; ++i) tick();
  }
  void to(const Vector3& place, double seconds) {
    const int count = static_cast<int>(std::lround(seconds / kModelTick));
    const Vector3 from = hand;
    for (int i = 1; i <= count; ++i) {
      hand = from + (place - from) * i / count;
      tick();
    }
  }
  double behind() const {
    return (tool_ - map_.to_follower(spatial::Pose{Matrix3::Identity(), hand}).position).norm();
  }
  void forget_peaks() { jolt = peak = setpoint_step = 0; }

  World world;
  Vector3 hand = Vector3(0.02, 0, 0);  // [m]
  Vector3 force = Vector3::Zero();     // that it feels [N]
  double contact = 0, peak = 0;        // of the follower [N]
  double jolt = 0;                     // greatest change of the force in a tick [N]
  double setpoint_step = 0;            // and of the follower's setpoint [m]
  double model = 0;

 private:
  static ModelMediatedFollowerParams follower(const WorkspaceMapParams& map, double force_scale,
                                              const ModelShareParams& share) {
    ModelMediatedFollowerParams params{.map = map, .force_scale = force_scale, .share = share};
    params.controller.stiffness.translation = kStiffness * Matrix3::Identity();
    params.controller.translation_damping = 80;
    return params;
  }
  Matrix3 map_rotation() const {
    const Vector3 x = map_.to_follower(spatial::Pose{Matrix3::Identity(), Vector3::UnitX()}).position;
    const Vector3 y = map_.to_follower(spatial::Pose{Matrix3::Identity(), Vector3::UnitY()}).position;
    const Vector3 o = map_.to_follower(spatial::Pose{}).position;
    Matrix3 axes;
    axes << (x - o).normalized(), (y - o).normalized(),
        (x - o).normalized().cross((y - o).normalized());
    return axes;
  }
  Vector3 wall_point() const {
    return map_.to_follower(spatial::Pose{Matrix3::Identity(), Vector3(world.place, 0, 0)}).position;
  }

  WorkspaceMap map_;
  ModelMediatedLeader leader_;
  ModelMediatedFollower follower_;
  Vector3 tool_, velocity_ = Vector3::Zero(), last_ = hand, before_ = Vector3::Zero();
  Vector3 setpoint_ = Vector3::Zero();
  std::deque<PortSignals> to_leader_, to_follower_;
};

TEST(ModelMediated, TouchesAsTheHandPressesWhateverTheDelay) {
  double at_once = 0;
  for (const int delay : {0, 50, 350, 1000}) {
    Coupled both({.delay = delay});
    both.to(Vector3(-0.004, 0, 0), 0.5);
    both.ticks(8000);
    EXPECT_GT(both.force.x(), 6) << delay;
    EXPECT_NEAR(both.contact, both.force.x(), 0.1 * both.force.x()) << delay;
    if (delay == 0) at_once = both.peak;
    EXPECT_LT(both.peak, 1.5 * at_once + 1e-9) << delay;
    // away, and the wall is known
    both.to(Vector3(0.02, 0, 0), 0.5);
    both.ticks(3000);
    EXPECT_LT(both.behind(), 1e-3);
    EXPECT_EQ(both.force.norm(), 0);
    both.to(Vector3(-0.001, 0, 0), 0.2);
    both.ticks(20);
    EXPECT_GT(both.force.x(), 1) << "within 20 ms, at a delay of " << delay;
  }
}

TEST(ModelMediated, NeverPressesHarderThanIsWantedOnceItIsKnown) {
  for (const double stiffness : {500.0, 3000.0, 30e3}) {
    Coupled both({.stiffness = stiffness, .delay = 200});
    both.to(Vector3(-0.005, 0, 0), 0.5);
    both.ticks(6000);
    for (int i = 0; i < 2000; ++i) {
      both.tick();
      ASSERT_LT(both.contact, 1.05 * both.force.x() + 0.1) << stiffness;
    }
    EXPECT_GT(both.contact, 0.9 * both.force.x() - 0.1) << stiffness;
  }
}

TEST(ModelMediated, HoldsThroughScaledAndTurnedWorkspaces) {
  test::RandomDraw draw(5);
  for (int i = 0; i < 10; ++i) {
    const double scale = draw.between(0.5, 2), felt = draw.between(0.5, 2);
    const WorkspaceMapParams map{.offset = {Matrix3::Identity(), test::any_vector(draw, 1)},
                                 .scale = scale,
                                 .rotation = spatial::exp_rotation(test::any_vector(draw, 2))};
    Coupled both({.delay = 100}, map, felt);
    both.to(Vector3(-0.003, 0, 0), 0.5);
    both.ticks(6000);
    EXPECT_GT(both.force.x(), 1.5) << scale;
    EXPECT_LT(both.force.tail<2>().norm(), 0.2);
    // λ s of the follower's force is felt
    EXPECT_NEAR(both.contact * felt * scale, both.force.x(), 0.1 * both.force.x()) << scale;
  }
}

TEST(ModelMediated, LetsTheSetpointGoAtABoundedSpeedWhenTheWallVanishes) {
  Coupled both({.delay = 300});
  both.to(Vector3(-0.03, 0, 0), 1);
  both.ticks(3000);
  both.forget_peaks();
  both.world.there = false;
  both.ticks(3000);
  EXPECT_LT(both.setpoint_step, 1.01 * 0.1 * kModelTick);
  EXPECT_LT(both.behind(), 1e-3);
  EXPECT_NEAR(both.force.norm(), 0, 1e-9);
  EXPECT_LT(both.jolt, 0.21);
}

TEST(ModelMediated, FollowsAWallThatMovesAndFindsOneThatMovedAway) {
  Coupled both({.delay = 100});
  both.to(Vector3(-0.004, 0, 0), 0.5);
  both.ticks(3000);
  for (int i = 0; i < 1000; ++i) {  // 10 mm/s against the hand
    both.world.place += 1e-5;
    both.hand.x() += 1e-5;
    both.tick();
  }
  both.ticks(3000);
  EXPECT_NEAR(both.contact, both.force.x(), 1);
  EXPECT_GT(both.contact, 2);
  both.forget_peaks();
  both.world.place -= 0.03;
  both.to(both.hand - Vector3(0.03, 0, 0), 1);
  both.ticks(5000);
  EXPECT_NEAR(both.contact, both.force.x(), 1);
  EXPECT_GT(both.contact, 2);
  EXPECT_LT(both.peak, 60);
}

TEST(ModelMediated, ChangesBetweenForceAndModelWithoutAJolt) {
  const ModelShareParams automatic{.direct_below = 0.006, .model_above = 0.01};
  Coupled both({.delay = 1, .measured = 0.002}, {}, 1, automatic);
  both.ticks(1500);
  both.to(Vector3(-0.004, 0, 0), 1);
  both.ticks(3000);
  ASSERT_EQ(both.model, 0);
  ASSERT_GT(both.force.x(), 3);
  for (const double round_trip : {0.02, 0.002, 0.02, 0.002}) {
    both.forget_peaks();
    both.world.measured = round_trip;
    const double before = both.force.x();
    both.ticks(4000);
    EXPECT_EQ(both.model, round_trip > 0.01 ? 1 : 0);
    EXPECT_LT(both.jolt, 0.25);
    EXPECT_LT(both.peak, 1.5 * std::max(before, both.force.x()) + 1);
    EXPECT_NEAR(both.contact, both.force.x(), 1);
  }
}

// the wall lies elsewhere than a hand that was limp while it moved
TEST(ModelMediatedLeader, HasNoForceInStoreForAHandThatWasLimp) {
  ModelMediatedLeader leader({.port = {}});
  CouplingInput in{.remote_valid = true, .budget = 0.3, .share = 0};
  in.remote.plane = {.slot = 0, .generation = 1, .normal = Vector3::UnitX(), .stiffness = 2000};
  for (int i = 0; i < 100; ++i) {
    in.tool.position.x() = -1e-3 * i;
    EXPECT_LT(leader.update(in).wrench.force.norm(), 0.21) << "what begins in a tick";
  }
  in.share = 0.1;
  in.remote.plane.point.x() = -0.2;
  EXPECT_LT(leader.update(in).wrench.force.norm(), 0.21);
}

// the tool goes round the end of a wall
TEST(ModelMediatedFollower, IsNotHeldBackByAWallThatEndedFarBeside) {
  ModelMediatedFollowerParams params;
  params.controller.stiffness.translation = kStiffness * Matrix3::Identity();
  ModelMediatedFollower follower(params);
  CouplingInput in{.remote_valid = true, .round_trip = 0.5, .link_known = true};
  for (int i = 0; i < 100; ++i) {
    in.external.force.x() = i < 50 ? 5 : 0;
    follower.update(in);
  }
  in.tool.position = Vector3(0.01, 0.5, 0);
  in.remote.pose.position = Vector3(0.01, 0.5, 0);
  follower.update(in);
  for (int i = 0; i < 1000; ++i) {
    in.remote.pose.position.x() -= 1e-4;
    in.tool.position = in.remote.pose.position;
    EXPECT_LT((follower.update(in).setpoint.position - in.remote.pose.position).norm(), 1e-9);
  }
}

// another coupling had the setpoint deep in what turns out to be a wall
TEST(ModelMediatedFollower, TakesOverASetpointWithoutAStep) {
  ModelMediatedFollowerParams params;
  params.controller.stiffness.translation = kStiffness * Matrix3::Identity();
  ModelMediatedFollower follower(params);
  CouplingOutput last;
  last.setpoint.position.x() = -0.01;
  follower.take_over(last);
  CouplingInput in{.remote_valid = true, .round_trip = 0.5, .link_known = true};
  in.remote.pose.position.x() = -0.01;
  in.external.force.x() = 30;
  double before = -0.01;
  for (int i = 0; i < 1000; ++i) {
    const double now = follower.update(in).setpoint.position.x();
    EXPECT_LT(std::abs(now - before), 2 * params.retreat * kModelTick) << "the surface is learnt meanwhile";
    before = now;
  }
  EXPECT_GT(before, -0.005);
}

}  // namespace
}  // namespace tether::control
