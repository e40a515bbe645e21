// What an account at a tool is refunded without a wrench, against what simulated devices really
// lose, sticking and creeping joints included.
#include <algorithm>

#include <gtest/gtest.h>

#include "tether/passivity/refund.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/virtual_session.hpp"

namespace tether::session {
namespace {

class Losses {
 public:
  explicit Losses(const robot::Chain& chain)
      : refund_({.coulomb = robot::coulomb_friction(chain),
                 .viscous = robot::viscous_friction(chain),
                 .measured = false}) {}

  void update(const signals::Tick& tick) {
    if (position_.size() == 0) position_ = tick.measured.position;
    refunded_ += refund_.update({.moved = tick.measured.position - position_, .rate = tick.rate});
    position_ = tick.measured.position;
    const signals::OutsideTick& outside = tick.outside;
    lost_ = outside.taken_in - outside.taken_in_at_motors - outside.kinetic;
    ahead_ = std::max(ahead_, refunded_ - lost_);
  }
  double refunded() const { return refunded_; }
  double lost() const { return lost_; }
  double ahead() const { return ahead_; }

 private:
  passivity::Refund refund_;
  robot::JointVector position_;
  double refunded_ = 0, lost_ = 0, ahead_ = 0;
};

void expect_less_than_is_lost(const std::vector<std::string>& overrides) {
  const scenario::Scenario scenario = scenario::load_scenario("omega_lwr_wall_document", overrides);
  VirtualSession session(scenario);
  Losses leader(leader_chain(scenario)), follower(session.setup().chain);
  while (!session.finished()) {
    session.tick();
    leader.update(session.leader());
    follower.update(session.follower());
    session.advance();
  }
  for (const Losses& each : {leader, follower}) {
    EXPECT_LT(each.ahead(), 1e-3);
    // and not because next to nothing is certain
    EXPECT_GT(each.refunded(), 0.3 * each.lost());
    EXPECT_GT(each.refunded(), 0.1);
  }
}

TEST(SureFriction, IsLessThanWhatDevicesLoseThatMoveAndTouch) {
  expect_less_than_is_lost({"coupling.reflect=measured"});
}

TEST(SureFriction, IsLessThanWhatCreepingDevicesLose) {
  expect_less_than_is_lost(
      {"coupling.reflect=measured", "coupling.translation_stiffness=100", "link.delay=0.3"});
}

}  // namespace
}  // namespace tether::session
