// How a course was driven, from above: what a report draws, and the figures of the experiment.
// World axes: the vehicle starts at the origin and faces +x; headings count counter-clockwise.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <nlohmann/json_fwd.hpp>

#include "tether/assist/obstacles/range_scan.hpp"
#include "tether/sim/world/course.hpp"
#include "tether/spatial/pose.hpp"

namespace tether::report {

// the way through a course, as whoever made the course means it
struct CourseParams {
  std::vector<Eigen::Vector2d> centre;  // line along the middle of the way; may be empty [m]
  std::optional<double> stop;           // front to the end of that line, at the end: dist2 [m]
  double margin = 0;                    // nearer than this to anything is a collision: dist3 [m]
};

// what is drawn of the vehicle
struct DriveOutline {
  Eigen::Vector2d half{0.33, 0.30};  // of length and width [m]
  double scanner_ahead = 0.28;       // of the centre [m]
};

// plain data; SI units
struct DriveMap {
  struct Moment {
    double t = 0, x = 0, y = 0, heading = 0, speed = 0, clearance = 0;
    double force_x = 0, force_z = 0;  // on the hand: to the right, towards the person [N]
  };
  // where the scanner was, and what it saw, in world axes
  struct Sight {
    double t = 0, x = 0, y = 0, heading = 0;
    std::vector<Eigen::Vector2d> points;
  };
  struct Collision {
    double t = 0, x = 0, y = 0;
    std::string what;  // name of what was hit
  };

  sim::Course course;
  DriveOutline outline;
  CourseParams params;
  std::vector<Moment> path;
  std::vector<Sight> scans;
  std::vector<Collision> collisions;
};

// as the page reads it (web/src/data.ts); what is not finite becomes null
nlohmann::json to_json(const DriveMap& map);

// the figures of the experiment
struct DriveMetrics {
  int collisions = 0;
  double least_clearance = 0;        // [m]; infinite on an empty course
  std::optional<double> stop_error;  // where a stop is asked for; positive: too early [m]
  double lateral_rms = 0;            // of the vehicle's centre, from the line, while it moved [m]
  double way = 0;                    // share of the line that the centre has reached, 0 … 1
  double driving_time = 0;           // from the first motion to the last [s]
};

// Sees the true motion tick by tick and keeps what is worth drawing.
class DriveWatch {
 public:
  using Clearance =
      std::function<double(const sim::Course&, const spatial::Pose&, const Eigen::Vector2d&)>;

  DriveWatch(sim::Course course, const DriveOutline& outline, CourseParams params,
             Clearance clearance = sim::clearance);

  // one tick: times ascend [s], true pose and speed [m/s], what the hand feels of obstacles [N]
  void observe(double t, const spatial::Pose& actual, double speed, const spatial::Vector3& felt);
  // a scan, with the pose of the vehicle (not of the scanner) when it was complete
  void observe_scan(const assist::RangeScan& scan, const spatial::Pose& actual);

  const DriveMap& map() const noexcept { return map_; }
  DriveMetrics metrics() const;

 private:
  void watch_clearance(const DriveMap::Moment& now, const spatial::Pose& actual);
  void watch_motion(const DriveMap::Moment& now, double since_last);
  void keep(const DriveMap::Moment& now);

  Clearance clearance_;
  DriveMap map_;
  double path_period_, scan_period_;  // between those that are kept, both grow [s]
  // of the collisions
  bool colliding_ = false;
  std::optional<double> clear_since_;
  double least_clearance_;
  // of the motion
  std::optional<double> first_motion_, last_motion_;
  double squares_ = 0, moved_ = 0;  // [m² s], [s]
  double reached_ = 0;              // along the line [m]
  std::optional<DriveMap::Moment> last_;
};

}  // namespace tether::report
