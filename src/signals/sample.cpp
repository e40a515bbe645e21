#include "tether/signals/sample.hpp"

namespace tether::signals {

Sample pack(core::Time sent, const passivity::Message& message) noexcept {
  const control::Obstruction& obstruction = message.signals.obstruction;
  const control::ContactPlane& wall = message.signals.plane;
  return {.sent = sent,
          .position = message.signals.pose.position,
          .orientation = message.signals.pose.quaternion(),
          .torque = message.signals.wrench.torque,
          .force = message.signals.wrench.force,
          .energy = message.energy,
          .wave = message.wave,
          .kinetic = message.signals.kinetic,
          .angular = message.signals.twist.angular.cast<float>(),
          .linear = message.signals.twist.linear.cast<float>(),
          .external_torque = message.signals.external.torque.cast<float>(),
          .external_force = message.signals.external.force.cast<float>(),
          .obstruction = Eigen::Vector4d(obstruction.forward, obstruction.backward,
                                         obstruction.left, obstruction.right)
                             .cast<float>(),
          .angular_acceleration = message.signals.acceleration.angular.cast<float>(),
          .linear_acceleration = message.signals.acceleration.linear.cast<float>(),
          .wall = wall.slot,
          .wall_generation = wall.generation,
          .wall_normal = wall.normal.cast<float>(),
          .wall_point = wall.point.cast<float>(),
          .wall_figures =
              Eigen::Vector3d(wall.stiffness, wall.extent, wall.uncertainty).cast<float>()};
}

passivity::Message unpack(const Sample& sample) noexcept {
  const Eigen::Vector4d obstruction = sample.obstruction.cast<double>();
  return {.signals = {{sample.orientation.toRotationMatrix(), sample.position},
                      {sample.torque, sample.force},
                      sample.kinetic,
                      {sample.angular.cast<double>(), sample.linear.cast<double>()},
                      {sample.external_torque.cast<double>(), sample.external_force.cast<double>()},
                      {obstruction[0], obstruction[1], obstruction[2], obstruction[3]},
                      {sample.angular_acceleration.cast<double>(),
                       sample.linear_acceleration.cast<double>()},
                      {sample.wall, sample.wall_generation,
                       sample.wall_normal.cast<double>().normalized(),
                       sample.wall_point.cast<double>(), sample.wall_figures[0],
                       sample.wall_figures[1], sample.wall_figures[2]}},
          .energy = sample.energy,
          .wave = sample.wave};
}

}  // namespace tether::signals
