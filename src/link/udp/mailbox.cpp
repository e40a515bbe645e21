#include "tether/link/udp/mailbox.hpp"

#include <cerrno>
#include <ctime>

#include "tether/link/sample_check.hpp"

namespace tether::link {

Inbox::Inbox() { sem_init(&came_, 0, 0); }
Inbox::~Inbox() { sem_destroy(&came_); }

void Inbox::put(const AddressedSample& addressed) {
  arrived_.fetch_add(1, std::memory_order_relaxed);
  if (check(addressed.sample) != SampleError::none) {
    implausible_.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  {
    const std::lock_guard one_at_a_time(putting_);
    if (!queue_.push(addressed)) overflowed_.fetch_add(1, std::memory_order_relaxed);
  }
  // exchanges here and in wait() come one after the other: either this one finds the waiter, or
  // the waiter's finds the sample
  if (waited_for_.exchange(false, std::memory_order_acq_rel)) sem_post(&came_);
}

bool Inbox::wait(core::Duration at_most) noexcept {
  timespec until{};
  clock_gettime(CLOCK_MONOTONIC, &until);
  const auto nanoseconds = until.tv_nsec + at_most.count();
  until.tv_sec += nanoseconds / 1'000'000'000;
  until.tv_nsec = nanoseconds % 1'000'000'000;
  // a post that a former wait did not need any more wakes this one early, and it sleeps again
  while (queue_.front() == nullptr) {
    waited_for_.exchange(true, std::memory_order_acq_rel);
    if (queue_.front() != nullptr) break;
    if (sem_clockwait(&came_, CLOCK_MONOTONIC, &until) != 0 && errno == ETIMEDOUT) break;
  }
  waited_for_.exchange(false, std::memory_order_acq_rel);
  return queue_.front() != nullptr;
}

InboxCounts Inbox::counts() const noexcept {
  return {arrived_.load(std::memory_order_relaxed), implausible_.load(std::memory_order_relaxed),
          overflowed_.load(std::memory_order_relaxed)};
}

}  // namespace tether::link
