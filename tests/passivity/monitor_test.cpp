#include "tether/passivity/monitor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/passivity/port_of.hpp"

namespace tether::passivity {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// the leader's device gives `leader` [J] in this tick and the follower's `follower`, both over 1 mm
class MonitorFed : public testing::Test {
 protected:
  MonitorFed() { tick(0, 0); }

  void tick(double leader, double follower, bool leader_voided = false,
            bool follower_voided = false) {
    x_ += 1e-3;
    const auto position = joints({x_});
    monitor.update(core::Time(std::chrono::milliseconds(ticks_++)),
                   {position, joints({-leader / 1e-3}), leader_voided},
                   {position, joints({-follower / 1e-3}), follower_voided});
  }

  Monitor monitor;

 private:
  double x_ = 0;
  int ticks_ = 0;
};

TEST_F(MonitorFed, IsPassiveWhileThePortsTogetherTookInMoreThanTheyGave) {
  tick(0.5, 0);
  tick(0, -0.3);
  tick(-0.1, 0);
  const auto c = monitor.certificate(true);
  EXPECT_EQ(c.verdict, Verdict::passive);
  EXPECT_NEAR(c.margin_j, 0.1, 1e-12);
  EXPECT_NEAR(c.final_j, 0.1, 1e-12);
  EXPECT_NEAR(c.leader_j, 0.4, 1e-12);
  EXPECT_NEAR(c.follower_j, -0.3, 1e-12);
  EXPECT_FALSE(c.first_violation_s.has_value());
  EXPECT_THAT(c.voided_by, IsEmpty());
}

TEST_F(MonitorFed, SaysWhenTheSumFirstFellBelowTheTolerance) {
  tick(0.1, 0);
  tick(0, -0.1005);  // within the tolerance
  tick(0, -0.001);   // at 3 ms
  tick(0, -0.1);
  tick(1, 0);
  const auto c = monitor.certificate(true);
  EXPECT_EQ(c.verdict, Verdict::violated);
  EXPECT_DOUBLE_EQ(c.first_violation_s.value(), 0.003);
  EXPECT_NEAR(c.margin_j, -0.1015, 1e-12);
  EXPECT_NEAR(c.final_j, 0.8985, 1e-12);
}

TEST_F(MonitorFed, ToleratesOneMillijoule) {
  tick(0, -0.99e-3);
  EXPECT_EQ(monitor.certificate(true).verdict, Verdict::passive);
  EXPECT_EQ(monitor.certificate(true).tolerance_j, 1e-3);
  tick(0, -0.02e-3);
  EXPECT_EQ(monitor.certificate(true).verdict, Verdict::violated);
}

TEST_F(MonitorFed, GuaranteesNothingWithoutAMethod) {
  tick(0.1, 0.1);
  const auto c = monitor.certificate(false);
  EXPECT_EQ(c.verdict, Verdict::not_guaranteed);
  EXPECT_THAT(c.voided_by, ElementsAre("no passivity method"));
}

TEST_F(MonitorFed, GuaranteesNothingOnceALimitCutOffWhatTheProofCountsOn) {
  tick(0.1, 0);
  tick(0.1, 0, false, true);
  tick(0.1, 0, true, true);
  const auto c = monitor.certificate(true);
  EXPECT_EQ(c.verdict, Verdict::not_guaranteed);
  EXPECT_THAT(c.voided_by, ElementsAre("leader limit or guard, first at 0.003 s",
                                       "follower limit or guard, first at 0.002 s"));
}

TEST_F(MonitorFed, CallsAViolationOneEvenWhenNothingWasPromised) {
  tick(0, -0.1);
  EXPECT_EQ(monitor.certificate(false).verdict, Verdict::violated);
}

TEST_F(MonitorFed, TakesItsMarginFromTheEndOfTheFirstChargeOn) {
  EXPECT_EQ(monitor.certificate(true).margin_j, 0);
  tick(0.25, 0);
  tick(0.15, 0);
  // nothing was given out yet: all of it is left
  EXPECT_NEAR(monitor.certificate(true).margin_j, 0.4, 1e-12);
  tick(0, -0.3);
  tick(0.5, 0);
  EXPECT_NEAR(monitor.certificate(true).margin_j, 0.1, 1e-12);
  EXPECT_EQ(monitor.certificate(true).least_j, 0);
  tick(0, -0.56);
  EXPECT_NEAR(monitor.certificate(true).margin_j, 0.04, 1e-12);
}

TEST_F(MonitorFed, DoesNotTakeAFallWithinTheToleranceForTheEndOfTheFirstCharge) {
  tick(0.5e-3, 0);
  tick(0, -0.9e-3);
  tick(0.2, 0);
  tick(0, -0.1);
  const auto c = monitor.certificate(true);
  EXPECT_NEAR(c.margin_j, 0.0996, 1e-12);
  EXPECT_NEAR(c.least_j, -0.4e-3, 1e-12);
}

TEST_F(MonitorFed, AllowsForWhatIsInStoreAndSaysSo) {
  monitor = Monitor(0.6);
  tick(0, 0);
  tick(0, -0.6005);
  EXPECT_EQ(monitor.certificate(true).verdict, Verdict::passive);
  EXPECT_EQ(monitor.certificate(true).stored_j, 0.6);
  EXPECT_EQ(monitor.certificate(true).tolerance_j, 1e-3);
  tick(0, -0.001);
  EXPECT_EQ(monitor.certificate(true).verdict, Verdict::violated);
  EXPECT_NEAR(monitor.certificate(true).least_j, -0.6015, 1e-12);
}

// a port of which a sensor's error may hide so much by now, scaled
PortView uncertain_port(const robot::JointVector& position, const robot::JointVector& effort,
                        double uncertain, double scale = 1) {
  return {position, effort, false, scale, uncertain};
}

TEST(MonitorOfMeasuredWrenches, ToleratesWhatTheirErrorsMayHideByThen) {
  Monitor monitor;
  const auto at = joints({0}), further = joints({1}), none = joints({0}), gives = joints({0.3});
  monitor.update(core::Time{}, uncertain_port(at, none, 0), uncertain_port(at, none, 0));
  monitor.update(core::Time{}, uncertain_port(further, gives, 0.2),
                 uncertain_port(further, none, 0.2, 0.5));
  Certificate c = monitor.certificate(true);
  EXPECT_EQ(c.verdict, Verdict::passive);
  EXPECT_NEAR(c.uncertain_j, 0.3, 1e-15);
  EXPECT_NEAR(c.tolerance_j, 0.301, 1e-15);
  EXPECT_NEAR(c.least_j, -0.3, 1e-15);
  // what they may hide later excuses nothing
  monitor.update(core::Time{}, uncertain_port(further + at, gives, 0.2),
                 uncertain_port(further, none, 0.2, 0.5));
  monitor.update(core::Time{}, uncertain_port(further + joints({0.1}), gives, 0.2),
                 uncertain_port(further, none, 0.2, 0.5));
  monitor.update(core::Time{}, uncertain_port(further + joints({0.1}), none, 2),
                 uncertain_port(further, none, 2, 0.5));
  c = monitor.certificate(true);
  EXPECT_EQ(c.verdict, Verdict::violated);
}

TEST(MonitorOfMeasuredWrenches, CountsRefundsWhereMotorsAreCounted) {
  Ledger ledger;
  const auto at = joints({0}), further = joints({1}), gives = joints({2});
  ledger.update({.position = at, .applied = gives, .voided = false, .refunded = 5});
  EXPECT_EQ(ledger.absorbed(), 0);
  ledger.update(
      {.position = further, .applied = gives, .voided = false, .scale = 0.5, .refunded = 8});
  EXPECT_EQ(ledger.absorbed(), 0.5 * (3 - 2));
}

TEST_F(MonitorFed, StartsItsLedgersAtTheFirstPosition) {
  Ledger ledger;
  const auto promise = [&](double position, double applied, double scale) {
    ledger.update({joints({position}), joints({applied}), false, scale});
  };
  promise(5, 100, 1);
  EXPECT_EQ(ledger.absorbed(), 0);
  promise(6, -2, 1);
  EXPECT_EQ(ledger.absorbed(), 2);
  // a port whose energy counts half
  promise(8, -3, 0.5);
  EXPECT_EQ(ledger.absorbed(), 5);
}

TEST(Verdict, HasTheNamesOfTheSummary) {
  EXPECT_STREQ(name(Verdict::passive), "passive");
  EXPECT_STREQ(name(Verdict::violated), "violated");
  EXPECT_STREQ(name(Verdict::not_guaranteed), "not_guaranteed");
}

}  // namespace
}  // namespace tether::passivity
