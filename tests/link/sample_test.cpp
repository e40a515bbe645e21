#include <gtest/gtest.h>

#include "tether/link/link.hpp"

namespace tether::link {
namespace {

TEST(Sample, CarriesSignalsThereAndBackWithinRounding) {
  passivity::Message message;
  control::PortSignals& signals = message.signals;
  signals.pose.rotation = spatial::exp_rotation(spatial::Vector3(0.3, -1.2, 0.7));
  signals.pose.position = {0.1, 0.2, 0.3};
  signals.wrench = {{1, 2, 3}, {4, 5, 6}};
  signals.obstruction = {0.25, 0.5, 0.75, 1};
  signals.acceleration = {{0.5, -1, 2}, {4, -8, 0.25}};
  signals.plane = {.slot = 2,
                   .generation = 3,
                   .normal = {0, 0.6, -0.8},
                   .point = {0.5, 0.25, 1},
                   .stiffness = 512,
                   .extent = 0.125,
                   .uncertainty = 0.0625};
  message.energy = 0.7;
  message.wave = {7, 8, 9};
  const auto all = signals::unpack(signals::pack(core::Time(core::Duration(5)), message));
  const control::PortSignals& back = all.signals;
  EXPECT_EQ(all.energy, message.energy);
  EXPECT_EQ(all.wave, message.wave);
  EXPECT_LT((back.pose.rotation - signals.pose.rotation).norm(), 1e-14);
  EXPECT_EQ(back.pose.position, signals.pose.position);
  EXPECT_EQ(back.wrench.force, signals.wrench.force);
  EXPECT_EQ(back.wrench.torque, signals.wrench.torque);
  EXPECT_EQ(back.obstruction, signals.obstruction);
  EXPECT_EQ(back.acceleration.vector(), signals.acceleration.vector());
  EXPECT_EQ(back.plane.slot, signals.plane.slot);
  EXPECT_EQ(back.plane.generation, signals.plane.generation);
  // a normal has no more figures than single precision, and is of length 1 in double precision
  EXPECT_LT((back.plane.normal - signals.plane.normal).norm(), 1e-7);
  EXPECT_NEAR(back.plane.normal.norm(), 1, 1e-15);
  EXPECT_EQ(back.plane.point, signals.plane.point);
  EXPECT_EQ(back.plane.stiffness, signals.plane.stiffness);
  EXPECT_EQ(back.plane.extent, signals.plane.extent);
  EXPECT_EQ(back.plane.uncertainty, signals.plane.uncertainty);
}

}  // namespace
}  // namespace tether::link
