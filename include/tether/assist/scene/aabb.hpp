// A box along the axes of the scene, and the ones that hold a shape.
#pragma once

#include <limits>

#include "tether/spatial/box.hpp"

namespace tether::assist {

struct Aabb {
  // holds nothing until it is grown
  spatial::Vector3 min = spatial::Vector3::Constant(std::numeric_limits<double>::infinity());
  spatial::Vector3 max = spatial::Vector3::Constant(-std::numeric_limits<double>::infinity());

  void grow(const spatial::Vector3& point) noexcept {
    min = min.cwiseMin(point);
    max = max.cwiseMax(point);
  }
  void grow(const Aabb& other) noexcept {
    min = min.cwiseMin(other.min);
    max = max.cwiseMax(other.max);
  }
  // larger by a distance on every side [m]
  Aabb widened(double distance) const noexcept {
    return {min.array() - distance, max.array() + distance};
  }
  bool touches(const Aabb& other) const noexcept {
    return (min.array() <= other.max.array()).all() && (max.array() >= other.min.array()).all();
  }
};

inline Aabb around(const spatial::Vector3& a, const spatial::Vector3& b) noexcept {
  return {a.cwiseMin(b), a.cwiseMax(b)};
}

inline Aabb around(const spatial::Box& box) noexcept {
  const spatial::Vector3 half = box.centre.rotation.cwiseAbs() * box.half_size;
  return {box.centre.position - half, box.centre.position + half};
}

}  // namespace tether::assist
