// A hand that means to go through a box, boxes in its way, and what came of it: the deepest entry,
// the force that pointed inward, and the energy that the fence took and gave.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/random/random_draw.hpp"
#include "tether/guard/fence/fence_box.hpp"
#include "tether/robot/joints.hpp"

namespace tether::guard::test {

using robot::JointVector;
using spatial::Vector3;
using tether::test::RandomDraw;

// follows a point that moves through the box at constant speed, or pushes on
struct ThrustingHand {
  Vector3 start = Vector3::Zero();
  Vector3 velocity = Vector3::Zero();  // intended [m/s]
  double stiffness = 400;              // [N/m]
  double damping = 20;                 // [N s/m]
  double strongest = 100;              // [N]
  bool pushes = false;                 // constantly, once it has come up to its speed

  Vector3 force(double t, const Vector3& place, const Vector3& speed) const {
    const Vector3 way = velocity.normalized();
    if (pushes) {
      // at full speed it no longer pushes on, except against what stops it
      return speed.norm() < velocity.norm() ? Vector3(strongest * way) : Vector3::Zero();
    }
    const Vector3 f = stiffness * (start + t * velocity - place) + damping * (velocity - speed);
    return f.norm() > strongest ? Vector3(f * (strongest / f.norm())) : f;
  }
};

struct Tally {
  double nearest = std::numeric_limits<double>::infinity();  // to the box, negative inside [m]
  double most_inward = 0;                                    // [N]
  double least_energy = 0;  // the fence's: taken minus given, at its least [J]
  double strongest = 0;     // [N]
  double fastest = 0;       // [m/s]
  double worst_step = 0;    // of the force from tick to tick [N]
};

inline void worse_of(Tally& worst, const Tally& one) {
  worst.nearest = std::min(worst.nearest, one.nearest);
  worst.most_inward = std::max(worst.most_inward, one.most_inward);
  worst.least_energy = std::min(worst.least_energy, one.least_energy);
  worst.strongest = std::max(worst.strongest, one.strongest);
  worst.fastest = std::max(worst.fastest, one.fastest);
}

inline Vector3 any_direction(RandomDraw& draw) {
  const double z = draw.between(-1, 1);
  const double turn = draw.between(0, 2 * std::numbers::pi);
  const double r = std::sqrt(1 - z * z);
  return {r * std::cos(turn), r * std::sin(turn), z};
}

// with a point on its surface at `touched`, where it is met from `way`
inline FenceBox box_in_the_way(RandomDraw& draw, const Vector3& touched, const Vector3& way) {
  FenceBox box;
  box.half_size = {draw.between(0.02, 0.3), draw.between(0.02, 0.3), draw.between(0.02, 0.3)};
  box.centre.rotation = spatial::exp_rotation(draw.between(0, 3) * any_direction(draw));
  // a point on a face that looks against the way
  const Vector3 local = box.centre.rotation.transpose() * -way;
  const int axis = draw.pick(3);
  Vector3 on_face;
  for (int i = 0; i < 3; ++i) on_face[i] = box.half_size[i] * draw.between(-1, 1);
  on_face[axis] = std::copysign(box.half_size[axis], local[axis]);
  box.centre.position = touched - box.centre.rotation * on_face;
  return box;
}

inline ThrustingHand any_hand(RandomDraw& draw, const Vector3& start, const Vector3& velocity) {
  ThrustingHand hand{.start = start, .velocity = velocity};
  hand.pushes = draw.bernoulli(0.5);
  hand.damping = draw.between(5, 40);
  hand.strongest = draw.between(20, 100);
  return hand;
}

inline void print(const Tally& t) {
  testing::Test::RecordProperty("nearest_mm", fmt::format("{:.3f}", 1e3 * t.nearest));
  testing::Test::RecordProperty("least_energy_mj", fmt::format("{:.4f}", 1e3 * t.least_energy));
  testing::Test::RecordProperty("fastest_m_s", fmt::format("{:.3f}", t.fastest));
  testing::Test::RecordProperty("strongest_n", fmt::format("{:.2f}", t.strongest));
}

}  // namespace tether::guard::test
