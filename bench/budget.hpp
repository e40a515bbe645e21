// A rival that is no program but a limit: the time that something may take, spun away.
#pragma once

#include <functional>

#include <time.h>

namespace tether::bench {

// for Comparison::theirs; processor time of this thread [µs]
inline std::function<void(int)> budget(double microseconds) {
  return [microseconds](int repetitions) {
    timespec begin{}, now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    const auto nanoseconds = [](const timespec& t) {
      return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
    };
    do {
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while (nanoseconds(now) - nanoseconds(begin) < 1e3 * microseconds * repetitions);
  };
}

}  // namespace tether::bench
