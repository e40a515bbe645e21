// One side of a session: its device and the stages between device and link, in their fixed order.
// `tick` is one pass from left to right, the same in simulation, in real time and in replay:
//   Device.read → estimate velocity → Link.receive → Coupling → map to joints → Passivity → Guard
//   → Device.command → Link.send
// The passivity layer is asked twice: before the coupling, to settle what crossed the device and
// the link since the last tick and to say what the coupling shall hear; and after the mapping to
// joints, to say what of the asked effort may be commanded.
#pragma once

#include <memory>

#include "tether/control/coupling.hpp"
#include "tether/control/inertia_compensation.hpp"
#include "tether/control/joint_damping.hpp"
#include "tether/control/velocity_estimator.hpp"
#include "tether/device/device.hpp"
#include "tether/guard/effort_limit.hpp"
#include "tether/guard/speed_watch.hpp"
#include "tether/link/link.hpp"
#include "tether/link/link_quality.hpp"
#include "tether/passivity/layer.hpp"
#include "tether/robot/chain.hpp"
#include "tether/session/tick.hpp"

namespace tether::session {

// the stages of a side; built by assemble.hpp from a scenario
struct Stages {
  std::unique_ptr<control::VelocityEstimator> estimator;
  std::unique_ptr<control::Coupling> coupling;
  control::JointDamping damping;
  control::InertiaCompensation inertia;
  std::unique_ptr<passivity::Layer> passivity;
  guard::EffortLimit limit;
  guard::SpeedWatch speed;
};

class Side {
 public:
  // device and endpoint must outlive the side
  Side(SideName name, device::Device& device, link::Endpoint& endpoint, Stages stages);

  // one pass at session time `now`; the result stays valid until the next pass
  const Tick& tick(core::Time now) noexcept;
  const Tick& last() const noexcept { return tick_; }

 private:
  void read(core::Time now) noexcept;
  void hear(core::Time now) noexcept;
  void control(core::Time now) noexcept;
  void protect() noexcept;
  void keep(const core::Fault& fault) noexcept;

  const char* device_stage_;      // how faults name the device
  const char* link_stage_;        // the link
  const char* controller_stage_;  // and the controller
  device::Device& device_;
  link::Endpoint& endpoint_;
  Stages stages_;
  robot::ChainState kinematics_;
  link::LinkQualityEstimator quality_;
  passivity::Port port_;
  passivity::Listened listened_;
  passivity::Message send_;
  Tick tick_;
  bool started_ = false;
};

}  // namespace tether::session
