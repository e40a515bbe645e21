// Arms for guards to be tested on: any inertia, any Jacobian, any motion, all from one seed.
#pragma once

#include <array>
#include <cmath>

#include <rapidcheck.h>

#include "tests/support/random/not_finite.hpp"
#include "tests/support/random/random_draw.hpp"
#include "tether/guard/device_view.hpp"
#include "tether/robot/inertia_factor.hpp"

namespace tether::guard::test {

using robot::JointVector;
using tether::test::kInfinity;
using tether::test::kNaN;
using tether::test::RandomDraw;

inline constexpr double kTick = 1e-3;  // [s]

// finite, of any size that a double can have, zeros of both signs too
inline double any_number(RandomDraw& draw) {
  constexpr std::array kOdd{0.0, -0.0, 1e-300, -1e-300, 1e300, -1e300, 1e9, -1e9};
  if (draw.bernoulli(0.1)) return kOdd.at(static_cast<std::size_t>(draw.pick(8)));
  return std::copysign(std::pow(10.0, draw.between(-6, 6)), draw.between(-1, 1));
}

inline double not_finite(RandomDraw& draw) {
  constexpr std::array kOdd{kNaN, kInfinity, -kInfinity};
  return kOdd.at(static_cast<std::size_t>(draw.pick(3)));
}

template <typename Draw>
JointVector joints(int n, Draw draw) {
  JointVector x(n);
  for (int i = 0; i < n; ++i) x[i] = draw();
  return x;
}

inline JointVector joints_within(RandomDraw& draw, int n, double bound) {
  return joints(n, [&] { return draw.between(-bound, bound); });
}

inline spatial::Vector3 vector_within(RandomDraw& draw, double bound) {
  return {draw.between(-bound, bound), draw.between(-bound, bound), draw.between(-bound, bound)};
}

// everything that a view refers to
struct RandomArm {
  explicit RandomArm(RandomDraw& draw) : n(1 + draw.pick(robot::kMaxJoints)) {
    position = joints_within(draw, n, 3);
    velocity = joints_within(draw, n, 2);
    rate = velocity + joints_within(draw, n, 0.1);
    // inertias as different as those of shoulder and wrist, with strong coupling
    robot::JointMatrix root(n, n);
    for (int i = 0; i < n; ++i) root.col(i) = joints_within(draw, n, 1);
    inertia = root * root.transpose();
    const JointVector scale = joints(n, [&] { return std::pow(10.0, draw.between(-1, 0.2)); });
    inertia.diagonal().array() += 0.05;
    inertia = scale.asDiagonal() * inertia * scale.asDiagonal();
    jacobian.resize(6, n);
    for (int i = 0; i < n; ++i) {
      jacobian.col(i) << vector_within(draw, 1), vector_within(draw, 1);
    }
    tool.position = vector_within(draw, 0.8);
    see();
  }
  // what follows from the other fields
  void see() {
    twist = spatial::Twist::from_vector(jacobian * velocity);
    factor.update(inertia);
  }
  DeviceView view() const { return {position, velocity, rate, inertia, jacobian, tool, twist}; }

  int n;
  JointVector position, velocity, rate;
  robot::JointMatrix inertia;
  robot::Jacobian jacobian;
  spatial::Pose tool;
  spatial::Twist twist;
  robot::InertiaFactor factor;
};

// One number is not finite, of the effort, of the inertia, or one that `spoil(arm, joint, value,
// draw)` replaces: nothing of the effort `update(arm, effort)` may pass, and the stage says so.
template <class Spoil, class Update>
void expect_refusal_of_what_is_not_finite(std::uint64_t seed, Spoil spoil, Update update) {
  RandomDraw draw(seed);
  for (int k = 0; k < 50; ++k) {
    RandomArm arm(draw);
    JointVector effort = JointVector::Ones(arm.n);
    const int joint = draw.pick(arm.n);
    const int where = draw.pick(4);
    const double value = not_finite(draw);
    if (where == 0) {
      effort[joint] = value;
    } else if (where == 1) {
      arm.inertia(joint, joint) = value;
    } else {
      spoil(arm, joint, value, draw);
    }
    arm.see();
    const Guarded out = update(arm, effort);
    RC_ASSERT(out.refused);
    RC_ASSERT(out.effort.isZero(0));
    RC_ASSERT(out.amount == 0);
  }
}

}  // namespace tether::guard::test
