// A side that rests, works again, and is given other stages between two ticks.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/sides/puppet_stages.hpp"
#include "tether/robot/kinematics.hpp"

namespace tether::teleop {
namespace {

using control::CouplingKind;
using robot::JointVector;
using spatial::Vector3;
using test::PuppetCoupling;
using test::PuppetLayer;
using test::PuppetSide;

constexpr double kCounts = 4;  // energy in the account per energy of the device

struct PulledHandle : PuppetSide {
  explicit PulledHandle(const Change& change = [](Stages&) {})
      : PuppetSide(signals::SideName::leader, "omega7", [&](Stages& stages) {
          stages.port = std::make_unique<JointPort>(JointPortParams{.power_scale = kCounts});
          stages.balance_scale = kCounts;
          change(stages);
        }) {
    coupling->out.wrench.force = Vector3(4, 0, 0);
    coupling->out.send.wrench.force = Vector3(0, 4, 0);
  }
};

TEST(ChangingSide, AnEffortOnTheWayToRestIsPaidForAnew) {
  PulledHandle handle;
  EXPECT_FALSE(handle.tick().resting);
  handle.layer->pays = 0.5;
  handle.layer->to_pay = JointVector();
  handle.tick();
  EXPECT_EQ(handle.layer->to_pay.size(), 0);
  EXPECT_NEAR(handle.device.commanded[0], 4, 1e-12);
  for (int i = 1; i < 100; ++i) {
    const signals::Tick& t = handle.tick(Duty::rest);
    EXPECT_TRUE(t.resting);
    EXPECT_FALSE(handle.side->at_rest());
    const double share = control::Ease(1 - 0.01 * i).share();
    EXPECT_NEAR(handle.layer->to_pay[0], share * kCounts * 4, 1e-9) << i;
    EXPECT_NEAR(handle.device.commanded[0], 0.5 * share * 4, 1e-9) << i;
    EXPECT_EQ(t.energy.held_back, handle.layer->held_back_by_paying);
  }
  handle.ticks(2, Duty::rest);
  EXPECT_TRUE(handle.side->at_rest());
  EXPECT_EQ(handle.device.commanded[0], 0);
  for (int i = 1; i < 100; ++i) {
    handle.tick();
    EXPECT_NEAR(handle.device.commanded[0], 0.5 * control::Ease(0.01 * i).share() * 4, 1e-9) << i;
  }
  handle.layer->pays = 0;
  handle.ticks(2);
  EXPECT_NEAR(handle.device.commanded[0], 4, 1e-12);
}

// a platform with wheels
struct RollingPlatform : PuppetSide {
  explicit RollingPlatform(double rate = 1000)
      : PuppetSide(signals::SideName::follower, "ropod", [rate](Stages& stages) {
          stages.rate = rate;
          stages.brake_before_release = true;
          stages.balance_scale = 0;
        }) {
    coupling->out.wrench.force = Vector3(4, 0, 0);
    estimator->velocity = JointVector::Zero(joints());
  }
};

TEST(ChangingSide, WhatRollsOnIsLetGoAfterTwoSeconds) {
  RollingPlatform platform;
  platform.tick();
  platform.estimator->velocity[0] = 0.5;
  platform.ticks(1500, Duty::rest);
  // asked to work in between: it has two seconds again
  platform.tick();
  platform.ticks(1998, Duty::rest);
  EXPECT_GT(platform.device.commanded.norm(), 1);
  platform.ticks(110, Duty::rest);
  EXPECT_TRUE(platform.side->at_rest());
}

TEST(ChangingSide, TwoSecondsAreHalfAsManyTicksAtHalfTheRate) {
  RollingPlatform platform(500);
  platform.tick();
  platform.estimator->velocity[0] = 0.5;
  platform.ticks(998, Duty::rest);
  EXPECT_GT(platform.device.commanded.norm(), 1);
  platform.ticks(110, Duty::rest);
  EXPECT_TRUE(platform.side->at_rest());
}

TEST(ChangingSide, TheTickNamesTheLastChangeThatSomebodyOutsideOrdered) {
  PulledHandle handle;
  EXPECT_EQ(handle.tick().commands.change, 0);
  Replacement ordered{.number = 7};
  handle.side->replace(ordered);
  EXPECT_EQ(handle.tick().commands.change, 7);
  Replacement planned;
  handle.side->replace(planned);
  EXPECT_EQ(handle.tick().commands.change, 7);
}

TEST(ChangingSide, WhatIsStoppedOrNeverStartedOrDoesNotRollIsLetGoAtOnce) {
  RollingPlatform fresh;
  fresh.estimator->velocity[0] = 0.5;
  fresh.ticks(1, Duty::rest);
  fresh.estimator->velocity[0] = 0;
  fresh.ticks(100, Duty::rest);
  EXPECT_TRUE(fresh.side->at_rest());

  RollingPlatform stopped;
  stopped.tick();
  stopped.side->press({.stop = true});
  stopped.tick();
  stopped.estimator->velocity[0] = 0.5;
  stopped.ticks(101, Duty::rest);
  EXPECT_TRUE(stopped.side->at_rest());

  PulledHandle handle;
  handle.tick();
  handle.estimator->velocity = Vector3(0.5, 0, 0);
  handle.ticks(101, Duty::rest);
  EXPECT_TRUE(handle.side->at_rest());
}

TEST(ChangingSide, AnotherCouplingTakesOverWithoutAStep) {
  PulledHandle handle;
  handle.ticks(3);
  Replacement replacement;
  auto made = std::make_unique<PuppetCoupling>();
  PuppetCoupling* next = made.get();
  next->out.wrench.force = Vector3(-2, 0, 0);
  next->out.send.wrench.force = Vector3(0, -2, 0);
  replacement.coupling = std::move(made);
  replacement.kind = CouplingKind::four_channel;
  handle.side->replace(replacement);
  EXPECT_EQ(replacement.coupling.get(), handle.coupling);
  EXPECT_EQ(replacement.kind, CouplingKind::position_force);
  ASSERT_TRUE(next->taken_over.has_value());
  EXPECT_EQ(next->taken_over->wrench.force, Vector3(4, 0, 0));
  double last = 4, sent = 4;
  for (int i = 0; i < 400; ++i) {
    handle.tick();
    EXPECT_NEAR(handle.device.commanded[0], last, 0.1);
    EXPECT_NEAR(handle.endpoint.sent.force.y(), sent, 0.1);
    last = handle.device.commanded[0];
    sent = handle.endpoint.sent.force.y();
    EXPECT_EQ(handle.endpoint.sent.coupling, static_cast<int>(CouplingKind::four_channel));
  }
  EXPECT_NEAR(last, -2, 1e-9);
  EXPECT_NEAR(sent, -2, 1e-9);
}

TEST(ChangingSide, AnotherMethodGoesOnWithTheAccountAndTheEffort) {
  PulledHandle handle;
  handle.layer->tank.exchange(-0.75);
  handle.ticks(3);
  Replacement replacement;
  auto made = std::make_unique<PuppetLayer>();
  PuppetLayer* next = made.get();
  next->allows = 0;
  replacement.passivity = std::move(made);
  replacement.method = passivity::Method::wave;
  handle.side->replace(replacement);
  EXPECT_EQ(replacement.passivity.get(), handle.layer);
  EXPECT_EQ(replacement.method, passivity::Method::none);
  EXPECT_EQ(next->tank.level(), 0.75);
  double last = 4;
  for (int i = 0; i < 400; ++i) {
    handle.tick();
    EXPECT_NEAR(handle.device.commanded[0], last, 0.1);
    last = handle.device.commanded[0];
    EXPECT_EQ(handle.endpoint.sent.method, static_cast<int>(passivity::Method::wave));
  }
  EXPECT_EQ(last, 0);
}

TEST(ChangingSide, WhatIsGivenBeforeTheFirstPassActsAtOnce) {
  PulledHandle handle;
  Replacement replacement;
  auto made = std::make_unique<PuppetCoupling>();
  PuppetCoupling* next = made.get();
  next->out.wrench.force = Vector3(-2, 0, 0);
  replacement.coupling = std::move(made);
  replacement.kind = CouplingKind::rate;
  handle.side->replace(replacement);
  EXPECT_FALSE(next->taken_over.has_value());
  EXPECT_EQ(handle.engagement->realigned, 0);
  handle.tick();
  EXPECT_NEAR(handle.device.commanded[0], -2, 1e-12);
}

// where there was or is no place to go to, the follower stays where it is wanted
TEST(ChangingSide, OnlyBetweenRateControlAndOthersTheTargetIsKept) {
  struct Case {
    CouplingKind from, to;
    int realigned;
  };
  for (const auto& [from, to, realigned] :
       {Case{CouplingKind::rate, CouplingKind::position_force, 1},
        Case{CouplingKind::position_force, CouplingKind::rate, 1},
        Case{CouplingKind::rate, CouplingKind::rate, 0},
        Case{CouplingKind::position_force, CouplingKind::four_channel, 0}}) {
    PulledHandle handle([from = from](Stages& stages) { stages.kind = from; });
    handle.coupling->out.target.position = Vector3(0.1, 0.2, 0.3);
    handle.tick();
    Replacement replacement;
    replacement.coupling = std::make_unique<PuppetCoupling>();
    replacement.kind = to;
    replacement.alignment = control::Alignment::index;
    handle.side->replace(replacement);
    EXPECT_EQ(handle.engagement->realigned, realigned);
    if (realigned == 1) {
      EXPECT_EQ(handle.engagement->aligned, control::Alignment::index);
      EXPECT_EQ(handle.engagement->realigned_at.position, Vector3(0.1, 0.2, 0.3));
    }
  }
}

// boxes far away, which only their switch shows
TEST(ChangingSide, BoxesOfTheFenceAreSwitchedOneByOne) {
  guard::Geofence* fence = nullptr;
  PulledHandle handle([&](Stages& stages) {
    const JointVector most = JointVector::Constant(3, 10);
    guard::DeviceGuardsParams params{.stop = {.damping = most, .max_effort = most}};
    params.fence.emplace();
    for (const char* name : {"one", "two", "three"}) {
      guard::FenceBox box;
      box.name.assign(name);
      box.centre.position = Vector3(5, 0, 0);
      box.half_size = Vector3(1, 1, 1);
      params.fence->boxes.push_back(box);
    }
    stages.guards = guard::DeviceGuards(params, "handle");
    fence = stages.guards.fence();
  });
  handle.tick();
  Replacement other;
  handle.side->replace(other);
  EXPECT_TRUE(fence->enabled(0) && fence->enabled(1) && fence->enabled(2));
  other.fence.emplace();
  other.fence->set(1);
  handle.side->replace(other);
  EXPECT_FALSE(fence->enabled(0));
  EXPECT_TRUE(fence->enabled(1));
  EXPECT_FALSE(fence->enabled(2));
}

TEST(ChangingSide, ASideWithoutAFenceOrFixturesHasNothingToSwitch) {
  PulledHandle handle;
  handle.tick();
  Replacement other;
  other.fence.emplace();
  other.assist = true;
  handle.side->replace(other);
  EXPECT_FALSE(handle.tick().fault);
}

// a fixture that pushes, wherever the tool is
class Pushing final : public assist::FixtureForces {
 public:
  assist::FixtureEffect at(core::Time now, const spatial::Pose& tool,
                           const spatial::Twist& twist) noexcept override {
    asked_at = now;
    place = tool;
    moves = twist;
    assist::FixtureEffect effect;
    effect.at_tool.force = Vector3(0, 2, 0);
    effect.motion = 0.5 * spatial::Matrix3::Identity();
    return effect;
  }
  core::Time asked_at;
  spatial::Pose place;
  spatial::Twist moves;
};

struct AssistedHandle : PulledHandle {
  using At = assist::AssistanceParams::At;
  explicit AssistedHandle(At at = At::leader) : AssistedHandle(at, std::make_unique<Pushing>()) {}
  Pushing* fixture;

 private:
  AssistedHandle(At at, std::unique_ptr<Pushing> forces)
      : AssistedHandle(at, forces.get(), forces) {}
  AssistedHandle(At at, Pushing* pushing, std::unique_ptr<Pushing>& forces)
      : PulledHandle([&](Stages& stages) {
          stages.sources.push_back(std::make_unique<FixtureSource>(assist::Assistance(
              assist::AssistanceParams{.at = at, .map = {}}, std::move(forces))));
        }),
        fixture(pushing) {}
};

TEST(ChangingSide, FixturesAreAskedWhereTheToolIsAndPaidByTheAccount) {
  AssistedHandle handle;
  handle.estimator->velocity = Vector3(0.01, 0.02, 0.03);
  handle.ticks(2);
  EXPECT_EQ(handle.fixture->asked_at, handle.now);
  EXPECT_TRUE(handle.fixture->place.position.isApprox(handle.side->last().tool.position, 1e-12));
  EXPECT_TRUE(handle.fixture->moves.linear.isApprox(Vector3(0.01, 0.02, 0.03), 1e-12));
  EXPECT_TRUE(handle.layer->asked.isApprox(kCounts * Vector3(4, 2, 0), 1e-9));
  // what they leave out of the hand's motion is not sent
  handle.device.state.position[0] += 0.01;
  handle.tick();
  EXPECT_NEAR(handle.endpoint.sent.position.x(), 0.005, 1e-9);
}

TEST(ChangingSide, AFixturePushesAtTheTool) {
  AssistedHandle handle;
  handle.device.state.position = Vector3(0.03, 0.01, -0.02);
  const signals::Tick& t = handle.ticks(2);
  const Vector3 push(0, 2, 0);
  EXPECT_TRUE(t.assist.wrench.torque.isApprox(t.tool.position.cross(push), 1e-9));
}

// the clutch moves the hand alone: then nothing of its way is left out
TEST(ChangingSide, FixturesLeaveAHandAloneThatIsClutched) {
  AssistedHandle handle;
  handle.ticks(2);
  handle.engagement->is = control::Engagement::clutched;
  handle.device.state.position[0] += 0.01;
  handle.tick();
  EXPECT_NEAR(handle.endpoint.sent.position.x(), 0.01, 1e-9);
}

TEST(ChangingSide, FixturesCanLookWhereThePeerIs) {
  AssistedHandle handle(AssistedHandle::At::follower);
  handle.endpoint.received.sample.position = Vector3(0.1, 0.2, 0.3);
  handle.ticks(3);
  EXPECT_TRUE(handle.fixture->place.position.isApprox(Vector3(0.1, 0.2, 0.3), 1e-9));
  handle.engagement->out.valid = false;
  handle.ticks(3);
  EXPECT_EQ(handle.side->last().assist.wrench.force, Vector3::Zero());
}

TEST(ChangingSide, WhatFixturesCostIsCountedByWhatTheAccountPaid) {
  AssistedHandle handle;
  handle.device.state.position[1] = 0.01;
  handle.ticks(2);
  EXPECT_EQ(handle.side->last().assist_energy, 0);
  handle.device.state.position[1] += 0.003;
  handle.tick();
  EXPECT_NEAR(handle.side->last().assist_energy, 2 * 0.003, 1e-9);
  handle.layer->account_report().paid = 0.25;
  handle.tick();
  handle.device.state.position[1] += 0.003;
  handle.tick();
  EXPECT_NEAR(handle.side->last().assist_energy, 1.25 * 2 * 0.003, 1e-9);
}

TEST(ChangingSide, FixturesActByTheShareOfTheEngagement) {
  AssistedHandle handle;
  handle.engagement->out.share = 0.25;
  handle.ticks(2);
  EXPECT_NEAR(handle.side->last().assist.wrench.force.y(), 0.5, 1e-9);
}

TEST(ChangingSide, FixturesAreSwitchedAndNothingElseSwitchesThem) {
  AssistedHandle handle;
  handle.ticks(2);
  Replacement other;
  handle.side->replace(other);
  handle.ticks(1000);
  EXPECT_NEAR(handle.side->last().assist.wrench.force.y(), 2, 1e-9);
  other.assist = false;
  handle.side->replace(other);
  handle.ticks(1000);
  EXPECT_EQ(handle.side->last().assist.wrench.force.y(), 0);
  EXPECT_NEAR(handle.device.commanded[1], 0, 1e-9);
}

// a scanner that speaks once, and sees a post straight ahead when there is one
class FirstScan final : public device::Scanner {
 public:
  bool read(core::Time, assist::RangeScan& scan) noexcept override {
    const bool first = !started_;
    started_ = true;
    if (first && post) {
      scan.count = assist::kTim561Beams;
      scan.ranges.fill(assist::kNothing);
      for (std::size_t beam = 400; beam <= 410; ++beam) scan.ranges[beam] = 1;
    }
    return first;
  }
  bool post = false;

 private:
  bool started_ = false;
};

TEST(ChangingSide, WhatAVehicleSeesInItsWayIsSentToTheHand) {
  FirstScan scanner;
  scanner.post = true;
  PuppetSide platform(signals::SideName::follower, "ropod", [&](Stages& stages) {
    stages.sight = std::make_unique<Sight>(SightParams{}, scanner, assist::ObstructionParams{});
  });
  const signals::Tick& t = platform.tick();
  EXPECT_NEAR(t.drive.obstruction.forward, 0.5, 1e-3);
  EXPECT_EQ(platform.layer->sent.send.obstruction, t.drive.obstruction);
  EXPECT_NEAR(platform.endpoint.sent.obstruction[0], 0.5, 1e-3);
}

TEST(ChangingSide, ADriverWhoSeesNothingAnyMoreIsBlind) {
  FirstScan scanner;
  PuppetSide platform(signals::SideName::follower, "ropod", [&](Stages& stages) {
    stages.sight =
        std::make_unique<Sight>(SightParams{.timeout = 0.1}, scanner, assist::ObstructionParams{});
  });
  platform.tick();
  EXPECT_EQ(platform.side->last().drive.scans, 1U);
  EXPECT_NE(platform.side->scan(), nullptr);
  platform.ticks(50);
  EXPECT_NEAR(platform.side->last().drive.scan_age, 0.05, 1e-9);
  EXPECT_FALSE(platform.side->last().drive.blind);
  EXPECT_TRUE(platform.coupling->in.sighted);
  platform.ticks(60);
  EXPECT_TRUE(platform.side->last().drive.blind);
  EXPECT_FALSE(platform.coupling->in.sighted);
}

TEST(ChangingSide, AnObstacleThatWasReceivedIsFeltAsTheHandleMoves) {
  PulledHandle handle([](Stages& stages) {
    stages.sources.push_back(
        std::make_unique<ObstacleSource>(assist::ObstacleForceParams{}, Vector3(0.01, 0, 0)));
  });
  handle.coupling->out.wrench = {};
  handle.estimator->velocity = Vector3(0.001, 0.002, 0.003);
  handle.device.state.position = Vector3(0.03, 0.02, 0.02);
  handle.endpoint.received.sample.obstruction = Eigen::Vector4f(0.5, 0.5, 0.5, 0.5);
  const signals::Tick& t = handle.ticks(500);
  EXPECT_NEAR(t.drive.obstruction.forward, 0.5, 1e-6);
  ASSERT_GT(t.drive.felt.force.norm(), 0.1);
  const Vector3 commanded = handle.device.commanded;
  EXPECT_TRUE(commanded.isApprox(t.drive.felt.force, 1e-9));
  // as the same stage would, given the handle's place from its origin and how it moves
  assist::ObstacleForce same({});
  assist::ObstacleForceOutput expected;
  for (int i = 0; i < 500; ++i) {
    expected = same.update({.handle = Vector3(0.02, 0.02, 0.02),
                            .velocity = Vector3(0.001, 0.002, 0.003),
                            .obstruction = t.drive.obstruction,
                            .share = 1});
  }
  EXPECT_TRUE(t.drive.felt.force.isApprox(expected.force, 1e-9));
  // apart there is nothing to feel
  handle.engagement->out.share = 0;
  handle.ticks(500);
  EXPECT_LT(handle.device.commanded.norm(), 0.1 * expected.force.norm());
}

// walls that come and go empty the store; then a damper fills it, which must know how the hand
// moves
TEST(ChangingSide, AnObstacleDampsTheHandByTheSpeedThatWasEstimated) {
  PulledHandle handle([](Stages& stages) {
    stages.sources.push_back(
        std::make_unique<ObstacleSource>(assist::ObstacleForceParams{}, Vector3::Zero()));
  });
  handle.coupling->out.wrench = {};
  assist::ObstacleForce same({});
  double damped = 0;
  for (int i = 1; i <= 3000; ++i) {
    const double phase = 2 * M_PI * i / 500;
    handle.device.state.position = 0.02 * std::sin(phase) * Vector3(1, 0, 1);
    handle.estimator->velocity = 0.02 * 4 * M_PI * std::cos(phase) * Vector3(0.9, 0, 0.9);
    handle.endpoint.received.sample.obstruction.setConstant(i / 50 % 2 == 0 ? 0.1F : 0.9F);
    const signals::Tick& t = handle.tick();
    const auto expected = same.update({.handle = t.tool.position,
                                       .velocity = t.twist.linear,
                                       .obstruction = t.drive.obstruction,
                                       .share = 1});
    ASSERT_TRUE(t.drive.felt.force.isApprox(expected.force, 1e-9)) << i;
    damped = std::max(damped, expected.damper.norm());
  }
  EXPECT_GT(damped, 0.05);
}

}  // namespace
}  // namespace tether::teleop
