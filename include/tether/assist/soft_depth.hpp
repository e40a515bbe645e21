// How deep a point is in a solid, as a smooth function: the soft minimum of its depths d_i below
// the faces,
//   φ = (Σ d_i^−p)^(−1/p),  p = 8,      ∂φ/∂d_i = (φ/d_i)^(p+1)
// Near one face and far from the others it is the depth below that face; at an edge it is less by
// 2^(−1/8), 8 %, in the middle of a cube by 6^(−1/8), 20 %. The nearest face alone would turn the
// push over at once where two faces are equally near. With K the stiffness of V = ½ K φ², the force
// −K φ ∇φ has slope 9 K at most, everywhere, and falls to zero on the whole surface: |∇φ| ≤ 1, and
// −φ ∇²φ lies between 0 and p + 1 because a soft minimum of depths that are linear is concave.
//
// A sphere has the two faces R − r and R + r on the line through its centre, a cylinder those two
// across and its two caps, a plane one. So the force is zero, and smooth, in the middle.
#pragma once

#include "tether/assist/shape.hpp"

namespace tether::assist {

struct Depth {
  double depth = 0;                                      // φ [m]; 0 when not inside
  spatial::Vector3 gradient = spatial::Vector3::Zero();  // ∂φ/∂x: inward
  bool inside() const noexcept { return depth > 0; }
};

Depth soft_depth(const Box& box, const spatial::Vector3& point) noexcept;
Depth soft_depth(const Sphere& sphere, const spatial::Vector3& point) noexcept;
Depth soft_depth(const Cylinder& cylinder, const spatial::Vector3& point) noexcept;
// its normal of length 1
Depth soft_depth(const Plane& plane, const spatial::Vector3& point) noexcept;

// the surface point nearest to a point, and the true distance to it
struct Surface {
  double distance = 0;                                  // [m], negative inside
  spatial::Vector3 normal = spatial::Vector3::UnitZ();  // there, unit, outward
};

Surface surface_of(const Box& box, const spatial::Vector3& point) noexcept;
Surface surface_of(const Sphere& sphere, const spatial::Vector3& point) noexcept;
Surface surface_of(const Cylinder& cylinder, const spatial::Vector3& point) noexcept;
Surface surface_of(const Plane& plane, const spatial::Vector3& point) noexcept;

}  // namespace tether::assist
