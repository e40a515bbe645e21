// The guards between the energy account and one device, in the order in which they act:
//   contact watch, emergency stop, frozen sensor      reasons to stop
//   joint stops → joint speed → tool speed            shape the effort, may push back
//   safety stop                                       once stopped, only brakes
//   torque rate                                       bounds what is left
//   geofence                                          pushes back, unless stopped
//   power                                             has the last word
// The fence comes late since whatever scales or delays its push lets the tool in.
// Each says when and by how much it acted. Springs of fence and stops store energy that the hand
// put in: `held` is what the account must set aside for it, one tick ahead.
// Which of them void a passivity proof, and when: docs/design/guards.md.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tether/guard/fence/geofence.hpp"
#include "tether/guard/limits/joint_speed_limit.hpp"
#include "tether/guard/limits/joint_stops.hpp"
#include "tether/guard/limits/power_bound.hpp"
#include "tether/guard/limits/tool_speed_limit.hpp"
#include "tether/guard/limits/torque_rate_limit.hpp"
#include "tether/guard/stops/contact_watch.hpp"
#include "tether/guard/stops/frozen_watch.hpp"
#include "tether/guard/stops/safety_stop.hpp"

namespace tether::guard {

struct FenceParams : GeofenceParams {
  std::vector<FenceBox> boxes;
};

// a guard that is not given is not there
struct DeviceGuardsParams {
  std::optional<ContactWatchParams> contact;
  std::optional<FrozenWatchParams> frozen;
  std::optional<FenceParams> fence;
  std::optional<JointStopsParams> joint_stops;
  std::optional<JointSpeedLimitParams> joint_speed;
  std::optional<ToolSpeedLimitParams> tool_speed;
  std::optional<TorqueRateLimitParams> torque_rate;
  std::optional<PowerBoundParams> power;
  SafetyStopParams stop;
};

// what they did in a tick; 0 where nothing was to be done
struct DeviceGuardsReport {
  double joint_stops = 0;     // norm of the change [N m or N]
  double joint_speed = 0;     // the same
  double tool_speed = 0;      // the same
  double torque_rate = 0;     // what is still missing [N m or N]
  double power = 0;           // taken away [W]
  double fence = 0;           // force of the fence on the tool [N]
  double fence_distance = 0;  // to the nearest box in force [m]; 0 without a fence
  double held = 0;            // in springs [J]
  bool contact = false;
  StopReason stop = StopReason::none;
};

class DeviceGuards {
 public:
  // `stage` names the device in faults; static text
  DeviceGuards(const DeviceGuardsParams& params, const char* stage);

  struct Sensed {
    spatial::Wrench external_at_tool;  // of hand or world
    bool stop_pressed = false;
  };
  struct Out {
    robot::JointVector effort;
    bool changed = false;  // it is not the one that was asked for
    DeviceGuardsReport report;
    core::Fault fault;  // why it stopped, in the tick in which it did
  };
  Out update(const DeviceView& view, const Sensed& sensed,
             const robot::JointVector& effort) noexcept;

  // after a fault or a stop that leaves nothing to command: stopped from now on
  void let_go(StopReason reason) noexcept;

  bool stopped() const noexcept { return stop_->stopped(); }
  // any thread
  void request_stop(StopReason reason) noexcept { stop_->request(reason); }
  // between two ticks; a load that still presses stops anew
  void reset_stop() noexcept;
  // any thread; null without a fence
  Geofence* fence() noexcept { return fence_.get(); }

 private:
  void watch(const DeviceView& view, const Sensed& sensed, Out& out) noexcept;
  double shape(const DeviceView& view, Out& out) noexcept;
  void stop_for(StopReason reason, const core::Fault& why, Out& out) noexcept;

  const char* stage_;
  std::optional<ContactWatch> contact_;
  std::optional<FrozenWatch> frozen_;
  std::unique_ptr<Geofence> fence_;  // its switches are atomic and stay where they are
  std::optional<JointStops> joint_stops_;
  std::optional<JointSpeedLimit> joint_speed_;
  std::optional<ToolSpeedLimit> tool_speed_;
  std::optional<TorqueRateLimit> torque_rate_;
  std::optional<PowerBound> power_;
  std::unique_ptr<SafetyStop> stop_;
  bool weighs_;  // any asks for the load on the joints
  bool shapes_;  // any asks for the factor
  robot::InertiaFactor inertia_;
  robot::JointVector load_;       // of hand or world on the joints [N m or N]
  robot::JointVector commanded_;  // in the last tick
  double potential_ = 0;          // in springs, in the last tick [J]
  bool was_stopped_ = false;      // at the end of the last tick
};

}  // namespace tether::guard
