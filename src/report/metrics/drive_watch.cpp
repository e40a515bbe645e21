#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "report/metrics/centre_line.hpp"
#include "tether/report/plots/drive_map.hpp"

namespace tether::report {
namespace {

constexpr double kMoving = 0.02;          // slower is rest [m/s]
constexpr double kClearAgain = 0.02;      // beyond the margin, after a collision [m]
constexpr double kClearFor = 0.2;         // [s]
constexpr double kPathPeriod = 0.05;      // [s]
constexpr double kEarly = 1e-6;           // a tick may come that early [s]
constexpr double kEverySecond = 1.9;      // periods; a scan may come a little early
constexpr std::size_t kMoments = 4000;    // at most
constexpr std::size_t kScans = 150;       // at most
constexpr std::size_t kScanPoints = 200;  // of each, at most

double heading_of(const spatial::Pose& pose) {
  return std::atan2(pose.rotation(1, 0), pose.rotation(0, 0));
}

// every second one stays; the first does
template <class T>
void thin(std::vector<T>& list) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < list.size(); i += 2) {
    if (i != kept) list[kept] = std::move(list[i]);
    ++kept;
  }
  list.resize(kept);
}

bool line_is_one(const CourseParams& params) {
  return params.centre.size() > 1 && length(params.centre) > 0;
}

}  // namespace

DriveWatch::DriveWatch(sim::Course course, const DriveOutline& outline, CourseParams params,
                       Clearance clearance)
    : clearance_(std::move(clearance)),
      map_{.course = std::move(course), .outline = outline, .params = std::move(params)},
      path_period_(kPathPeriod),
      scan_period_(0),
      least_clearance_(std::numeric_limits<double>::infinity()) {}

void DriveWatch::observe(double t, const spatial::Pose& actual, double speed,
                         const spatial::Vector3& felt) {
  if (!std::isfinite(t) || !actual.position.allFinite() || !actual.rotation.allFinite()) return;
  const DriveMap::Moment now{.t = t,
                             .x = actual.position.x(),
                             .y = actual.position.y(),
                             .heading = heading_of(actual),
                             .speed = speed,
                             .clearance = clearance_(map_.course, actual, map_.outline.half),
                             .force_x = felt.x(),
                             .force_z = felt.z()};
  watch_clearance(now, actual);
  watch_motion(now, last_ ? t - last_->t : 0);
  keep(now);
  last_ = now;
}

// A touch shakes: one collision lasts until the vehicle has been well clear for a while.
void DriveWatch::watch_clearance(const DriveMap::Moment& now, const spatial::Pose& actual) {
  least_clearance_ = std::min(least_clearance_, now.clearance);
  const double margin = map_.params.margin;
  if (!(now.clearance > margin + kClearAgain)) {
    clear_since_.reset();
  } else if (!clear_since_) {
    clear_since_ = now.t;
  }
  if (colliding_ && clear_since_ && now.t - *clear_since_ >= kClearFor - kEarly) colliding_ = false;
  if (colliding_ || !(now.clearance < margin)) return;
  colliding_ = true;

  // who it was: the nearest
  DriveMap::Collision hit{.t = now.t, .x = now.x, .y = now.y, .what = {}};
  double nearest = std::numeric_limits<double>::infinity();
  const auto ask = [&](const sim::Course& part, const std::string& name) {
    const double distance = clearance_(part, actual, map_.outline.half);
    if (distance < nearest) {
      nearest = distance;
      hit.what = name;
    }
  };
  for (const sim::CourseBox& box : map_.course.boxes) ask({.boxes = {box}, .posts = {}}, box.name);
  for (const sim::CoursePost& post : map_.course.posts) {
    ask({.boxes = {}, .posts = {post}}, post.name);
  }
  map_.collisions.push_back(std::move(hit));
}

void DriveWatch::watch_motion(const DriveMap::Moment& now, double since_last) {
  const bool moves = std::abs(now.speed) > kMoving;
  if (moves) {
    if (!first_motion_) first_motion_ = now.t;
    last_motion_ = now.t;
  }
  if (!line_is_one(map_.params)) return;
  const OnLine at = find_on_line(map_.params.centre, {now.x, now.y});
  reached_ = std::max(reached_, at.along);
  if (!moves) return;
  squares_ += at.beside * at.beside * since_last;
  moved_ += since_last;
}

// The newest always is the last of the path; it gives way to the next while that is too early.
void DriveWatch::keep(const DriveMap::Moment& now) {
  std::vector<DriveMap::Moment>& path = map_.path;
  const bool early =
      path.size() > 1 && path.back().t - path[path.size() - 2].t < path_period_ - kEarly;
  if (early) path.pop_back();
  if (path.size() == kMoments) {
    thin(path);
    path_period_ *= 2;
  }
  path.push_back(now);
}

void DriveWatch::observe_scan(const assist::RangeScan& scan, const spatial::Pose& actual) {
  std::vector<DriveMap::Sight>& scans = map_.scans;
  const double t = core::seconds(scan.time);
  if (!scans.empty() && t - scans.back().t < scan_period_ - kEarly) return;
  const spatial::Pose scanner =
      actual * spatial::Pose{spatial::Matrix3::Identity(), {map_.outline.scanner_ahead, 0, 0}};
  DriveMap::Sight sight{.t = t,
                        .x = scanner.position.x(),
                        .y = scanner.position.y(),
                        .heading = heading_of(actual),
                        .points = {}};
  const int count = std::clamp(scan.count, 0, assist::kMaxBeams);
  const auto most = static_cast<int>(kScanPoints);
  const int step = std::max(1, (count + most - 1) / most);
  for (int beam = 0; beam < count; beam += step) {
    const double range = scan.ranges[static_cast<std::size_t>(beam)];
    if (!std::isfinite(range)) continue;
    const double angle = scan.angle(beam);
    const spatial::Vector3 point =
        scanner * spatial::Vector3(range * std::sin(angle), -range * std::cos(angle), 0);
    sight.points.emplace_back(point.x(), point.y());
  }
  if (scans.size() == kScans) {
    const double period = (scans.back().t - scans.front().t) / static_cast<double>(kScans - 1);
    scan_period_ = kEverySecond * period;
    thin(scans);
  }
  scans.push_back(std::move(sight));
}

DriveMetrics DriveWatch::metrics() const {
  DriveMetrics metrics{.collisions = static_cast<int>(map_.collisions.size()),
                       .least_clearance = least_clearance_,
                       .lateral_rms = moved_ > 0 ? std::sqrt(squares_ / moved_) : 0};
  if (first_motion_) metrics.driving_time = *last_motion_ - *first_motion_;
  if (!line_is_one(map_.params)) return metrics;
  const std::vector<Eigen::Vector2d>& line = map_.params.centre;
  metrics.way = std::clamp(reached_ / length(line), 0.0, 1.0);
  if (last_ && map_.params.stop) {
    const Eigen::Vector2d ahead(std::cos(last_->heading), std::sin(last_->heading));
    const Eigen::Vector2d front =
        Eigen::Vector2d(last_->x, last_->y) + map_.outline.half.x() * ahead;
    const Eigen::Vector2d u = (line.back() - line[line.size() - 2]).normalized();
    metrics.stop_error = u.dot(line.back() - front) - *map_.params.stop;
  }
  return metrics;
}

}  // namespace tether::report
