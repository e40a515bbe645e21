#include "tether/spatial/box.hpp"

#include <cmath>

namespace tether::spatial {

NearestFace nearest_face(const Box& box, const Vector3& point) noexcept {
  const Vector3 local = box.centre.rotation.transpose() * (point - box.centre.position);
  const Vector3 away = local - local.cwiseMin(box.half_size).cwiseMax(-box.half_size);
  const double distance = away.norm();
  if (distance > 0) return {distance, box.centre.rotation * (away / distance), false};

  int axis = 0;
  const double depth = (box.half_size - local.cwiseAbs()).minCoeff(&axis);
  return {-depth, std::copysign(1.0, local[axis]) * box.centre.rotation.col(axis), true};
}

}  // namespace tether::spatial
