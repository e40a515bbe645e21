#include "tether/assist/laws.hpp"

#include <algorithm>

namespace tether::assist {

using spatial::Vector3;

double wall_force(double stiffness, double damping, double depth, double rate) noexcept {
  const double fade = std::min(1.0, depth / kFadeDepth);
  return std::max(0.0, stiffness * depth + damping * rate * fade);
}

Push wall(double stiffness, double damping, const Depth& depth, const Vector3& velocity) noexcept {
  const double force = wall_force(stiffness, damping, depth.depth, depth.gradient.dot(velocity));
  return {-force * depth.gradient, 0.5 * stiffness * depth.depth * depth.depth};
}

double share_in_range(double range, double distance) noexcept {
  const double full = kFullShare * range;
  const double u = std::clamp((distance - full) / (range - full), 0.0, 1.0);
  return 1 - u * u * (3 - 2 * u);
}

Pull guide_pull(double stiffness, double range, double distance) noexcept {
  const double full = kFullShare * range;
  const double rest = range - full;
  // ∫ d (1 − b) over the outer part, from u to 1
  const auto left = [&](double u) {
    const double u2 = u * u;
    return rest * (full * (0.5 - u * (1 - u2 * (1 - 0.5 * u))) +
                   rest * (0.15 - u2 * (0.5 - u2 * (0.75 - 0.4 * u))));
  };
  if (distance <= full) {
    const double inner = 0.5 * (full * full - distance * distance);
    return {stiffness * distance, -stiffness * (inner + left(0))};
  }
  const double u = std::min(1.0, (distance - full) / rest);
  return {stiffness * distance * share_in_range(range, distance),
          -stiffness * std::max(0.0, left(u))};
}

Push guide(double stiffness, double range, const Vector3& to_curve) noexcept {
  const double distance = to_curve.norm();
  const Pull pull = guide_pull(stiffness, range, distance);
  if (!(distance > 0)) return {Vector3::Zero(), pull.potential};
  return {(pull.force / distance) * to_curve, pull.potential};
}

}  // namespace tether::assist
