// How far what a scanner sees stands in the way of the vehicle that carries it: the obstruction of
// each of four ways, 0 … 1, from one scan. With beam angles θ (0 right, π/2 front) and d_max:
//   c_forward  = max_i (d_max − d_i)/d_max ·  sin θ_i   over d_i < d_max, sin θ_i > 0
//   c_backward = max_i (d_max − d_i)/d_max · −sin θ_i   over d_i < d_max, sin θ_i < 0
//   c_right    = max_i (d_max − d_i)/d_max ·  cos θ_i   over d_i < d_max, cos θ_i > 0
//   c_left     = max_i (d_max − d_i)/d_max · −cos θ_i   over d_i < d_max, cos θ_i < 0
// With F = −k c q (obstacle_force.hpp) these are the environment forces of the spec of system 2
// (its source: eq. 5.5, 5.6) in every magnitude. In sign the source's F_x is ours; its F_z, taken
// literally, would point along the displacement and pull the hand towards what is in the way,
// against the purpose it states. Ours acts against the displacement in all four cases.
//
// point       d_i is the distance from the scanner, as above.
// footprint   d_i is the distance from the outline along the beam (0 within it).
// trajectory  The outline is driven along the arc of the commanded speed and turn rate, as far as
//             the horizon (swept_outline.hpp); the way until it meets a point gives c_forward,
//             and backwards c_backward. Three arcs that turn more to the left, and three to the
//             right, are tried as well. With C their mean on one side, the least turned
//             first weighted 3 : 2 : 1, and B the best of all seven,
//               c_side = C − B (1 − B)
//             which is how much worse that side is than the best, and, once even the best ends
//             soon, how blocked it is itself. What is narrow but can be passed does not obstruct.
//
// Continuous in ranges, speed and turn rate; not where a beam has or loses an answer, or where a
// smoothed one turns from far to infinite. The scanner does not see what is behind the vehicle:
// there is no memory, so c_backward only knows what stands beside its rear.
// Cost: point and footprint one pass over the beams; trajectory 8 sweeps over the points within
// reach, 14 while it slowly backs up. No heap, nothing but [0, 1] ever comes out.
#pragma once

#include <vector>

#include "tether/assist/obstacles/outline.hpp"
#include "tether/assist/obstacles/range_scan.hpp"
#include "tether/assist/obstacles/swept_outline.hpp"
#include "tether/control/couplings/obstruction.hpp"
#include "tether/robot/platform.hpp"

namespace tether::assist {

enum class ObstructionMode { point, footprint, trajectory };

struct ObstructionParams {
  ObstructionMode mode = ObstructionMode::point;
  bool smoothing = true;  // scan_smoothing.hpp, before all else
  double d_max = 2;       // point, footprint [m]
  // footprint, trajectory: counter-clockwise in platform axes, and where the scanner is in them [m]
  std::vector<Eigen::Vector2d> outline =
      rectangle(robot::PlatformGeometry{}.half_length, robot::PlatformGeometry{}.half_width);
  Eigen::Vector2d scanner{robot::PlatformGeometry{}.scanner_ahead, 0};
  // trajectory
  double horizon = 2.5;      // of the prediction [s]
  double least_speed = 0.5;  // it looks ahead as if at least this fast [m/s]
  double margin = 0.1;       // beside the outline, where an obstacle begins to count [m]
  double turn_step = 0.3;    // between the arcs that are tried [rad/s]
  // of the scans that will come, for which tables are made: others are possible but cost more once
  double first_angle = RangeScan{}.first_angle;
  double angle_step = RangeScan{}.angle_step;
};

class ObstructionSensor {
 public:
  // throws core::InputError when a parameter is impossible
  explicit ObstructionSensor(const ObstructionParams& params);

  // a new scan; one whose angles are not finite is not taken
  void see(const RangeScan& scan) noexcept;
  // of the last scan, when driving like this (the sideways part is not looked at)
  control::Obstruction obstruction(const robot::PlanarTwist& command) noexcept;
  // both
  control::Obstruction update(const RangeScan& scan, const robot::PlanarTwist& command) noexcept {
    see(scan);
    return obstruction(command);
  }

  // the last scan as it was used
  const RangeScan& used() const noexcept { return scan_; }

 private:
  using Beams = Eigen::Array<double, kMaxBeams, 1>;
  struct Fan {
    double ahead = 0, left = 0, right = 0;
  };

  void make_tables(double first_angle, double angle_step) noexcept;
  void keep_points(double within) noexcept;
  control::Obstruction around() noexcept;
  control::Obstruction on_the_way(double speed, double turn) noexcept;
  double arc(double speed, double turn, bool backward) noexcept;
  Fan fan(double speed, double turn, bool backward) noexcept;

  ObstructionParams params_;
  Outline outline_;
  SweptOutline swept_;
  double first_angle_ = 0, angle_step_ = 0;  // of the tables
  Beams sin_, cos_;
  Beams exit_;   // where a beam leaves the outline; 0 in the point mode [m]
  Beams share_;  // (d_max − d)/d_max, 0 where nothing is near
  RangeScan scan_;
  GroundPoints points_;
};

}  // namespace tether::assist
