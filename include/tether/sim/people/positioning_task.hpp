// The positioning task: two marks in the follower's space, 120 mm apart, and a beep every few
// seconds that calls for the other one, to be reached as quickly as possible and held. A cycle is
// there and back. Nijhof, Teleoperation using passive control and LUNA network channels, 2018, 5.2.
#pragma once

#include "tether/spatial/vectors.hpp"

namespace tether::sim {

struct PositioningTask {
  spatial::Vector3 first = {0, -0.06, 0};  // mark where the task begins, leader's workspace [m]
  spatial::Vector3 second = {0, 0.06, 0};  // the other one [m]
  double first_beep = 3;                   // [s]
  double interval = 3;                     // between beeps [s]
  int cycles = 10;
  double mark_width = 0.01;  // what counts as being on a mark [m]

  // beeps until t [s]
  int beeps(double t) const noexcept;
  // the mark that the last of n beeps called for
  const spatial::Vector3& called(int n) const noexcept { return n % 2 == 0 ? first : second; }
  double beep_time(int n) const noexcept { return first_beep + interval * (n - 1); }  // n = 1, 2, …
  double end() const noexcept { return first_beep + interval * 2 * cycles; }          // [s]
};

}  // namespace tether::sim
