// A light closed loop around a person who drives blind, to try the person without the rest of the
// system: a handle with mass and friction in the real sim::Hand, a platform that follows its wanted
// velocity with a first-order lag, a range scanner among line segments, the obstructions as a point
// or along the predicted arc, and a link with delay, jitter and loss.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include <Eigen/Core>

#include "tether/control/couplings/obstruction.hpp"
#include "tether/sim/people/driving_intention.hpp"
#include "tether/sim/people/hand.hpp"
#include "tether/sim/people/random_generator.hpp"

namespace tether::support {

using Eigen::Vector2d;

struct Wall {
  Vector2d from, to;
};
using Walls = std::vector<Wall>;

// the ways that the courses can be seen by the hand
enum class Mode : std::uint8_t { no_force, point, trajectory };

struct Stance {
  double x = 0, y = 0, turn = 0;
};

struct DriveSetup {
  Walls walls;
  Mode mode = Mode::point;
  sim::DrivingParams person;
  sim::HandParams hand;
  Stance start;
  double link_delay = 0, link_jitter = 0, link_loss = 0;  // [s], [s], share
  double until = 120;                                     // [s]
};

struct DriveOutcome {
  bool collided = false, done = false;
  Stance end;
  double time = 0;
  double rms_offset = 0;     // of y over the way driven [m]
  double most_offset = 0;    // [m]
  std::vector<Stance> path;  // every 0.1 s
};

inline constexpr double kHalfLength = 0.33, kHalfWidth = 0.30;  // of the platform [m]
inline constexpr double kMargin = 0.05;                         // nearer is a collision [m]
inline constexpr double kScannerAhead = 0.28;                   // of the centre [m]

DriveOutcome drive_blind(const DriveSetup& setup, std::uint64_t seed);

}  // namespace tether::support
