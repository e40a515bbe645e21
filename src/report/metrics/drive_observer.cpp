#include "tether/report/metrics/drive_observer.hpp"

#include <cmath>

#include "tether/robot/platform.hpp"
#include "tether/sim/world/world_file.hpp"

namespace tether::report {
namespace {

using signals::metric;

CourseParams course_of(const scenario::CourseParams& course) {
  CourseParams params{.stop = course.stop, .margin = course.margin};
  for (const spatial::Vector3& point : course.centre) params.centre.push_back(point.head<2>());
  return params;
}

DriveOutline outline_of_ropod() {
  const robot::PlatformGeometry geometry;
  return {.half = {geometry.half_length, geometry.half_width},
          .scanner_ahead = geometry.scanner_ahead};
}

}  // namespace

DriveObserver::DriveObserver(const scenario::Scenario& scenario)
    : watch_(sim::read_course(sim::world_file(scenario.follower.world)), outline_of_ropod(),
             course_of(scenario.course)) {}

void DriveObserver::observe(const record::Observation& seen) noexcept {
  const signals::Tick& follower = seen.follower;
  if (!follower.measured.actual || follower.origin != signals::TickOrigin::made) return;
  seen_ = true;
  const spatial::Vector3 velocity = follower.twist.velocity_at(follower.tool.position);
  watch_.observe(core::seconds(follower.time), *follower.measured.actual, velocity.norm(),
                 seen.leader.drive.felt.force);
  if (seen.scan != nullptr) watch_.observe_scan(*seen.scan, *follower.measured.actual);
}

void DriveObserver::append_to(std::vector<Metric>& metrics) const {
  if (!seen_) return;
  const DriveMetrics m = watch_.metrics();
  put(metrics, metric("collisions"), m.collisions);
  if (std::isfinite(m.least_clearance)) put(metrics, metric("clearance_min"), m.least_clearance);
  put(metrics, metric("stop_error"), m.stop_error);
  put(metrics, metric("lateral_rms"), m.lateral_rms);
  put(metrics, metric("course_share"), m.way);
  put(metrics, metric("driving_time"), m.driving_time);
}

}  // namespace tether::report
