#include "tether/control/trajectories/trajectory.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace tether::control {

PointState minimum_jerk(const spatial::Vector3& from, const spatial::Vector3& to, double duration,
                        double t) noexcept {
  const double s = t / duration;
  const spatial::Vector3 way = to - from;
  const double s2 = s * s;
  const double along = s2 * s * (10 - 15 * s + 6 * s2);
  const double speed = 30 * s2 * (1 - s) * (1 - s) / duration;
  return {from + along * way, speed * way};
}

MinimumJerkPath::MinimumJerkPath(const spatial::Vector3& start, std::vector<Waypoint> waypoints)
    : start_(start), waypoints_(std::move(waypoints)) {
  double free_from = 0;
  for (const Waypoint& w : waypoints_) {
    if (w.at < free_from) throw std::invalid_argument("way-points overlap in time");
    free_from = w.at + w.duration;
  }
}

PointState MinimumJerkPath::at(double t) const noexcept {
  spatial::Vector3 from = start_;
  for (const Waypoint& w : waypoints_) {
    if (t < w.at) break;
    if ((t - w.at) / w.duration < 1) return minimum_jerk(from, w.position, w.duration, t - w.at);
    from = w.position;
  }
  return {from, spatial::Vector3::Zero()};
}

PointState SineSequence::at(double t) const noexcept {
  const double since = t - params_.start;
  const auto axis = static_cast<int>(std::floor(since / params_.period));
  PointState state;
  if (since < 0 || axis > 2) return state;
  const double rate = 2 * std::numbers::pi / params_.period;
  const double phase = rate * (since - axis * params_.period);
  state.position[axis] = params_.amplitude * std::sin(phase);
  state.velocity[axis] = params_.amplitude * rate * std::cos(phase);
  return state;
}

}  // namespace tether::control
