#include "tether/study/drive_observer.hpp"

#include <cmath>

#include "tether/core/data_path.hpp"
#include "tether/robot/platform.hpp"
#include "tether/session/metric_names.hpp"

namespace tether::study {
namespace {

CourseParams course_of(const session::CourseParams& course) {
  CourseParams params{.stop = course.stop, .margin = course.margin};
  for (const spatial::Vector3& point : course.centre) params.centre.push_back(point.head<2>());
  return params;
}

DriveOutline outline_of_ropod() {
  const robot::PlatformGeometry geometry;
  return {.half = {geometry.half_length, geometry.half_width},
          .scanner_ahead = geometry.scanner_ahead};
}

void append(std::vector<Metric>& metrics, std::string_view name, double value) {
  for (const session::MetricName& known : session::kTaskMetricNames) {
    if (known.name == name) metrics.push_back({known.name, known.unit, value});
  }
}

}  // namespace

DriveObserver::DriveObserver(const session::Scenario& scenario)
    : watch_(
          sim::read_course(core::data_path("worlds/" + scenario.follower.world + ".xml").string()),
          outline_of_ropod(), course_of(scenario.course)) {}

void DriveObserver::observe(const session::Tick& leader, const session::Tick& follower) noexcept {
  if (!follower.measured.actual || follower.origin != session::TickOrigin::made) return;
  seen_ = true;
  const spatial::Vector3 velocity =
      follower.twist.linear + follower.twist.angular.cross(follower.tool.position);
  watch_.observe(core::seconds(follower.time), *follower.measured.actual, velocity.norm(),
                 leader.drive.felt.force);
}

void DriveObserver::see(const assist::RangeScan& scan, const session::Tick& follower) noexcept {
  if (follower.measured.actual) watch_.observe_scan(scan, *follower.measured.actual);
}

void DriveObserver::append_to(std::vector<Metric>& metrics) const {
  if (!seen_) return;
  const DriveMetrics m = watch_.metrics();
  append(metrics, "collisions", m.collisions);
  if (std::isfinite(m.least_clearance)) append(metrics, "clearance_min", m.least_clearance);
  if (m.stop_error) append(metrics, "stop_error", *m.stop_error);
  append(metrics, "lateral_rms", m.lateral_rms);
  append(metrics, "course_share", m.way);
  append(metrics, "driving_time", m.driving_time);
}

}  // namespace tether::study
