// Guards under attack: a side whose device and whose far side report whatever they like. What is
// commanded stays within its bounds all the same, and after a stop nothing drives.
#include <cmath>
#include <limits>
#include <optional>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/random/random_draw.hpp"
#include "tests/support/sides/puppet_device.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/assemble/assemble.hpp"
#include "tether/session/assemble/guards.hpp"
#include "tether/teleop/side.hpp"

namespace tether::session {
namespace {

using robot::JointVector;
using spatial::Vector3;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

const scenario::Scenario& scenario(scenario::GuardParams::OnStop on_stop) {
  const auto load = [](const char* how) {
    return scenario::load_scenario(
        "panda_lwr_haptic",
        {std::string("guard.on_stop=") + how, "engagement.ramp=0.05", "leader.guard.hand.ramp=0.05",
         "leader.guard.fence={boxes={wall={centre=[0.75,0,0.4],half_size=[0.2,0.5,0.5]}}}"});
  };
  static const scenario::Scenario end = load("end"), hold = load("hold");
  return on_stop == scenario::GuardParams::OnStop::end ? end : hold;
}

class HostileEndpoint final : public link::Endpoint {
 public:
  void send(core::Time, const signals::Sample& last) noexcept override { sent = last; }
  signals::Received receive(core::Time now) noexcept override {
    ++sample.sequence;
    sample.sent = now;
    return {.valid = true, .fresh = true, .arrived = 1, .epoch = 1, .sample = sample};
  }

  signals::Sample sample;
  signals::Sample sent;
};

enum class Attack {
  position_nan,
  position_infinite,
  external_nan,
  applied_infinite,
  wire_nan,
  kinetic_infinite,
  jump,
  flip,
  far_away,
  unnormalised,
  frozen,
  wire_force,
  hand_force,
  kinetic,
  energy,
  hand_gone,
  clutch,
  button
};
constexpr int kAttacks = 18;

// a side that moves about, and pulls that change all the time
class Battle {
 public:
  Battle(signals::SideName name, scenario::GuardParams::OnStop on_stop, std::uint64_t seed)
      : plan_(scenario(on_stop)),
        leads_(name == signals::SideName::leader),
        ends_(on_stop == scenario::GuardParams::OnStop::end),
        params_(leads_ ? plan_.leader.side : plan_.follower.side),
        setup_(follower_setup(plan_)),
        chain_(leads_ ? leader_chain(plan_) : setup_.chain),
        start_(leads_ ? plan_.leader.posture : setup_.start),
        device(chain_),
        side(name, device, endpoint,
             leads_ ? leader_stages(plan_, chain_) : follower_stages(plan_, setup_)),
        draw(seed) {
    device.state.position = start_;
    device.state.applied = JointVector::Zero(7);
    for (int i = 0; i < 7; ++i) {
      swing_[i] = draw.between(0.05, 0.4);
      pace_[i] = draw.between(1, 4);
    }
    endpoint.sample.method = static_cast<std::uint8_t>(plan_.passivity.method);
    endpoint.sample.engagement = static_cast<std::uint8_t>(control::Engagement::engaged);
    pull_ = Vector3(draw.between(-60, 60), draw.between(-60, 60), draw.between(-60, 60));
  }

  // one that lasts until it is called off
  void begin(Attack attack) { attack_ = attack; }
  void call_off() { attack_.reset(); }

  const signals::Tick& tick() {
    before_ = device.commanded;
    now_ += std::chrono::milliseconds(1);
    behave();
    if (attack_) strike(*attack_);
    device.state.applied = device.commanded.size() == 7 ? device.commanded : JointVector::Zero(7);
    if (attack_ == Attack::applied_infinite) device.state.applied[3] = -kInfinite;
    return side.tick(now_);
  }

  void expect_bounds_kept() {
    const signals::Tick& t = side.last();
    const JointVector& effort = device.commanded;
    ASSERT_EQ(effort.size(), 7);
    ASSERT_TRUE(effort.allFinite());
    const JointVector ratings = effort_ratings(params_, chain_);
    for (int i = 0; i < 7; ++i) ASSERT_LE(std::abs(effort[i]), ratings[i] * (1 + 1e-12));
    if (t.fault) {
      ASSERT_EQ(effort, JointVector::Zero(7));
      stopped_ = 0;
      return;
    }
    if (params_.guard.max_power) {
      ASSERT_LE(effort.dot(t.velocity), *params_.guard.max_power * (1 + 1e-9));
    }
    ASSERT_LE(t.coupling.wrench.force.norm(), *plan_.guard.max_force * (1 + 1e-9));
    // the motion that counts is that of the arm in the hand
    if ((leads_ ? t.kinetic : t.received.sample.kinetic) < *plan_.guard.max_energy) {
      ASSERT_LE(t.bounds.energy, *plan_.guard.max_energy * (1 + 1e-9));
    } else {
      ASSERT_EQ(t.bounds.energy_share, 0);
    }
    if (t.guard.stop == guard::StopReason::none && stopped_ < 0) return;
    ASSERT_NE(t.guard.stop, guard::StopReason::none) << "a stop ended by itself";
    expect_nothing_drives(t);
  }

 private:
  // What still drives a joint is being let go, as fast as the limit on the torque's rate allows; a
  // power bound that acts besides takes power away from the arm as a whole.
  void expect_nothing_drives(const signals::Tick& t) {
    const JointVector& effort = device.commanded;
    ++stopped_;
    if (ends_) {
      ASSERT_EQ(effort, JointVector::Zero(7));
      return;
    }
    for (int i = 0; i < 7 && t.guard.power == 0; ++i) {
      if (effort[i] * t.velocity[i] <= 0) continue;
      ASSERT_GT(t.guard.torque_rate, 0) << "joint " << i;
      ASSERT_LT(std::abs(effort[i]), std::abs(before_[i])) << "joint " << i;
    }
  }

  void behave() {
    const double t = core::seconds(now_);
    device.state = {};
    device.state.position = start_;
    for (int i = 0; i < 7; ++i) device.state.position[i] += swing_[i] * std::sin(pace_[i] * t);
    endpoint.sample.position = Vector3(0.1 * std::sin(t), 0, 0);
    endpoint.sample.orientation = Eigen::Quaterniond::Identity();
    endpoint.sample.force = std::sin(7 * t) * pull_;
    endpoint.sample.torque = 0.05 * std::cos(7 * t) * pull_;
    endpoint.sample.energy = 100 + 10 * t;
    endpoint.sample.kinetic = 0.1;
  }

  void strike(Attack attack) {
    signals::DeviceState& state = device.state;
    signals::Sample& sample = endpoint.sample;
    const int joint = draw.pick(7), axis = draw.pick(3);
    switch (attack) {
      case Attack::position_nan:
        state.position[joint] = kNan;
        break;
      case Attack::position_infinite:
        state.position[joint] = -kInfinite;
        break;
      case Attack::external_nan:
        (draw.bernoulli(0.5) ? state.external_at_tool.force : state.external_at_tool.torque)[axis] =
            draw.bernoulli(0.5) ? kNan : kInfinite;
        break;
      case Attack::wire_nan:
        (draw.bernoulli(0.5) ? sample.force : sample.position)[axis] = kNan;
        if (draw.bernoulli(0.5)) sample.orientation.coeffs()[axis] = kNan;
        break;
      case Attack::kinetic_infinite:
        sample.kinetic = kInfinite;
        break;
      case Attack::jump:
        state.position[joint] += draw.between(-1, 1) * std::pow(10, draw.between(-3, 1));
        break;
      case Attack::flip:
        sample.orientation = Eigen::Quaterniond(0, axis == 0, axis == 1, axis == 2);
        break;
      case Attack::far_away:
        sample.position[axis] += draw.between(-1, 1) * std::pow(10, draw.between(-2, 150));
        break;
      case Attack::unnormalised:
        sample.orientation.coeffs() *= std::pow(10, draw.between(-5, 5));
        break;
      case Attack::frozen:
        state.position = frozen_.size() == 7 ? frozen_ : frozen_ = state.position;
        break;
      case Attack::wire_force:
        sample.force *= std::pow(10, draw.between(1, 300));
        sample.torque *= std::pow(10, draw.between(1, 200));
        break;
      case Attack::hand_force:
        state.external_at_tool.force[axis] = draw.between(-1000, 1000);
        state.external_at_tool.torque[axis] = draw.between(-250, 250);
        break;
      case Attack::kinetic:
        sample.kinetic = draw.between(-1, 1) * std::pow(10, draw.between(0, 300));
        break;
      case Attack::energy:
        sample.energy = draw.between(-1, 1) * std::pow(10, draw.between(0, 300));
        break;
      case Attack::hand_gone:
        state.operator_present = false;
        break;
      case Attack::clutch:
        state.clutch = draw.bernoulli(0.5);
        break;
      case Attack::button:
        state.stop_pressed = true;
        break;
      case Attack::applied_infinite:
        break;
    }
  }

  const scenario::Scenario& plan_;
  bool leads_, ends_;
  const scenario::SideParams& params_;
  scenario::FollowerSetup setup_;
  robot::Chain chain_;
  JointVector start_;
  JointVector swing_ = JointVector::Zero(7), pace_ = JointVector::Zero(7), frozen_, before_;
  Vector3 pull_;
  std::optional<Attack> attack_;
  core::Time now_;
  int stopped_ = -1;  // for how many ticks; -1 = not

 public:
  test::PuppetDevice device;
  HostileEndpoint endpoint;
  teleop::Side side;
  test::RandomDraw draw;
};

constexpr int kWarmUp = 150;  // until both are coupled
constexpr int kTicks = 200;

// a random course of attacks
void fight(signals::SideName side, scenario::GuardParams::OnStop on_stop, std::uint64_t seed) {
  Battle battle(side, on_stop, seed);
  for (int k = 0; k < kWarmUp; ++k) {
    battle.tick();
    ASSERT_NO_FATAL_FAILURE(battle.expect_bounds_kept());
  }
  ASSERT_EQ(battle.side.last().engagement, control::Engagement::engaged);
  for (int k = 0; k < kTicks; ++k) {
    if (battle.draw.bernoulli(0.02)) battle.begin(static_cast<Attack>(battle.draw.pick(kAttacks)));
    if (battle.draw.bernoulli(0.02)) battle.call_off();
    battle.tick();
    ASSERT_NO_FATAL_FAILURE(battle.expect_bounds_kept()) << "seed " << seed << " tick " << k;
  }
}

// of both sides in turn; rapidcheck asks for a hundred times ten of them
void fight(scenario::GuardParams::OnStop on_stop, std::uint64_t seed) {
  for (std::uint64_t i = 0; i < 10; ++i) {
    ASSERT_NO_FATAL_FAILURE(fight(
        i % 2 == 0 ? signals::SideName::leader : signals::SideName::follower, on_stop, seed + i));
  }
}

RC_GTEST_PROP(GuardsUnderAttack, KeepEveryBoundWhenAStopEnds, (std::uint64_t seed)) {
  fight(scenario::GuardParams::OnStop::end, seed);
  RC_ASSERT(!::testing::Test::HasFatalFailure());
}

RC_GTEST_PROP(GuardsUnderAttack, KeepEveryBoundWhenAStopHolds, (std::uint64_t seed)) {
  fight(scenario::GuardParams::OnStop::hold, seed);
  RC_ASSERT(!::testing::Test::HasFatalFailure());
}

// the button is pressed while the fence holds the arm back, which then must not drive more
TEST(GuardsUnderAttack, DoNotMissTheFenceWhenTheyStop) {
  EXPECT_NO_FATAL_FAILURE(
      fight(signals::SideName::leader, scenario::GuardParams::OnStop::hold, 39933050786401));
}

// what must stop, and what a fault then says
struct Stopping {
  Attack attack;
  core::FaultKind kind;
  const char* stage;
};

class StopUnderAttack : public ::testing::TestWithParam<Stopping> {};

TEST_P(StopUnderAttack, LastsForThousandsOfTicksAndSaysWhy) {
  Battle battle(signals::SideName::leader, scenario::GuardParams::OnStop::end, 1);
  for (int k = 0; k < kWarmUp; ++k) battle.tick();
  battle.begin(GetParam().attack);
  core::Fault fault;
  for (int k = 0; k < kTicks && !fault; ++k) fault = battle.tick().fault;
  EXPECT_EQ(core::name(fault.kind), std::string(core::name(GetParam().kind)));
  EXPECT_STREQ(fault.stage, GetParam().stage);
  // the cause is gone at once, the stop is not
  battle.call_off();
  for (int k = 0; k < 3000; ++k) {
    battle.tick();
    ASSERT_EQ(battle.device.commanded, JointVector::Zero(7)) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(
    By, StopUnderAttack,
    ::testing::Values(
        Stopping{Attack::position_nan, core::FaultKind::non_finite, "leader device"},
        Stopping{Attack::position_infinite, core::FaultKind::non_finite, "leader device"},
        Stopping{Attack::external_nan, core::FaultKind::non_finite, "leader device"},
        Stopping{Attack::applied_infinite, core::FaultKind::non_finite, "leader device"},
        Stopping{Attack::wire_nan, core::FaultKind::non_finite, "leader link"},
        Stopping{Attack::kinetic_infinite, core::FaultKind::non_finite, "leader link"},
        Stopping{Attack::jump, core::FaultKind::joint_speed, "leader device"},
        Stopping{Attack::frozen, core::FaultKind::silence, "leader guard"},
        Stopping{Attack::hand_force, core::FaultKind::collision, "leader guard"},
        Stopping{Attack::button, core::FaultKind::emergency_stop, "leader guard"}));

TEST(GuardsUnderAttack, GoOnAfterAResetAndNotBefore) {
  for (const auto on_stop :
       {scenario::GuardParams::OnStop::end, scenario::GuardParams::OnStop::hold}) {
    Battle battle(signals::SideName::leader, on_stop, 1);
    for (int k = 0; k < kWarmUp; ++k) battle.tick();
    battle.begin(Attack::hand_force);
    for (int k = 0; k < 20; ++k) battle.tick();
    const auto reset = [&] {
      teleop::Replacement replacement{.reset_stop = true};
      battle.side.replace(replacement);
    };
    // it still presses
    reset();
    battle.tick();
    EXPECT_EQ(battle.side.last().guard.stop, guard::StopReason::collision);
    battle.call_off();
    battle.tick();
    reset();
    double step = 0;
    JointVector last = battle.device.commanded;
    for (int k = 0; k < kWarmUp; ++k) {
      battle.tick();
      step = std::max(step, (battle.device.commanded - last).cwiseAbs().maxCoeff());
      last = battle.device.commanded;
    }
    EXPECT_EQ(battle.side.last().guard.stop, guard::StopReason::none);
    EXPECT_EQ(battle.side.last().engagement, control::Engagement::engaged);
    EXPECT_GT(battle.device.commanded.norm(), 0.5);
    EXPECT_LE(step, 1.0 + 1e-9);  // what the limit on the torque's rate allows
  }
}

TEST(GuardsUnderAttack, NeverSendTheOtherSideWhatIsNoNumber) {
  Battle battle(signals::SideName::leader, scenario::GuardParams::OnStop::end, 1);
  for (int k = 0; k < kWarmUp; ++k) battle.tick();
  const std::uint32_t before = battle.endpoint.sample.sequence;
  battle.begin(Attack::position_nan);
  battle.tick();
  EXPECT_EQ(battle.endpoint.sample.sequence, before + 1);
  EXPECT_TRUE(battle.endpoint.sent.position.allFinite());
  EXPECT_TRUE(battle.endpoint.sent.orientation.coeffs().allFinite());
}

}  // namespace
}  // namespace tether::session
