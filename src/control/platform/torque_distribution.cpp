#include "tether/control/platform/torque_distribution.hpp"

#include <Eigen/LU>

namespace tether::control {

DistributedTorques distribute(const robot::PlatformGeometry& geometry,
                              const robot::PivotAngles& pivots, const robot::PlanarWrench& wrench,
                              const WheelWeights& weights) noexcept {
  const robot::WheelMap map = robot::wheel_map(geometry, pivots);
  const robot::WheelMap cheap = weights.cwiseAbs2().cwiseInverse().asDiagonal() * map;
  const Eigen::Matrix3d normal = map.transpose() * cheap;
  DistributedTorques out;
  out.torques = cheap * (normal.inverse() * wrench);
  if (!out.torques.allFinite()) return {robot::WheelVector::Zero(), 0};
  const double greatest = out.torques.cwiseAbs().maxCoeff();
  if (greatest > geometry.max_wheel_torque) {
    out.share = geometry.max_wheel_torque / greatest;
    out.torques *= out.share;
  }
  return out;
}

robot::PlanarWrench wrench_of(const robot::PlatformGeometry& geometry,
                              const robot::PivotAngles& pivots,
                              const robot::WheelVector& torques) noexcept {
  return robot::wheel_map(geometry, pivots).transpose() * torques;
}

}  // namespace tether::control
