// How late cyclictest of rt-tests finds a thread woken on this machine, with the interval and
// priority of a session's loops. wiki.linuxfoundation.org/realtime, "Cyclictest".
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace tether::reproduction {

struct CyclictestParams {
  double seconds = 30;
  double interval = 1e-3;  // [s]
  int priority = 80;       // SCHED_FIFO
  const std::atomic<bool>* stop = nullptr;
};

// wake-up latency [s]
struct Cyclictest {
  std::string missing;  // why there are no figures; empty = there are
  std::uint64_t cycles = 0;
  double mean = 0, min = 0, max = 0;
  // infinite when it lies beyond 1 ms, where the histogram ends
  double p99 = std::numeric_limits<double>::infinity();
};

// what refuses or is not installed is a figure that is missing, no error
Cyclictest run_cyclictest(const CyclictestParams& params);

// from the file that cyclictest writes with --json, of one thread, in ns
Cyclictest parse_cyclictest(std::string_view json);

}  // namespace tether::reproduction
