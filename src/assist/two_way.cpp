#include "tether/assist/two_way.hpp"

namespace tether::assist {

Push two_way(const TwoWay& law, const Depth& depth, const Surface& surface,
             const spatial::Vector3& velocity, Latch& latch) noexcept {
  if (latch.kept_in) {
    const double out = surface.distance;
    if (out > law.threshold) latch.kept_in = false;
    if (!latch.kept_in || out <= 0) return {};
    const double force = wall_force(law.stiffness, law.damping, out, surface.normal.dot(velocity));
    return {-force * surface.normal, 0.5 * law.stiffness * out * out};
  }
  if (depth.depth > law.threshold) {
    latch.kept_in = true;
    return {};
  }
  if (!depth.inside()) return {};
  return wall(law.stiffness, law.damping, depth, velocity);
}

}  // namespace tether::assist
