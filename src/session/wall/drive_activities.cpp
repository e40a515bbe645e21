#include "session/wall/drive_activities.hpp"

#include <string_view>

#include "session/assemble/scanners.hpp"

namespace tether::session {
namespace {

constexpr double kScanRate = 15;   // of a TiM561 [Hz]
constexpr double kPollRate = 100;  // of one on the network, so that its scans do not wait [Hz]
// of the field bus, after which the session stops: a machine without real-time kernel may hold a
// thread for tens of milliseconds, and the wheels brake by themselves after 20
constexpr auto kBusSilence = std::chrono::milliseconds(250);

signals::DeviceState at_rest(const robot::Chain& chain) {
  signals::DeviceState state;
  state.position = state.applied = robot::JointVector::Zero(chain.joint_count);
  return state;
}

}  // namespace

double lidar_rate(const scenario::Scenario& scenario) noexcept {
  return scenario.scanner.source == scenario::ScannerParams::Source::tim561 ? kPollRate : kScanRate;
}

int drive_priority(const scenario::Scenario& scenario, const std::string& thread) noexcept {
  if (scenario.realtime.priority == 0) return 0;
  if (thread == kWatchdogThread) return 40;
  if (thread == kWheelsThread) return 39;
  return thread == kHapticsThread ? 38 : 0;
}

DriveActivities::DriveActivities(const scenario::Scenario& scenario, const robot::Chain& leader,
                                 const scenario::FollowerSetup& setup, sim::HandMailbox* guided)
    : leader_(leader),
      setup_(setup),
      bus_({.patience = kBusSilence}),
      falcon({.name = scenario.leader.device,
              .rate = scenario.rate,
              .physics = scenario.session.physics,
              .open = [&, guided] { return leader_device(scenario, leader, guided); }},
             handle_),
      field_bus({.name = "field_bus",
                 .rate = scenario.rate,
                 .physics = scenario.session.physics,
                 .open = [&] { return follower_device(scenario, setup); },
                 .place = &place_,
                 .watchdog = &bus_},
                wheels_),
      lidar([&] { return scanner_in_wall_time(scenario, place_); }, mailbox_),
      watchdog(bus_) {}

std::unique_ptr<sim::SimulatedDevice> DriveActivities::handle() {
  return std::make_unique<PortedDevice>(leader_, at_rest(leader_), handle_);
}

std::unique_ptr<sim::SimulatedDevice> DriveActivities::platform() {
  return std::make_unique<PortedDevice>(setup_.chain, at_rest(setup_.chain), wheels_);
}

}  // namespace tether::session
