#include "tether/sim/devices/simulated_platform.hpp"

namespace tether::sim {

SimulatedPlatform::SimulatedPlatform(const SimulatedPlatformParams& params)
    : wheels_({.world = params.world,
               .motor = params.driver.motor,
               .geometry = params.driver.geometry,
               .seed = params.seed}),
      driver_(wheels_, params.driver),
      start_{spatial::exp_rotation(spatial::Vector3(0, 0, params.start.z())),
             spatial::Vector3(params.start.x(), params.start.y(), 0)} {
  wheels_.place(params.start);
}

// One cycle of the bus for each step of time: while time stands still the platform measures the
// same.
signals::DeviceState SimulatedPlatform::read(core::Time /*now*/) noexcept {
  if (passed_) {
    measured_ = driver_.read(time_);
    passed_ = false;
    const spatial::Pose pose = wheels_.pose();
    const spatial::Wrench contact = wheels_.obstacle_wrench();
    const spatial::Matrix3 to_odometry = start_.rotation.transpose();
    measured_.external_at_tool = {to_odometry * contact.torque_at(pose.position),
                                  to_odometry * contact.force};
    measured_.actual = pose;
    if (const core::Fault fault = wheels_.health()) measured_.fault = fault;
  }
  return measured_;
}

void SimulatedPlatform::command(core::Time /*now*/, const device::JointEfforts& efforts) noexcept {
  driver_.command(time_, efforts);
}

void SimulatedPlatform::advance(core::Duration dt) noexcept {
  wheels_.advance(dt);
  time_ += dt;
  passed_ = true;
}

}  // namespace tether::sim
