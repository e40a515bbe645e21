// Oriented boxes that the tool point, a sphere, may not enter. Each acts on the tool along its
// outward normal n only, and only outward: it pushes back and never pulls in.
//
//   f = min(f_brake + f_cushion, f_max) ≥ 0          d: from the sphere to the box [m]
//   f_brake   = 0.3 m/T (v − v_a)₊                   v: speed of approach; m: inertia along n
//   v_a(d)    = √(2 a (d − c)₊)                      allowed there; c: cushion
//   a         = min(a_max, (1 − h) f_max / m)        beside a hand of the share h = f_hand / f_max
//   f_cushion = k (c − d − r T)₊ (1 − r/r_max)₊      r: speed of retreat
//
// Braking distance: c + v²/2a, that is 58 mm from 1 m/s with the figures below up to 4 kg along n,
// 83 mm at 6 kg. All of it lies before the face. The cushion holds 100 N 3 mm before the face.
// Where the ratings of the joints allow less than f_max along n, f_max stands for that: no arm
// holds a hand that its wrist cannot hold. They serve the fence first, the controller gets the
// rest.
//
// Sampled at T = 1 ms a spring gives kT/2 = 10 N s/m too little on the way in and too much on the
// way out (Colgate & Schenkel, J. Robotic Systems 14(1), 1997). Going in, the brake pays for it:
// 0.3 m/T = 300 N s/m per kg, the most that a rate half a sample old can have without overshoot.
// Going out, the spring is read one sample ahead and fades with the speed of retreat, so that it
// returns less than it took. Energy comes in only where a box is switched on around the tool:
// `potential` is how much is stored, for an account to hold aside. Efforts that are held for a
// tick while the arm turns are no longer the force they were made of; they are made for the posture
// half a tick ahead.
//
// Speeds come from the last displacement, since an estimate over 20 ms lets 100 N on 1 kg gain
// 1 m/s unseen; a displacement counts only as far as the one before or the estimate bear it out, so
// that one bad sample makes no force, and after a reversal there is none.
//
// The controller's own efforts are relieved of what would speed the tool up inward: of all in the
// cushion, less and less up to twice as far, and anywhere of as much as the brake gives. Efforts
// are those beyond gravity compensation.
//
// A box with the tool in it (switched on there, or a jump) pushes out through the nearest face; its
// force is built up within `ramp`. A box that is switched on is at once in force where it has
// nothing to push, otherwise within `ramp`; switched off it fades as slowly.
// More: docs/design/geofence.md.
#pragma once

#include <array>
#include <atomic>
#include <limits>
#include <span>
#include <string_view>

#include "tether/control/engagement/ease.hpp"
#include "tether/core/fault.hpp"
#include "tether/guard/device_view.hpp"
#include "tether/guard/fence/fence_box.hpp"
#include "tether/robot/inertia_factor.hpp"

namespace tether::guard {

struct GeofenceParams {
  double radius = 0;           // of the sphere around the tool point [m]
  double deceleration = 10;    // a_max [m/s²]
  double cushion = 8e-3;       // c [m]
  double stiffness = 20e3;     // k [N/m]
  double max_force = 140;      // f_max [N]
  double hand_force = 100;     // f_hand that braking must overcome besides, < f_max [N]
  double release_speed = 0.2;  // r_max, at which the cushion pushes no more [m/s]
  double ramp = 0.3;           // to switch on and off, and to build up a force from inside [s]
  double jump = 10e-3;         // between two ticks: no motion but another place [m]
  double sample_time = 1e-3;   // T [s]
  robot::JointVector max_effort = {};  // ratings of the joints, empty = any [N m or N]
};

class Geofence {
 public:
  static constexpr int kMaxBoxes = 16;

  // throws core::InputError that names the box or the parameter
  Geofence(const GeofenceParams& params, std::span<const FenceBox> boxes);

  // any thread, at any time; takes effect with the next tick. Without effect beyond the last box.
  void enable(int box, bool on) noexcept;
  bool enabled(int box) const noexcept;

  int size() const noexcept { return count_; }
  const FenceBox& box(int index) const noexcept { return boxes_[static_cast<std::size_t>(index)]; }
  // -1 when there is none of that name
  int find(std::string_view name) const noexcept;

  struct Out : Guarded {                                // amount: |force| [N]
    spatial::Vector3 force = spatial::Vector3::Zero();  // of the fence on the tool, base frame [N]
    robot::JointVector push;                            // the same as a part of `effort` [N m or N]
    double removed = 0;                                 // of the controller's pushes inward [N]
    double distance = std::numeric_limits<double>::infinity();  // to the nearest box in force [m]
    int box = -1;                                               // which one, -1 when none is
    double potential = 0;                                       // stored in the cushions [J]
    core::Fault fault = {};  // a number was not finite: then the effort is zero
  };
  // inertia: that of the view, eliminated
  Out update(const DeviceView& view, const robot::InertiaFactor& inertia,
             const robot::JointVector& effort) noexcept;

 private:
  struct State {
    control::Ease share;  // in force
    spatial::Vector3 force = spatial::Vector3::Zero();
    bool building = true;  // its force may not step up
    bool jumped = false;   // nor down
  };
  struct Motion {  // of the tool point [m/s]
    spatial::Vector3 now;
    spatial::Vector3 before;
    spatial::Vector3 estimate;
  };
  struct Contact {
    spatial::NearestFace face;
    double approach = 0;  // [m/s]
    double retreat = 0;   // [m/s]
  };
  struct Tick;

  template <class Array>
  static auto& at(Array& array, int index) noexcept {
    return array[static_cast<std::size_t>(index)];
  }
  static Contact contact(const spatial::NearestFace& face, const Motion& motion) noexcept;
  bool in_reach(const Contact& c) const noexcept;
  void push(int index, const Contact& c, Tick& tick) noexcept;
  double cushion_force(const Contact& c) const noexcept;
  double cushion_energy(double distance) const noexcept;
  double strength(const robot::JointVector& u) const noexcept;
  double allowed_speed(double distance, double strongest) const noexcept;
  void fit(Out& out) const noexcept;
  robot::JointVector ahead(const DeviceView& view, const spatial::Vector3& force,
                           bool jumped) const noexcept;
  spatial::Vector3 built_up(State& state, const spatial::Vector3& wanted,
                            const spatial::NearestFace& face, bool jumped) const noexcept;

  // of a direction in which the tool cannot move, or of a matrix that is none of a mass [kg]
  static constexpr double kHeaviest = 50;

  GeofenceParams params_;
  std::array<FenceBox, kMaxBoxes> boxes_;
  std::array<State, kMaxBoxes> states_;
  std::array<std::atomic<bool>, kMaxBoxes> enabled_{};
  int count_ = 0;
  double ease_step_;   // per tick
  double force_step_;  // per tick [N]
  double gentlest_;    // a of the heaviest tool, the least there is [m/s²]
  bool started_ = false;
  spatial::Vector3 place_ = spatial::Vector3::Zero();        // of the tool a tick ago [m]
  robot::Jacobian jacobian_;                                 // a tick ago
  spatial::Vector3 rate_before_ = spatial::Vector3::Zero();  // [m/s]
};

}  // namespace tether::guard
