// Gives the calling thread a SCHED_FIFO priority for a while, so that threads made meanwhile
// inherit it; those of a middleware can be reached in no other way. Where the system does not
// permit it, nothing happens: `tether doctor` says so.
#pragma once

#include <pthread.h>
#include <sched.h>

namespace tether::link {

class ScopedPriority {
 public:
  // 0 = as it is
  explicit ScopedPriority(int priority) noexcept {
    if (priority <= 0 || pthread_getschedparam(pthread_self(), &policy_, &before_) != 0) return;
    const sched_param raised{.sched_priority = priority};
    raised_ = pthread_setschedparam(pthread_self(), SCHED_FIFO, &raised) == 0;
  }
  ~ScopedPriority() {
    if (raised_) pthread_setschedparam(pthread_self(), policy_, &before_);
  }
  ScopedPriority(const ScopedPriority&) = delete;
  ScopedPriority& operator=(const ScopedPriority&) = delete;

 private:
  int policy_ = SCHED_OTHER;
  sched_param before_{};
  bool raised_ = false;
};

}  // namespace tether::link
