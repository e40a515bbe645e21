// Motions of a point in space that are known beforehand, as a function of time.
#pragma once

#include <vector>

#include "tether/spatial/vectors.hpp"

namespace tether::control {

struct PointState {
  spatial::Vector3 position = spatial::Vector3::Zero();  // [m]
  spatial::Vector3 velocity = spatial::Vector3::Zero();  // [m/s]
};

class Trajectory {
 public:
  virtual ~Trajectory() = default;
  // at time t [s]; before the start and after the end the point rests
  virtual PointState at(double t) const noexcept = 0;
};

// From way-point to way-point with the least jerk, as hands move:
//   x(s) = x0 + (x1 − x0)(10 s³ − 15 s⁴ + 6 s⁵),  s = (t − t0) / duration
// Flash & Hogan, J. Neuroscience 5(7), 1985.
// At time t [s] after the beginning of such a motion, which lasts `duration` [s]:
PointState minimum_jerk(const spatial::Vector3& from, const spatial::Vector3& to, double duration,
                        double t) noexcept;

struct Waypoint {
  double at = 0;                                         // when the motion to it begins [s]
  double duration = 1;                                   // how long that motion takes [s]
  spatial::Vector3 position = spatial::Vector3::Zero();  // [m]
};

class MinimumJerkPath final : public Trajectory {
 public:
  // way-points in order of time; a motion ends before the next begins, else std::invalid_argument
  MinimumJerkPath(const spatial::Vector3& start, std::vector<Waypoint> waypoints);
  PointState at(double t) const noexcept override;

 private:
  spatial::Vector3 start_;
  std::vector<Waypoint> waypoints_;
};

// One period of a sine along x, then along y, then along z:  x(t) = A sin(2π (t − t0) / T)
struct SineSequenceParams {
  double amplitude = 0.05;  // A [m]
  double period = 5.0;      // T [s]
  double start = 1.0;       // t0 of the first [s]
};

class SineSequence final : public Trajectory {
 public:
  explicit SineSequence(const SineSequenceParams& params) noexcept : params_(params) {}
  PointState at(double t) const noexcept override;

 private:
  SineSequenceParams params_;
};

}  // namespace tether::control
