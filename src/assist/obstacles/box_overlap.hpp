// How deep a box of the tool is in a box of the scene, smoothly in position and turn: the soft
// minimum (soft_minimum.hpp) of the overlaps on all axes that could separate them, both ways,
//   d = (Σ_i a_i |n·A_i|_ε + Σ_j b_j |n·B_j|_ε ∓ n·t) / |n|,    |u|_ε = √(u² + ε²)
// for n the three axes A_i of one box, the three B_j of the other and the nine products A_i × B_j;
// t leads from centre to centre. Boxes overlap exactly when every d > 0 (Gottschalk, Lin & Manocha,
// SIGGRAPH 1996). ε rounds the boxes a little, by less than ε (a + b), so that φ has a slope
// everywhere; of edges that become parallel |n| → 0 and d grows without bound: they drop out
// smoothly.
//
// φ is at most the least of the 30 overlaps and at least 30^(−1/8) = 0.65 of it; so is that of a
// tool box of no size to the depth of a point, but for ε. Of boxes that stand parallel four axes
// are equal, and one on the other they have 4^(−1/8) = 0.84 of the overlap.
#pragma once

#include "tether/spatial/box.hpp"

namespace tether::assist {

inline constexpr double kRounding = 1e-3;  // ε [rad]

struct Overlap {
  double depth = 0;                                    // φ [m]; 0 when they are apart
  spatial::Vector3 slope = spatial::Vector3::Zero();   // ∂φ/∂(place of the tool box)
  spatial::Vector3 moment = spatial::Vector3::Zero();  // ∂φ/∂(turn about its centre) [m/rad]
};

Overlap box_overlap(const spatial::Box& scene, const spatial::Box& tool) noexcept;

// the depth of a rounded box below a plane (unit normal), by its lowest corner
Overlap plane_overlap(const spatial::Vector3& point, const spatial::Vector3& normal,
                      const spatial::Box& tool) noexcept;

}  // namespace tether::assist
