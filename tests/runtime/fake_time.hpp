// A time that passes only when a test says so, and by the sleeps of the clock under test.
#pragma once

#include <deque>

#include "tether/runtime/clocks/time_source.hpp"

namespace tether::runtime {

inline core::Time at(core::Duration d) { return core::Time(d); }

class FakeTime final : public TimeSource {
 public:
  core::Duration now() const noexcept override { return now_; }

  // wakes late by the next of `wake_late`; gives the next of `errors`, at half of the way for one
  int sleep_until(core::Duration instant) noexcept override {
    ++sleeps;
    if (!errors.empty()) {
      const int error = errors.front();
      errors.pop_front();
      if (error != 0) {
        if (instant > now_) now_ += (instant - now_) / 2;
        return error;
      }
    }
    if (instant > now_) now_ = instant;
    if (!wake_late.empty()) {
      now_ += wake_late.front();
      wake_late.pop_front();
    }
    return 0;
  }

  void pass(core::Duration d) { now_ += d; }

  std::deque<int> errors;
  std::deque<core::Duration> wake_late;
  int sleeps = 0;

 private:
  core::Duration now_{std::chrono::hours(5)};
};

}  // namespace tether::runtime
