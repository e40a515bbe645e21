// What counts as a force felt without a contact.
#include "tether/report/metrics/phantom_force.hpp"

#include <gtest/gtest.h>

#include "tether/scenario/scenario_file.hpp"
#include "tether/session/assemble/assemble.hpp"

namespace tether::report {
namespace {

// ticks of 1 ms; the leader's motors give `force` along x, the follower feels `contact`
class Felt {
 public:
  explicit Felt(double round_trip, const char* scenario = "omega_lwr_wall")
      : scenario_(scenario::load_scenario(scenario)),
        chain_(session::leader_chain(scenario_)),
        phantom_(scenario_),
        round_trip_(round_trip) {
    phantom_.watch(0, 1e9);
  }

  void ticks(int count, double force, double contact = 0) {
    for (int i = 0; i < count; ++i) {
      signals::Tick leader, follower;
      leader.time = follower.time = core::Time(std::chrono::milliseconds(now_++));
      leader.quality.known = true;
      leader.quality.round_trip = round_trip_;
      leader.measured.position = robot::JointVector::Zero(chain_.joint_count);
      leader.measured.applied = robot::JointVector::Zero(chain_.joint_count);
      leader.measured.applied[0] = force;
      follower.measured.external_at_tool.force.x() = contact;
      phantom_.update(leader, follower);
    }
  }
  std::optional<double> mean() const { return phantom_.mean(0); }

 private:
  scenario::Scenario scenario_;
  robot::Chain chain_;
  PhantomForce phantom_;
  double round_trip_;
  int now_ = 0;
};

TEST(PhantomForce, IsWhatTheMotorsGiveWhileNothingIsTouched) {
  Felt felt(0);
  felt.ticks(100, 2);
  felt.ticks(100, 4);
  EXPECT_NEAR(*felt.mean(), 3, 0.02);
}

TEST(PhantomForce, LeavesOutARoundTripBeforeAndAfterEveryContact) {
  Felt felt(0.1);
  felt.ticks(500, 1);      // of these the last 100 ms are too near to the contact
  felt.ticks(100, 9, -6);  // touching
  felt.ticks(100, 9);      // still on its way to the hand
  felt.ticks(400, 2);
  EXPECT_NEAR(*felt.mean(), 1.5, 0.01);
}

TEST(PhantomForce, IsNotMeasuredWhenSomethingIsTouchedAllTheTime) {
  Felt felt(0.05);
  for (int i = 0; i < 20; ++i) {
    felt.ticks(40, 3);
    felt.ticks(10, 3, 1);
  }
  EXPECT_FALSE(felt.mean().has_value() && *felt.mean() > 3.01);
  Felt always(0);
  always.ticks(100, 3, 1);
  EXPECT_FALSE(always.mean());
}

TEST(PhantomForce, IsNoneOfAHandThatTouchesASimulation) {
  Felt felt(0, "panda_pendulum");
  felt.ticks(100, 3);
  EXPECT_FALSE(felt.mean());
}

// an arm: the force at its tool that holds the joint efforts
TEST(PhantomForce, OfAnArmIsTheForceAtItsTool) {
  const auto scenario = scenario::load_scenario("panda_lwr_haptic");
  const robot::Chain chain = session::leader_chain(scenario);
  robot::ChainState state;
  robot::JointVector q(7);
  q << 0.1, -0.4, 0.2, -2.0, 0.1, 1.7, 0.7;
  robot::jacobian(chain, q, state);
  PhantomForce phantom(scenario);
  phantom.watch(0, 1);
  const auto wrench =
      spatial::Wrench::from_point({0.3, -0.1, 0.2}, {1, 2, -2}, state.tool.position);
  signals::Tick leader;
  leader.measured.position = q;
  leader.measured.applied = robot::joint_efforts(state.jacobian, wrench);
  phantom.update(leader, signals::Tick{});
  EXPECT_NEAR(*phantom.mean(0), 3, 1e-6);
}

}  // namespace
}  // namespace tether::report
