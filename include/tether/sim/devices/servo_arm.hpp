// An arm of admittance type in a MuJoCo world: it is position-controlled and takes no efforts.
// Heavy links, a hydraulic position servo at every joint (hydraulic_drive.hpp), a noisy force
// sensor at the tip (force_sensor.hpp). So that it can stand where every other arm does, an
// admittance (control/couplings/admittance.hpp) turns the commanded effort and the measured contact
// into positions:
//   M_v q̈_d + B_v q̇_d = τ + Jᵀ W_measured,      servo: q → q_d
// `chain()` is the arm as its port feels: the true kinematics, no weight, and M_v in the place of
// its inertia. Drives and their gravity compensation are behind the port, with the real masses.
//
// What the port is: τᵀ Δq, the effort that was asked for times the displacement that was really
// made. No drive ever applies τ: it is what the virtual mass was given, up to the servo's error,
// and not the work of the hydraulics, which is excluded from the balance. An account of this port
// therefore bounds what the *operator's side* puts into the motion, as with an arm that takes
// efforts; it does not bound what the drives do in contact. That the arm is stable there is up to
// B_v, against the contact and all lags between its force and the motion: contact_loop.hpp has the
// condition, and an arm that does not meet it along each base axis at its start is refused.
#pragma once

#include <vector>

#include "tether/control/couplings/admittance.hpp"
#include "tether/robot/chain.hpp"
#include "tether/robot/dynamics.hpp"
#include "tether/sim/devices/force_sensor.hpp"
#include "tether/sim/devices/hydraulic_drive.hpp"
#include "tether/sim/devices/servo_arm_params.hpp"
#include "tether/sim/devices/simulated_device.hpp"
#include "tether/sim/world/world.hpp"

namespace tether::sim {

// the arm as its port feels
robot::Chain apparent_chain(robot::Chain chain, const ServoAdmittance& admittance);

class ServoArm final : public SimulatedDevice {
 public:
  // `chain` is the real one; throws core::InputError when it is not rated, the start does not fit
  // it or params.contact would make it swing
  ServoArm(const robot::Chain& chain, const ServoArmParams& params);

  const robot::Chain& chain() const noexcept override { return apparent_; }
  signals::DeviceState read(core::Time now) noexcept override;
  void command(core::Time now, const device::JointEfforts& efforts) noexcept override;
  void advance(core::Duration dt) noexcept override;
  bool scene(signals::SceneState& scene) const noexcept override {
    sim::show(world_, joints_.bodies(), scene);
    return true;
  }

  const World& world() const noexcept { return world_; }
  // contact at the tool as it is, base axes: what the sensor should measure
  spatial::Wrench true_contact() noexcept;

 private:
  void exchange(core::Time now) noexcept;

  robot::Chain chain_, apparent_;
  World world_;
  ChainInWorld joints_;
  core::Duration interface_period_;
  core::Time next_exchange_;
  control::Admittance admittance_;
  std::vector<HydraulicDrive> drives_;
  ForceSensor sensor_;
  control::AdmittanceOutput target_;
  signals::DeviceState measured_;
  robot::JointVector commanded_;  // waiting for the next interface tick
  robot::JointVector effective_;  // that the admittance has taken
  robot::ChainState state_;       // work space
};

}  // namespace tether::sim
