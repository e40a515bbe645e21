#include "bench/comparison.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <thread>
#include <utility>

#include <time.h>

namespace tether::bench {
namespace {

constexpr double kBatchSeconds = 2e-4;  // [s]

std::vector<Factory>& factories() {
  static std::vector<Factory> list;
  return list;
}

// processor time of this thread is what other programs on the machine disturb least [s]
double seconds_now(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double seconds_for(const std::function<void(int)>& work, int repetitions, clockid_t clock) {
  const double begin = seconds_now(clock);
  work(repetitions);
  return seconds_now(clock) - begin;
}

double seconds_for(const std::function<void(int)>& work, int repetitions, clockid_t clock,
                   double pause) {
  if (pause == 0) return seconds_for(work, repetitions, clock);
  double sum = 0;
  for (int i = 0; i < repetitions; ++i) {
    std::this_thread::sleep_for(std::chrono::duration<double>(pause));
    sum += seconds_for(work, 1, clock);
  }
  return sum;
}

// repetitions that fill one batch, found by doubling; warms the caches too
int batch_size(const std::function<void(int)>& work, clockid_t clock) {
  int repetitions = 1;
  while (seconds_for(work, repetitions, clock) < kBatchSeconds && repetitions < (1 << 24)) {
    repetitions *= 2;
  }
  return repetitions;
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

Registration::Registration(Factory factory) { factories().push_back(std::move(factory)); }

std::vector<Comparison> registered_comparisons() {
  std::vector<Comparison> all;
  for (const Factory& factory : factories()) {
    for (Comparison& comparison : factory()) all.push_back(std::move(comparison));
  }
  return all;
}

OnOneCore::OnOneCore() noexcept {
  sched_getaffinity(0, sizeof before_, &before_);
  std::size_t first = 0;
  while (first < CPU_SETSIZE - 1 && !CPU_ISSET(first, &before_)) ++first;
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(first, &only);
  sched_setaffinity(0, sizeof only, &only);
}

OnOneCore::~OnOneCore() { sched_setaffinity(0, sizeof before_, &before_); }

Timing measure(const Comparison& comparison) {
  if (comparison.measured) return comparison.measured();
  std::optional<OnOneCore> here;
  if (comparison.one_core) here.emplace();
  const clockid_t clock = comparison.wall_time ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
  const int ours = batch_size(comparison.ours, clock);
  const int theirs = batch_size(comparison.theirs, clock);
  constexpr double kNever = std::numeric_limits<double>::infinity();
  Timing best{kNever, kNever};
  for (int run = 0; run < comparison.runs; ++run) {
    std::vector<double> our_times, their_times;
    for (int batch = 0; batch < comparison.batches; ++batch) {
      our_times.push_back(seconds_for(comparison.ours, ours, clock, comparison.pause) / ours);
      their_times.push_back(seconds_for(comparison.theirs, theirs, clock, comparison.pause) /
                            theirs);
    }
    best.ours_ns = std::min(best.ours_ns, 1e9 * median(our_times));
    best.rival_ns = std::min(best.rival_ns, 1e9 * median(their_times));
  }
  return best;
}

}  // namespace tether::bench
