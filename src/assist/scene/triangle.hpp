// One triangle: its point nearest to another, and where a straight way goes through it.
#pragma once

#include <array>

#include "tether/spatial/vectors.hpp"

namespace tether::assist {

using Corners = std::array<spatial::Vector3, 3>;

// the part of a triangle: 0 its face, 1 to 3 the edge from its corner 0, 1, 2 to the next, 4 to 6
// the corner
struct TrianglePoint {
  spatial::Vector3 point;
  int feature = 0;
};

// Ericson, Real-Time Collision Detection, 2005, ch. 5.1.5: which corner, edge or face has the
// point in its Voronoi region
inline TrianglePoint nearest_on(const Corners& t, const spatial::Vector3& p) noexcept {
  const spatial::Vector3 ab = t[1] - t[0];
  const spatial::Vector3 ac = t[2] - t[0];
  const spatial::Vector3 ap = p - t[0];
  const double d1 = ab.dot(ap);
  const double d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return {t[0], 4};
  const spatial::Vector3 bp = p - t[1];
  const double d3 = ab.dot(bp);
  const double d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return {t[1], 5};
  const spatial::Vector3 cp = p - t[2];
  const double d5 = ab.dot(cp);
  const double d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return {t[2], 6};
  const double c = d1 * d4 - d3 * d2;
  if (c <= 0 && d1 >= 0 && d3 <= 0) return {t[0] + d1 / (d1 - d3) * ab, 1};
  const double b = d5 * d2 - d1 * d6;
  if (b <= 0 && d2 >= 0 && d6 <= 0) return {t[0] + d2 / (d2 - d6) * ac, 3};
  const double a = d3 * d6 - d5 * d4;
  if (a <= 0 && d4 >= d3 && d5 >= d6) {
    const double share = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return {t[1] + share * (t[2] - t[1]), 2};
  }
  const double scale = 1 / (a + b + c);
  return {t[0] + b * scale * ab + c * scale * ac, 0};
}

// The share of the way, 0 to 1, at which it goes through the triangle; -1 if it does not. A little
// beyond its edges still counts, so that nothing passes between neighbours.
// Moeller & Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997.
inline double crossing(const Corners& t, const spatial::Vector3& from,
                       const spatial::Vector3& way) noexcept {
  constexpr double kBeyond = 1e-9;  // of the triangle's size
  const spatial::Vector3 ab = t[1] - t[0];
  const spatial::Vector3 ac = t[2] - t[0];
  const spatial::Vector3 across = way.cross(ac);
  const double volume = ab.dot(across);
  if (volume == 0) return -1;
  const spatial::Vector3 start = from - t[0];
  const double u = start.dot(across) / volume;
  if (!(u >= -kBeyond && u <= 1 + kBeyond)) return -1;
  const spatial::Vector3 turned = start.cross(ab);
  const double v = way.dot(turned) / volume;
  if (!(v >= -kBeyond && u + v <= 1 + kBeyond)) return -1;
  const double share = ac.dot(turned) / volume;
  return share >= 0 && share <= 1 ? share : -1;
}

}  // namespace tether::assist
