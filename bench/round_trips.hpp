// Round trips at 1 kHz with everything on one processor, since waking an idle virtual processor
// would dominate otherwise, and before all other work of the machine where that is permitted. The
// rest between two trips is not counted.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <sched.h>
#include <time.h>

#include "bench/comparison.hpp"

namespace tether::bench {

// The calling thread, and threads and processes that it makes meanwhile, stay on the last processor
// that it may use.
class OnOneProcessor {
 public:
  OnOneProcessor() noexcept {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t last;
    CPU_ZERO(&last);
    std::size_t cpu = CPU_SETSIZE - 1;
    while (cpu > 0 && !CPU_ISSET(cpu, &before_)) --cpu;
    CPU_SET(cpu, &last);
    sched_setaffinity(0, sizeof last, &last);
    sched_getparam(0, &priority_before_);
    policy_before_ = sched_getscheduler(0);
    const sched_param first{.sched_priority = 50};
    sched_setscheduler(0, SCHED_FIFO, &first);
  }
  ~OnOneProcessor() {
    sched_setscheduler(0, policy_before_, &priority_before_);
    sched_setaffinity(0, sizeof before_, &before_);
  }
  OnOneProcessor(const OnOneProcessor&) = delete;
  OnOneProcessor& operator=(const OnOneProcessor&) = delete;

 private:
  cpu_set_t before_{};
  int policy_before_ = SCHED_OTHER;
  sched_param priority_before_{};
};

// one round trip after the other, and how long the middle one of them took [s]
using RoundTrips = std::function<double(int count)>;

// The ends and their threads are made when they are first needed; copies share them.
template <class Ends>
RoundTrips round_trips() {
  return [made = std::make_shared<std::unique_ptr<Ends>>()](int count) {
    constexpr timespec kRest{.tv_sec = 0, .tv_nsec = 1'000'000};
    const OnOneProcessor pinned;
    if (*made == nullptr) *made = std::make_unique<Ends>();
    std::vector<double> seconds;
    for (int i = 0; i < count; ++i) {
      clock_nanosleep(CLOCK_MONOTONIC, 0, &kRest, nullptr);
      timespec begin{}, end{};
      clock_gettime(CLOCK_MONOTONIC, &begin);
      (*made)->trip();
      clock_gettime(CLOCK_MONOTONIC, &end);
      seconds.push_back(static_cast<double>(end.tv_sec - begin.tv_sec) +
                        1e-9 * static_cast<double>(end.tv_nsec - begin.tv_nsec));
    }
    std::nth_element(seconds.begin(), seconds.begin() + count / 2, seconds.end());
    return seconds[static_cast<std::size_t>(count / 2)];
  };
}

// both in turns; medians over many turns, and of several such runs the fastest
inline std::function<Timing()> in_turns(RoundTrips ours, RoundTrips theirs) {
  return [ours = std::move(ours), theirs = std::move(theirs)] {
    constexpr int kRuns = 9;
    constexpr int kTurns = 40;
    constexpr int kTrips = 8;  // of a turn
    const auto median = [](std::vector<double>& values) {
      const auto middle = values.begin() + kTurns / 2;
      std::nth_element(values.begin(), middle, values.end());
      return 1e9 * *middle;
    };
    Timing best{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (int run = 0; run < kRuns; ++run) {
      std::vector<double> our_trips, their_trips;
      for (int turn = 0; turn < kTurns; ++turn) {
        our_trips.push_back(ours(kTrips));
        their_trips.push_back(theirs(kTrips));
      }
      best.ours_ns = std::min(best.ours_ns, median(our_trips));
      best.rival_ns = std::min(best.rival_ns, median(their_trips));
    }
    return best;
  };
}

}  // namespace tether::bench
