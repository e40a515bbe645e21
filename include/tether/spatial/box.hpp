// A box that stands anywhere, and the point of it that is nearest to a given one.
//   outside   x = Rᵀ(p − c),  e = x − clamp(x, ±h),  d = |e|,  n = R e / d
//   inside    through the nearest face i:  d = −min_i (h_i − |x_i|),  n = R sign(x_i) e_i
// Outside d and n are continuous everywhere, also around edges and corners; inside n steps where
// two faces are equally near. Ericson, Real-Time Collision Detection, 2005, §5.1.4.
#pragma once

#include "tether/spatial/pose.hpp"

namespace tether::spatial {

struct Box {
  Pose centre;                          // of its axes, in the frame it is given in
  Vector3 half_size = Vector3::Ones();  // along each of them [m], > 0
};

struct NearestFace {
  double distance = 0;               // [m], negative inside
  Vector3 normal = Vector3::Zero();  // unit, outward, in the frame the box is given in
  bool inside = false;
};

NearestFace nearest_face(const Box& box, const Vector3& point) noexcept;

}  // namespace tether::spatial
