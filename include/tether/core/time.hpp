// Session time: nanoseconds since the session began, the same in simulation, real time and replay.
// Stages never read a clock; time is passed in.
#pragma once

#include <chrono>

namespace tether::core {

using Duration = std::chrono::nanoseconds;

struct SessionClock {
  using rep = Duration::rep;
  using period = Duration::period;
  using duration = Duration;
  using time_point = std::chrono::time_point<SessionClock>;
};
using Time = SessionClock::time_point;

// [s]
constexpr double seconds(Duration d) noexcept { return std::chrono::duration<double>(d).count(); }
constexpr double seconds(Time t) noexcept { return seconds(t.time_since_epoch()); }

// nearest nanosecond to s [s]
constexpr Duration duration_from_seconds(double s) noexcept {
  return Duration(static_cast<Duration::rep>(s * 1e9 + (s < 0 ? -0.5 : 0.5)));
}

}  // namespace tether::core
