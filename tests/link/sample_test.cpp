#include <gtest/gtest.h>

#include "tether/link/link.hpp"

namespace tether::link {
namespace {

TEST(Sample, CarriesSignalsThereAndBackWithinRounding) {
  control::PortSignals signals;
  signals.pose.rotation = spatial::exp_rotation(spatial::Vector3(0.3, -1.2, 0.7));
  signals.pose.position = {0.1, 0.2, 0.3};
  signals.wrench = {{1, 2, 3}, {4, 5, 6}};
  const auto back = unpack(pack(core::Time(core::Duration(5)), signals));
  EXPECT_LT((back.pose.rotation - signals.pose.rotation).norm(), 1e-14);
  EXPECT_EQ(back.pose.position, signals.pose.position);
  EXPECT_EQ(back.wrench.force, signals.wrench.force);
  EXPECT_EQ(back.wrench.torque, signals.wrench.torque);
}

}  // namespace
}  // namespace tether::link
