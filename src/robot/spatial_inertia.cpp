#include "tether/robot/spatial_inertia.hpp"

namespace tether::robot {

SpatialInertia SpatialInertia::of_body(double mass, const spatial::Vector3& centre,
                                       const spatial::Matrix3& inertia,
                                       const spatial::Pose& pose) noexcept {
  const spatial::Vector3 c = pose * centre;
  const spatial::Vector3 h = mass * c;
  SpatialInertia result{mass, h, {}};
  result.rotational.noalias() =
      spatial::Matrix3(pose.rotation * inertia) * pose.rotation.transpose();
  // parallel axes: m (c·c 1 − c cᵀ)
  result.rotational.noalias() -= h * c.transpose();
  result.rotational.diagonal().array() += h.dot(c);
  return result;
}

}  // namespace tether::robot
