#include "tether/runtime/clocks/time_source.hpp"

#include <time.h>

namespace tether::runtime {
namespace {

constexpr core::Duration::rep kNanoseconds = 1'000'000'000;  // in a second

}  // namespace

core::Duration MonotonicTime::now() const noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::chrono::seconds(now.tv_sec) + core::Duration(now.tv_nsec);
}

int MonotonicTime::sleep_until(core::Duration instant) noexcept {
  const timespec until{.tv_sec = instant.count() / kNanoseconds,
                       .tv_nsec = instant.count() % kNanoseconds};
  return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
}

TimeSource& monotonic_time() noexcept {
  static MonotonicTime time;
  return time;
}

}  // namespace tether::runtime
