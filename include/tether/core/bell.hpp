// One thread rings, another sleeps until then. Ringing never waits; every ring is counted.
#pragma once

#include <ctime>

#include <semaphore.h>

#include "tether/core/time.hpp"

namespace tether::core {

class Bell {
 public:
  Bell() noexcept { sem_init(&rung_, 0, 0); }
  ~Bell() { sem_destroy(&rung_); }
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;

  void ring() noexcept { sem_post(&rung_); }
  // takes one ring; false when there was none for so long
  bool wait(Duration at_most) noexcept {
    constexpr long kSecond = 1'000'000'000;  // [ns]
    timespec until{};
    clock_gettime(CLOCK_MONOTONIC, &until);
    const auto nanoseconds = until.tv_nsec + at_most.count();
    until.tv_sec += nanoseconds / kSecond;
    until.tv_nsec = nanoseconds % kSecond;
    return sem_clockwait(&rung_, CLOCK_MONOTONIC, &until) == 0;
  }
  // the same, and all others that rang so far
  bool wait_for_all(Duration at_most) noexcept {
    if (!wait(at_most)) return false;
    while (sem_trywait(&rung_) == 0) continue;
    return true;
  }

 private:
  sem_t rung_{};
};

}  // namespace tether::core
