// A box that stands anywhere in the base frame, and the point of it that is nearest to a given one.
//   outside   x = Rᵀ(p − c),  e = x − clamp(x, ±h),  d = |e|,  n = R e / d
//   inside    through the nearest face i:  d = −min_i (h_i − |x_i|),  n = R sign(x_i) e_i
// Outside d and n are continuous everywhere, also around edges and corners; inside n steps where
// two faces are equally near. Ericson, Real-Time Collision Detection, 2005, §5.1.4.
#pragma once

#include "tether/core/fixed_string.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::guard {

struct OrientedBox {
  core::FixedString<32> name;
  spatial::Pose centre;                                   // base frame
  spatial::Vector3 half_size = spatial::Vector3::Ones();  // [m], > 0
  bool enabled = true;                                    // at the start
};

struct NearestFace {
  double distance = 0;                                 // [m], negative inside
  spatial::Vector3 normal = spatial::Vector3::Zero();  // unit, outward, base frame
  bool inside = false;
};

NearestFace nearest_face(const OrientedBox& box, const spatial::Vector3& point) noexcept;

}  // namespace tether::guard
