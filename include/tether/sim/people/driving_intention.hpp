// A person who drives a vehicle with closed eyes, by the handle alone. They know how their own hand
// moves and what force it feels, both a reaction time late and blurred; no picture, no pose. The
// handle lies about its centre, x to the right, z towards the person; pushing on is −z.
//
// They sway the handle right and left while they push on, in strokes of half a second, and compare
// how stiff either side feels (felt_resistance.hpp). The stiffer side is the nearer wall:
//   e = ln(k_right / k_left),   steer = −(p e + d e' + i ∫e)                                  [m]
// Between walls ë = a · steer, an oscillator without damping, so that e' is what keeps the way
// straight; it comes from the memory of the strokes before and the expectation of what the own
// steering does (an α-β observer). The stiffer it feels ahead, the more gently they push. Near the
// resistance that they learned to stop at, they let go, tap, and inch on until it is that stiff. A
// side that is clearly free is turned to on the spot; when there is none, they have arrived.
//
// Nobody's hand is straight: strokes are off by a constant of the person (veer) and by a slow
// wander, which no sense reports. Wallis, Chatziastros & Bülthoff, Current Biology 12, 2002; Souman
// et al., Current Biology 19, 2009; Brown, Rosenbaum & Sainburg, J. Neurophysiology 90(5), 2003.
// docs/measured/driving-operator.md has the whole story and its figures.
#pragma once

#include <cstdint>

#include "tether/sim/people/delayed_sense.hpp"
#include "tether/sim/people/felt_resistance.hpp"
#include "tether/sim/people/intention.hpp"
#include "tether/sim/people/random_generator.hpp"

namespace tether::sim {

struct DrivingParams {
  spatial::Vector3 centre = spatial::Vector3::Zero();  // of the handle [m]

  // the person
  double reaction_delay = 0.18;  // of what is felt, at most 0.511 [s]
  TouchParams touch;
  double give = 2.5e-3;        // by which the arm gives way per newton, as the person expects [m/N]
  double grip_give = 0.5e-3;   // by which the fingers do, which the person knows well [m/N]
  double least_veer = 0.4e-3;  // constant error of the strokes: least …
  double most_veer = 1.2e-3;   // … and most, to either side [m]
  double wander = 0.5e-3;      // standard deviation of the slow error of the strokes [m]
  double wander_time = 8;      // how slow [s]
  double recall = 0.015;       // standard deviation of a learned resistance over itself

  // what the person was trained to
  double free_handle = 55;       // resistance where nothing is near [N/m]
  double stop_resistance = 236;  // resistance ahead where to stop [N/m]
  double open_resistance = 125;  // a side less stiff than this is a way out [N/m]

  // how the person handles it
  double push = 13e-3;         // comfortable deflection [m]
  double sway = 8e-3;          // deflection of a stroke to feel the sides, beyond the dead zone [m]
  double touch_light = 4e-3;   // deflection that moves nothing yet: taps [m]
  double inch = 7e-3;          // deflection that just moves [m]
  double turn = 15e-3;         // deflection with which to turn on the spot [m]
  double stroke = 0.5;         // to one side and back [s]
  double tap = 0.8;            // ahead and back [s]
  double proportional = 0.03;  // p [m]
  double derivative = 0.10;    // d [m s]
  double integral = 0.002;     // i [m/s]
  double steer_effect = 4;  // a, as expected, per deflection and at the comfortable push [1/(m s²)]
  int taps = 12;            // of one look ahead
  int attempts = 6;         // turns on the spot before giving up
};

class DrivingIntention final : public Intention {
 public:
  DrivingIntention(const DrivingParams& params, std::uint64_t seed) noexcept;

  spatial::Vector3 start() const noexcept override { return params_.centre; }
  control::PointState update(core::Time now, double dt, const Senses& senses) noexcept override;
  bool done() const noexcept override { return doing_ == Doing::resting; }

 private:
  enum class Doing : std::uint8_t {
    exploring,
    driving,
    tapping,
    looking,
    inching,
    turning,
    resting
  };
  struct Sides {
    double right = 0, left = 0;
  };

  void feel(double dt, const Senses& senses) noexcept;
  void feel_ahead(double deflection, double rate, double force) noexcept;
  void feel_side(bool right, double deflection, double rate, double force) noexcept;
  void compare() noexcept;
  void end_stroke() noexcept;
  void judge_ahead() noexcept;
  void judge_sides() noexcept;
  void begin(Doing what) noexcept;
  void learn_ahead(double percept) noexcept;
  void stray(double dt) noexcept;
  double stroke_time() const noexcept;
  double push_now() const noexcept;
  spatial::Vector3 wanted() const noexcept;
  void move(double dt, const spatial::Vector3& to) noexcept;

  DrivingParams params_;
  RandomGenerator random_;
  DelayedSense place_;  // of the hand, from the centre
  DelayedSense pace_;   // of the hand
  DelayedSense skin_;
  spatial::Vector3 force_ = spatial::Vector3::Zero();  // felt [N]
  spatial::Vector3 force_rate_ = spatial::Vector3::Zero();
  double stop_;        // stop_resistance as this person recalls it [N/m]
  double veer_;        // [m]
  double wander_ = 0;  // [m]

  Doing doing_ = Doing::exploring;
  double phase_ = 0;     // of the stroke, 0 … 1
  int strokes_ = 0;      // since this doing began
  double inching_ = 0;   // how long this inch takes [s]
  double turn_way_ = 1;  // +1 right, −1 left
  int turns_ = 0;
  int turn_strokes_ = 0;  // that this turn may last
  double missing_ = 1;    // share of the resistance to stop at

  FeltResistance ahead_stroke_, right_stroke_, left_stroke_;  // under way
  bool fresh_ = false;  // the stroke ahead began at the centre
  double ahead_;        // what is known of the resistance ahead [N/m]
  double growth_ = 0;   // by which it grew from look to look [N/m]
  Sides sides_;         // resistance [N/m]
  double taps_sum_ = 0;
  int taps_ = 0;
  Sides look_;                                        // sums of a look to the sides
  Sides looks_;                                       // how many
  int compared_ = 0;                                  // strokes to the sides that were felt
  double imbalance_ = 0;                              // e
  double drift_ = 0;                                  // e' [1/s]
  double steer_integral_ = 0;                         // −i ∫e [m]
  double steer_ = 0;                                  // to the right [m]
  spatial::Vector3 hand_ = spatial::Vector3::Zero();  // where it is intended, from the centre
  spatial::Vector3 hand_velocity_ = spatial::Vector3::Zero();
};

}  // namespace tether::sim
