// An arm that is commanded where to be: the leader of a force-position session, whole, with a
// reference in the place of the simulated system and nobody's hand on it. What the document did
// with steps and circles before it coupled anything.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tether/control/couplings/force_position.hpp"

namespace tether::reproduction {

// where the tool shall be at time t after the beginning [s], away from where it starts; at rest at
// 0 and before
using Reference = std::function<control::PoseState(double t)>;

struct DisplayTrialParams {
  control::StreamVariant variant = control::StreamVariant::impedance;
  double translation_stiffness = 200;  // [N/m]
  double orientation_stiffness = 10;   // [N m/rad]
  double translation_damping = 28.28;  // [N s/m]
  double orientation_damping = 6.32;   // [N m s/rad]
  // time constant of a first-order filter of the reference, 0 = none [s]
  double filter = 0;
  // the reference comes as points, so many a second, so much later; 0 = at every tick, at once
  double rate = 0;   // [Hz]
  double delay = 0;  // [s]
};

// what was wanted and where the tool was, tick by tick from the beginning
struct DisplayTrace {
  double period = 1e-3;                         // of a tick [s]
  std::vector<spatial::Vector3> wanted, shown;  // [m]
};

// Lets the arm settle first. core::InputError; a trace that a fault cut short is shorter.
DisplayTrace play(const DisplayTrialParams& params, const Reference& reference, double seconds);

// a step along an axis at a time of the trace
struct StepResponse {
  double time_constant = 0;  // until 63.2 % of the way that it goes [s]
  double short_by = 0;       // distance from the reference at the end [m]
};
// from the tick of the step to the one before `end`; none of a tool that did not move
std::optional<StepResponse> step_response(const DisplayTrace& trace, int axis, std::size_t step,
                                          std::size_t end);

// how much later the tool passes the middle of its way than the reference does, in the mean over
// all crossings after `from` [s]; as the document measured it
std::optional<double> lag_at_crossings(const DisplayTrace& trace, int axis, double from);

}  // namespace tether::reproduction
