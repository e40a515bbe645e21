#include <gtest/gtest.h>

#include "tether/passivity/monitor.hpp"

namespace tether::passivity {
namespace {

// one axis: where it is, what acted since, and the counters of the link
class OneSide {
 public:
  void tick(double x, double applied, double received, double sent, bool voided = false) {
    const robot::JointVector position = robot::JointVector::Constant(1, x);
    const robot::JointVector effort = robot::JointVector::Constant(1, applied);
    const robot::JointVector nothing;  // is known of the other side's port
    monitor.update(now += std::chrono::milliseconds(1), {nothing, nothing, false},
                   {position, effort, voided}, received - sent);
  }
  Verdict verdict(bool guaranteed = true) const { return monitor.certificate(guaranteed).verdict; }

  Monitor monitor;
  core::Time now;
};

TEST(MonitorOfOneSide, IsContentWithADeviceThatIsGivenWhatTheLinkBrought) {
  OneSide side;
  side.tick(0, 0, 0.5, 0);
  side.tick(0.1, 4, 0.5, 0.1);  // 0.4 J to the device, 0.1 J promised on
  EXPECT_EQ(side.verdict(), Verdict::passive);
  EXPECT_NEAR(side.monitor.certificate(true).final_j, 0, 1e-12);
  EXPECT_NEAR(side.monitor.certificate(true).follower_j, -0.4, 1e-12);
}

TEST(MonitorOfOneSide, SeesADeviceThatIsGivenMoreThanTheLinkBrought) {
  OneSide side;
  side.tick(0, 0, 0.3, 0);
  side.tick(0.1, 4, 0.3, 0);
  EXPECT_EQ(side.verdict(), Verdict::violated);
  EXPECT_NEAR(*side.monitor.certificate(true).first_violation_s, 0.002, 1e-12);
  EXPECT_NEAR(side.monitor.certificate(true).margin_j, -0.1, 1e-12);
}

TEST(MonitorOfOneSide, SeesAPromiseOfWhatIsNotThere) {
  OneSide side;
  side.tick(0, 0, 0, 0.002);
  EXPECT_EQ(side.verdict(), Verdict::violated);
}

TEST(MonitorOfOneSide, GuaranteesNothingWithoutAMethodOrBehindALimit) {
  OneSide side;
  side.tick(0, 0, 0, 0);
  EXPECT_EQ(side.verdict(false), Verdict::not_guaranteed);
  side.tick(0, 0, 0, 0, true);
  const Certificate c = side.monitor.certificate(true);
  EXPECT_EQ(c.verdict, Verdict::not_guaranteed);
  ASSERT_EQ(c.voided_by.size(), 1);
  EXPECT_EQ(c.voided_by[0], "follower limit or guard, first at 0.002 s");
}

}  // namespace
}  // namespace tether::passivity
