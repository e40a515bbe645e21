// What a sample says must come across a link unchanged; numbering and echo are the link's own.
#pragma once

#include <gtest/gtest.h>

#include "tether/link/link.hpp"

namespace tether::test {

inline void expect_same_content(const signals::Sample& came, const signals::Sample& sent) {
  EXPECT_EQ(came.position, sent.position);
  EXPECT_EQ(came.orientation.coeffs(), sent.orientation.coeffs());
  EXPECT_EQ(came.torque, sent.torque);
  EXPECT_EQ(came.force, sent.force);
  EXPECT_EQ(came.energy, sent.energy);
  EXPECT_EQ(came.wave, sent.wave);
  EXPECT_EQ(came.kinetic, sent.kinetic);
  EXPECT_EQ(came.angular, sent.angular);
  EXPECT_EQ(came.linear, sent.linear);
  EXPECT_EQ(came.external_torque, sent.external_torque);
  EXPECT_EQ(came.external_force, sent.external_force);
  EXPECT_EQ(came.obstruction, sent.obstruction);
  EXPECT_EQ(came.angular_acceleration, sent.angular_acceleration);
  EXPECT_EQ(came.linear_acceleration, sent.linear_acceleration);
  EXPECT_EQ(came.wall, sent.wall);
  EXPECT_EQ(came.wall_generation, sent.wall_generation);
  EXPECT_EQ(came.wall_normal, sent.wall_normal);
  EXPECT_EQ(came.wall_point, sent.wall_point);
  EXPECT_EQ(came.wall_figures, sent.wall_figures);
  EXPECT_EQ(came.coupling, sent.coupling);
  EXPECT_EQ(came.method, sent.method);
  EXPECT_EQ(came.engagement, sent.engagement);
}

}  // namespace tether::test
