// The polynomial of fifth degree that goes from one state to another in a given time: position,
// velocity and acceleration are met at both ends. With s = t / T:
//   x(s) = Σ c_k s^k,   c0 = p0,  c1 = T v0,  c2 = ½ T² a0
//   d = p1 − c0 − c1 − c2,   e = T v1 − c1 − 2 c2,   f = T² a1 − 2 c2
//   c3 = 10 d − 4 e + ½ f,   c4 = −15 d + 7 e − f,   c5 = 6 d − 3 e + ½ f
// Biagiotti & Melchiorri, Trajectory Planning for Automatic Machines and Robots, 2008, §2.1.
#pragma once

#include "tether/spatial/vectors.hpp"

namespace tether::control {

// of a point, or of a rotation vector [rad]
struct MotionState {
  spatial::Vector3 position = spatial::Vector3::Zero();      // [m]
  spatial::Vector3 velocity = spatial::Vector3::Zero();      // [m/s]
  spatial::Vector3 acceleration = spatial::Vector3::Zero();  // [m/s²]
};

class Quintic {
 public:
  Quintic() noexcept : Quintic({}, {}, 1) {}
  // duration T > 0 [s]
  Quintic(const MotionState& from, const MotionState& to, double duration) noexcept;

  double duration() const noexcept { return duration_; }

  // at time t after the beginning, 0 to T [s]
  MotionState at(double t) const noexcept;

 private:
  double duration_;  // T [s]
  spatial::Vector3 c0_, c1_, c2_, c3_, c4_, c5_;
};

}  // namespace tether::control
