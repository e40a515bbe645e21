#include "tether/control/trajectories/rest_course.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tether::control {
namespace {

constexpr int kHalvings = 50;  // of an interval of courses

struct Phase {
  double duration = 0;  // [s]
  double jerk = 0;      // [m/s³]
};

AxisState after(const AxisState& from, const Phase& phase, double t) noexcept {
  const double j = phase.jerk;
  return {from.position + t * (from.velocity + t * (from.acceleration / 2 + t * j / 6)),
          from.velocity + t * (from.acceleration + t * j / 2), from.acceleration + t * j};
}

// to a velocity without acceleration
std::array<Phase, 3> to_velocity(double v, double a, double wanted,
                                 const CourseBounds& bounds) noexcept {
  const double jerk = bounds.jerk;
  // the velocity that is reached by only ending the acceleration says which way to go
  const double sign = wanted >= v + a * std::abs(a) / (2 * jerk) ? 1 : -1;
  const double bound = sign > 0 ? bounds.highest_acceleration : bounds.lowest_acceleration;
  double peak = sign * std::sqrt(std::max(sign * jerk * (wanted - v) + a * a / 2, 0.0));
  double hold = 0;
  const bool bounded = sign * peak > sign * bound;
  if (bounded) peak = bound;
  const double first = std::abs(peak - a) / jerk, last = std::abs(peak) / jerk;
  if (bounded) {
    const double left = wanted - v - (a + peak) / 2 * first - peak / 2 * last;
    hold = std::max(left / peak, 0.0);
  }
  return {Phase{first, peak >= a ? jerk : -jerk}, Phase{hold, 0}, Phase{last, -sign * jerk}};
}

struct Course {
  std::array<Phase, 7> phases;

  AxisState end(const AxisState& from) const noexcept {
    AxisState state = from;
    for (const Phase& phase : phases) state = after(state, phase, phase.duration);
    return state;
  }
};

// through a velocity at which the acceleration has ended
Course through(const AxisState& from, double velocity, const CourseBounds& bounds) noexcept {
  const auto there = to_velocity(from.velocity, from.acceleration, velocity, bounds);
  const auto rest = to_velocity(velocity, 0, 0, bounds);
  return {{there[0], there[1], there[2], Phase{}, rest[0], rest[1], rest[2]}};
}

// braking less for a time, then as hard as may be
Course easing(const AxisState& from, double time, const CourseBounds& bounds) noexcept {
  const Phase ease{time, bounds.jerk};
  const AxisState then = after(from, ease, time);
  const auto rest = to_velocity(then.velocity, then.acceleration, 0, bounds);
  return {{ease, Phase{}, Phase{}, Phase{}, rest[0], rest[1], rest[2]}};
}

// the course of a family that ends at zero; the farther, the greater its parameter
template <class Family>
Course that_ends_at_zero(const AxisState& from, double low, double high,
                         const Family& family) noexcept {
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (family(middle).end(from).position < 0 ? low : high) = middle;
  }
  return family((low + high) / 2);
}

// of a start from which to stop at once is to stop short of zero
Course farther(const AxisState& from, const CourseBounds& bounds) noexcept {
  const double a = from.acceleration;
  const double coasting = from.velocity + a * std::abs(a) / (2 * bounds.jerk);
  const auto by_velocity = [&](double v) { return through(from, v, bounds); };
  if (a < 0 && coasting > 0 && by_velocity(coasting).end(from).position > 0) {
    return that_ends_at_zero(from, 0, -a / bounds.jerk,
                             [&](double time) { return easing(from, time, bounds); });
  }
  Course fastest = by_velocity(bounds.highest_velocity);
  const double left = -fastest.end(from).position;
  if (left >= 0) {
    fastest.phases[3].duration = left / bounds.highest_velocity;
    return fastest;
  }
  const double low = std::max(coasting, 0.0);
  // too fast for the bounds: braking brings it back, and there will be another tick
  if (low >= bounds.highest_velocity) return by_velocity(0);
  return that_ends_at_zero(from, low, bounds.highest_velocity, by_velocity);
}

AxisState mirrored(const AxisState& s) noexcept {
  return {-s.position, -s.velocity, -s.acceleration};
}

CourseBounds mirrored(const CourseBounds& b) noexcept {
  return {-b.highest_velocity, -b.lowest_velocity, -b.highest_acceleration, -b.lowest_acceleration,
          b.jerk};
}

AxisState along(const Course& way, const AxisState& from, double time) noexcept {
  AxisState state = from;
  for (const Phase& phase : way.phases) {
    if (time <= phase.duration) return after(state, phase, time);
    state = after(state, phase, phase.duration);
    time -= phase.duration;
  }
  return {};
}

}  // namespace

AxisState on_course_to_rest(const AxisState& from, const CourseBounds& bounds,
                            double time) noexcept {
  const double stopped = through(from, 0, bounds).end(from).position;
  if (stopped <= 0) return along(farther(from, bounds), from, time);
  const AxisState start = mirrored(from);
  return mirrored(along(farther(start, mirrored(bounds)), start, time));
}

}  // namespace tether::control
