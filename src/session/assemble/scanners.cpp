#include "session/assemble/scanners.hpp"

#include "tether/device/drivers/sick_tim/sick_tim.hpp"
#include "tether/device/drivers/smart_wheels/host_port.hpp"
#include "tether/sim/devices/simulated_platform.hpp"
#include "tether/sim/devices/simulated_scanner.hpp"
#include "tether/sim/world/world_file.hpp"

namespace tether::session {
namespace {

// differs from the seeds of other random parts of a session
constexpr std::uint64_t kScannerSeed = 0x7363616e;

sim::SimulatedScannerParams scanner_params(const scenario::Scenario& scenario) {
  sim::SimulatedScannerParams params{.scanner = {.world = sim::world_file(scenario.follower.world),
                                                 .seed = scenario.seed ^ kScannerSeed}};
  for (const sim::Interval& interval : scenario.scanner.silent) {
    params.silences.push_back({core::Time(core::duration_from_seconds(interval.from)),
                               core::Time(core::duration_from_seconds(interval.to))});
  }
  return params;
}

// the activity that asks it stamps its scans
std::unique_ptr<device::Scanner> open_tim561(const std::string& address) {
  device::SickTimParams params;
  // checked when the scenario was read
  if (const auto there = device::parse_host_port(address, params.port)) {
    params.host = there->host;
    params.port = there->port;
  }
  return std::make_unique<device::SickTim>(params, [] { return core::Time{}; });
}

}  // namespace

std::unique_ptr<device::Scanner> follower_scanner(const scenario::Scenario& scenario,
                                                  const sim::SimulatedDevice& platform) {
  if (!is_driven(scenario)) return nullptr;
  const auto& wheels = dynamic_cast<const sim::SimulatedPlatform&>(platform).wheels();
  return std::make_unique<sim::SimulatedScanner>(scanner_params(scenario),
                                                 [&wheels] { return wheels.pose(); });
}

std::unique_ptr<device::Scanner> scanner_in_wall_time(const scenario::Scenario& scenario,
                                                      core::LatestValue<spatial::Pose>& place) {
  if (scenario.scanner.source == scenario::ScannerParams::Source::tim561) {
    return open_tim561(scenario.scanner.address);
  }
  sim::SimulatedScannerParams params = scanner_params(scenario);
  // its thread has the scanner's pace: there is one whenever it asks
  params.rate *= 4;
  auto platform = [&place, last = spatial::Pose{}]() mutable {
    place.read(last);
    return last;
  };
  return std::make_unique<sim::SimulatedScanner>(params, platform);
}

}  // namespace tether::session
