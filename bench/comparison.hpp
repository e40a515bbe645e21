// One thing that tether computes beside the same thing computed by a known library. A file in
// bench/ adds its comparisons by defining one `Registration` at namespace scope; the program times
// both sides in turns in one process, so that frequency steps and neighbours hit both alike.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <sched.h>

namespace tether::bench {

struct Timing {
  double ours_ns = 0;   // of one repetition
  double rival_ns = 0;  // of one repetition
  double ratio() const noexcept { return rival_ns / ours_ns; }
};

struct Comparison {
  std::string name;   // snake_case, stable, as in bench.json
  std::string rival;  // what it is compared with
  double aim = 1;     // ratio rival/ours that we want at least
  // do the work this many times
  std::function<void(int repetitions)> ours;
  std::function<void(int repetitions)> theirs;
  // work that lasts takes fewer turns; work on several threads is timed by the wall
  int runs = 9;
  int batches = 41;
  bool wall_time = false;
  // what is not the time of a call, such as a latency, is measured here for both sides in turns, in
  // place of all of the above
  std::function<Timing()> measured = {};
  // threads that hand work to each other stay on one core (OnOneCore): on several, waking an idle
  // one is most of what is measured
  bool one_core = false;
  // work that comes at a rate: the time between two repetitions, which is not counted [s]
  double pause = 0;
};

using Factory = std::function<std::vector<Comparison>()>;

// factories run after main has begun, so they may load models and throw
class Registration {
 public:
  explicit Registration(Factory factory);
};

// every comparison that the linked files registered
std::vector<Comparison> registered_comparisons();

// medians over many alternating batches, and of several such runs the fastest
Timing measure(const Comparison& comparison);

// Keeps the calling thread on the first core it may use, the same for all, while it lives.
class OnOneCore {
 public:
  OnOneCore() noexcept;
  ~OnOneCore();
  OnOneCore(const OnOneCore&) = delete;
  OnOneCore& operator=(const OnOneCore&) = delete;

 private:
  cpu_set_t before_{};
};

// keeps the compiler from dropping a result that nobody reads
template <typename T>
inline void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

}  // namespace tether::bench
