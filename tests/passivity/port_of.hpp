// Ports as the tests of the passivity layers need them: sliding axes of one mass, no outside force.
#pragma once

#include <initializer_list>

#include "tether/passivity/port_motion.hpp"

namespace tether::passivity {

inline robot::JointVector joints(std::initializer_list<double> values) {
  robot::JointVector v(static_cast<Eigen::Index>(values.size()));
  Eigen::Index i = 0;
  for (const double x : values) v[i++] = x;
  return v;
}

// axes x, y, z of a handle of `mass` [kg]
inline Port port_at(const robot::JointVector& position, const robot::JointVector& velocity,
                    const robot::JointVector& applied, double mass = 0.25) {
  const auto n = position.size();
  Port port;
  port.position = position;
  port.velocity = velocity;
  port.applied = applied;
  port.jacobian = robot::Jacobian::Zero(6, n);
  port.jacobian.middleRows(3, n).setIdentity();
  port.inertia = mass * robot::JointMatrix::Identity(n, n);
  return port;
}

// read and commanded at every tick of a millisecond; no outside force is allowed for, so that the
// numbers can be worked by hand
inline constexpr PortMotionParams kDirect{.tick = 1e-3, .window = 1e-3, .outside_force = 0};
// commands wait for an interface of 500 Hz
inline constexpr PortMotionParams kWaiting{.tick = 1e-3, .window = 4e-3, .outside_force = 0};

}  // namespace tether::passivity
