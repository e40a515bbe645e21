// A tool on three slides with a mass of 2 kg, whose joints are its coordinates, for a geofence to
// act on; and boxes of any kind.
#pragma once

#include "tests/support/random/random_draw.hpp"
#include "tests/support/random/random_vector.hpp"
#include "tether/guard/fence/geofence.hpp"

namespace tether::guard::test {

using robot::JointVector;
using spatial::Vector3;
using tether::test::any_vector;
using tether::test::RandomDraw;

struct Slides {
  JointVector position = JointVector::Zero(3);
  JointVector velocity = JointVector::Zero(3);
  JointVector rate = JointVector::Zero(3);
  robot::JointMatrix inertia = 2 * robot::JointMatrix::Identity(3, 3);
  robot::Jacobian jacobian = robot::Jacobian::Zero(6, 3);
  spatial::Pose tool;
  spatial::Twist twist;

  explicit Slides(const Vector3& place) {
    jacobian.bottomRows<3>().setIdentity();
    move_to(place);
  }
  void move_to(const Vector3& place) {
    position = place;
    tool.position = place;
  }
  void move_with(const Vector3& speed) {
    velocity = speed;
    rate = speed;
    twist.linear = speed;
  }
  // what a fence makes of an effort
  Geofence::Out meet(Geofence& fence, const JointVector& effort) const {
    robot::InertiaFactor factor;
    factor.update(inertia);
    return fence.update({position, velocity, rate, inertia, jacobian, tool, twist}, factor, effort);
  }
  Geofence::Out meet(Geofence& fence) const { return meet(fence, JointVector::Zero(rate.size())); }
};

constexpr int kRamp = 300;  // ticks

// until what was switched on is in force
inline void settle(Geofence& fence, const Slides& device) {
  for (int i = 0; i < kRamp; ++i) device.meet(fence);
}

inline FenceBox any_box(RandomDraw& draw) {
  FenceBox box;
  box.centre = {spatial::exp_rotation(any_vector(draw, 2)), any_vector(draw, 0.2)};
  box.half_size = Vector3::Constant(0.05) + any_vector(draw, 0.04);
  return box;
}

// half a metre of wall below z = 0
inline FenceBox floor_box() {
  FenceBox box;
  box.name.assign("floor");
  box.centre.position = {0, 0, -0.25};
  box.half_size = {0.5, 0.5, 0.25};
  return box;
}

}  // namespace tether::guard::test
