// What an account is shown and pays for at a tool: a handle of one kilogram along one axis.
#include "tether/teleop/tool_port.hpp"

#include <gtest/gtest.h>

#include "tests/support/allocation_counter.hpp"
#include "tether/passivity/methods/set_position.hpp"

namespace tether::teleop {
namespace {

using robot::JointVector;

JointVector one(double value) { return JointVector::Constant(1, value); }

class ToolPortTest : public testing::Test {
 protected:
  static passivity::RefundParams refunds(bool measured) {
    return {.coulomb = one(2), .viscous = one(0), .measured = measured};
  }
  void use(bool measured, double power_scale = 1) {
    port_ =
        std::make_unique<ToolPort>(JointPortParams{.power_scale = power_scale}, refunds(measured));
  }

  // a millimetre further, with these efforts over it
  passivity::Port moved(double applied, double outside, bool excluded = false) {
    tick_.measured.position = one(1e-3 * ticks_);
    tick_.measured.applied = one(applied);
    tick_.rate = tick_.velocity = one(ticks_ > 0 ? 1 : 0);
    tick_.outside.path = JointVector::Zero(6);
    tick_.outside.path[5] = 1e-3 * ticks_;
    tick_.outside.effort = JointVector::Zero(6);
    tick_.outside.effort[5] = -outside;
    tick_.damping = {};
    ++ticks_;
    return port_->measure(state_, excluded, tick_);
  }
  // the account of these ports, with so much in it
  void open(const passivity::Port& port, double level) {
    layer_.take_over({passivity::PortMotion(kMotion), {}});
    passivity::Port filled = port;
    filled.refund = level;
    layer_.receive(filled, {});
  }
  JointVector decide(const passivity::Port& port, double asked, double own, bool counts = true) {
    tick_.own = one(own);
    return port_->decide({layer_, port, counts}, {}, one(asked), tick_).effort;
  }

  static constexpr passivity::PortMotionParams kMotion{.outside_force = 0};
  robot::ChainState state_ = [] {
    robot::ChainState state;
    state.mass_matrix = robot::JointMatrix::Identity(1, 1);
    state.jacobian = robot::Jacobian::Zero(6, 1);
    state.jacobian(5, 0) = 1;
    return state;
  }();
  std::unique_ptr<ToolPort> port_ = std::make_unique<ToolPort>(JointPortParams{}, refunds(true));
  passivity::SetPosition layer_{{}, passivity::Role::leader, kMotion};
  signals::Tick tick_;
  int ticks_ = 0;
};

TEST_F(ToolPortTest, ShowsTheAccountMotorsAndJointsAndRefundsWhatTheDeviceLost) {
  moved(0, 0);
  EXPECT_EQ(moved(2, 0).refund, 0);
  const passivity::Port port = moved(1.5, 0.5);
  EXPECT_EQ(port.position, tick_.measured.position);
  EXPECT_EQ(port.applied, one(1.5));
  EXPECT_NEAR(port.refund, 2e-3, 1e-15);
  EXPECT_NEAR(tick_.outside.refunded, 2e-3, 1e-15);
  EXPECT_TRUE(tick_.outside.counts);
}

TEST_F(ToolPortTest, RefundsInTheMeasureOfTheAccount) {
  use(true, 0.25);
  moved(0, 0);
  moved(2, 0);
  EXPECT_NEAR(moved(2, 0).refund, 0.25 * 2e-3, 1e-15);
  EXPECT_NEAR(tick_.outside.refunded, 2e-3, 1e-15);
}

TEST_F(ToolPortTest, CountsMotorsAndRefundsWhereTheWrenchIsNotMeasured) {
  use(false);
  moved(0, 0);
  EXPECT_NEAR(moved(0, 50).refund, 0.7 * 2e-3, 1e-15);
  EXPECT_FALSE(tick_.outside.counts);
  const passivity::PortView view = signals::port_of(tick_);
  EXPECT_EQ(&view.position, &tick_.measured.position);
  EXPECT_NEAR(view.refunded, 0.7 * 2e-3, 1e-15);
}

TEST_F(ToolPortTest, IsCountedWhereTheWrenchIs) {
  tick_.outside.uncertain = 0.3;
  moved(0, 0);
  const passivity::PortView view = signals::port_of(tick_);
  EXPECT_EQ(&view.position, &tick_.outside.path);
  EXPECT_EQ(&view.applied, &tick_.outside.effort);
  EXPECT_EQ(view.uncertain, 0.3);
  EXPECT_EQ(view.refunded, 0);
}

TEST_F(ToolPortTest, RefundsNothingWhileItIsExcludedNorAfterwardsForThen) {
  moved(0, 0);
  for (int k = 0; k < 5; ++k) {
    const passivity::Port port = moved(2, 0, true);
    EXPECT_EQ(port.refund, 0);
    EXPECT_TRUE(port.applied.isZero(0));
  }
  double refunded = 0;
  for (int k = 0; k < 5; ++k) refunded += moved(0, 0).refund;
  EXPECT_NEAR(refunded, 2e-3, 1e-15);
  EXPECT_NEAR(tick_.outside.refunded, 2e-3, 1e-15);
}

TEST_F(ToolPortTest, LetsWhatTheMachinePaysForPassBesideAnEmptyAccount) {
  moved(0, 0);
  const passivity::Port port = moved(0, 0);
  open(port, 0);
  EXPECT_EQ(decide(port, 5, 3), one(3));
  EXPECT_EQ(tick_.energy.held_back, 2);
  EXPECT_EQ(port_->pay({layer_, port}, one(5), tick_), one(3));
  EXPECT_TRUE(port_->covers({layer_, port}, one(3)));
  EXPECT_FALSE(port_->covers({layer_, port}, one(5)));
}

TEST_F(ToolPortTest, LetsItPassNoMoreOnceItHasOverdrawnTheAccount) {
  moved(0, 0);
  const passivity::Port port = moved(0, 0);
  open(port, -0.25e-3);
  EXPECT_NEAR(decide(port, 5, 3)[0], 1.5, 1e-9);
  EXPECT_NEAR(port_->pay({layer_, port}, one(5), tick_)[0], 1.5, 1e-9);
  open(port, -1e-3);
  EXPECT_EQ(decide(port, 5, 3), one(0));
  // without a method the account is kept for the record only
  EXPECT_EQ(decide(port, 5, 3, false), one(3));
}

TEST_F(ToolPortTest, NeedsNoHeap) {
  moved(0, 0);
  const passivity::Port first = moved(0, 0);
  open(first, 0.1);
  const test::AllocationCounter counter;
  for (int k = 0; k < 100; ++k) {
    const passivity::Port port = moved(1, 1);
    layer_.receive(port, {});
    decide(port, 5, 3);
    port_->pay({layer_, port}, one(1), tick_);
    port_->covers({layer_, port}, one(1));
  }
  EXPECT_EQ(counter.allocations(), 0);
}

}  // namespace
}  // namespace tether::teleop
