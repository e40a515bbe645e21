// A six-axis spring conserves energy: the work of its wrench along a way is what its potential
// loses.
#include <fmt/format.h>

#include "tether/spatial/pose.hpp"
#include "tether/spatial/spatial_spring.hpp"

using namespace tether::spatial;

int main() {
  const SpatialSpring spring({.translation = 500 * Matrix3::Identity(),   // [N/m]
                              .orientation = 50 * Matrix3::Identity()});  // [N m/rad]
  const Pose setpoint;
  const Twist twist{{0.4, -0.2, 0.9}, {0.05, 0.02, -0.03}};  // turning and shifting away

  Pose tool;
  double work = 0;
  constexpr double kStep = 1e-4;
  for (int i = 0; i < 20'000; ++i) {
    // the wrench half-way through the step
    const Pose half = exp(0.5 * kStep * twist) * tool;
    work += kStep * power(spring.wrench(setpoint, half), twist);
    tool = exp(kStep * twist) * tool;
    if ((i + 1) % 5'000 == 0) {
      fmt::print("after {:.1f} s  stored {:7.3f} J  work of the spring {:8.3f} J\n",
                 (i + 1) * kStep, spring.potential(setpoint, tool), work);
    }
  }
}
