// What a side is made of, besides its device and its end of the link, and what of it can be
// exchanged while it runs. Assembled from a scenario by the module session.
#pragma once

#include <bitset>
#include <memory>
#include <optional>
#include <vector>

#include "tether/control/compensation/joint_damping.hpp"
#include "tether/control/couplings/coupling.hpp"
#include "tether/control/engagement/engagement.hpp"
#include "tether/control/engagement/transition.hpp"
#include "tether/guard/limits/wrench_bounds.hpp"
#include "tether/guard/stops/speed_watch.hpp"
#include "tether/passivity/accounted.hpp"
#include "tether/passivity/methods/methods.hpp"
#include "tether/teleop/command_filter.hpp"
#include "tether/teleop/energy_port.hpp"
#include "tether/teleop/force_source.hpp"
#include "tether/teleop/jogging.hpp"
#include "tether/teleop/joint_motion.hpp"
#include "tether/teleop/outside.hpp"
#include "tether/teleop/release.hpp"
#include "tether/teleop/sight.hpp"

namespace tether::teleop {

struct Stages {
  std::unique_ptr<control::VelocityEstimator> estimator;
  std::unique_ptr<control::EngagementStage> engagement;
  std::unique_ptr<control::Coupling> coupling;
  control::JointDamping damping;
  std::unique_ptr<passivity::Layer> passivity;
  passivity::PortMotionParams motion;  // that it was made for
  std::unique_ptr<EnergyPort> port;
  WrenchError wrench_error;  // of what the device measures of the outside
  guard::WrenchBounds bounds;
  std::vector<std::unique_ptr<ForceSource>> sources;  // in the order in which they are asked
  std::unique_ptr<Sight> sight;                       // of a follower that is driven
  std::unique_ptr<Jogging> jogging;                   // of a robot that may be jogged
  guard::DeviceGuards guards;
  guard::EffortLimit limit;
  guard::SpeedWatch speed;
  double rate = 1000;  // of ticks [Hz]
  // of what this port gives to the sum of both, as monitors count it; 0: excluded from the balance
  double balance_scale = 1;
  double link_timeout = 0;  // silence after which the other side is taken for gone [s]; 0 = never
  passivity::Method method = passivity::Method::none;
  control::CouplingKind kind = control::CouplingKind::position_force;
  control::Alignment alignment = control::Alignment::approach;  // of the engagement, for this kind
  bool stop_ends = true;                                        // a stop is a fault
  bool brake_before_release = false;                            // does not rest by being let go
};

// what can be exchanged while a side runs
struct Replacement {
  std::unique_ptr<control::Coupling> coupling;
  std::unique_ptr<passivity::Layer> passivity;
  passivity::Method method = passivity::Method::none;
  control::CouplingKind kind = control::CouplingKind::position_force;
  control::Alignment alignment = control::Alignment::approach;
  std::optional<std::bitset<guard::Geofence::kMaxBoxes>> fence;  // boxes in force
  std::optional<bool> assist;                                    // fixtures in force
  bool reset_stop = false;
  std::uint32_t number = 0;  // of a change that somebody outside ordered; 0: the scenario plans it
};

}  // namespace tether::teleop
