#include "runtime/clocks/pace.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>

#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "tether/runtime/clocks/time_source.hpp"

namespace tether::runtime {
namespace {

timespec to_timespec(core::Duration d) noexcept {
  const auto whole = std::chrono::duration_cast<std::chrono::seconds>(d);
  return {.tv_sec = whole.count(), .tv_nsec = (d - whole).count()};
}

std::uint32_t bounded(std::uint64_t count) noexcept {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(count, kMost));
}

}  // namespace

PaceEvent EventFdPace::wait(core::Duration timeout) noexcept {
  const core::Duration until = monotonic_time().now() + timeout;
  pollfd waiting{.fd = fd_, .events = POLLIN, .revents = 0};
  for (;;) {
    const core::Duration left = std::max(until - monotonic_time().now(), core::Duration(0));
    const timespec rest = to_timespec(left);
    const int ready = ppoll(&waiting, 1, &rest, nullptr);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return {};
    std::uint64_t count = 0;
    if (ready < 0 || read(fd_, &count, sizeof count) != sizeof count) return {.broken = true};
    return {.events = bounded(count)};
  }
}

PaceEvent SemaphorePace::wait(core::Duration timeout) noexcept {
  const timespec until = to_timespec(monotonic_time().now() + timeout);
  int failed = 0;
  do {
    failed = sem_clockwait(&semaphore_, CLOCK_MONOTONIC, &until);
  } while (failed != 0 && errno == EINTR);
  if (failed != 0) return {.broken = errno != ETIMEDOUT};
  // what has piled up meanwhile belongs to the past
  std::uint64_t count = 1;
  while (sem_trywait(&semaphore_) == 0) ++count;
  return {.events = bounded(count)};
}

}  // namespace tether::runtime
