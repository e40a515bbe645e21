// Counts heap allocations of the calling thread, to prove that a tick makes none. Link
// allocation_counter.cpp into the test program: it stands in front of malloc and its family, and
// with them of operator new, for the whole process.
#pragma once

#include <cstdint>

namespace tether::test {

class AllocationCounter {
 public:
  // counts from here on
  AllocationCounter() noexcept;

  // calls of malloc, calloc, realloc, memalign... since construction, on this thread
  std::int64_t allocations() const noexcept;
  // calls of free with something to free since construction, on this thread
  std::int64_t frees() const noexcept;

  // false under sanitizers, which bring an allocator of their own: nothing is counted then
  static bool available() noexcept;

 private:
  std::int64_t allocations_at_start_;
  std::int64_t frees_at_start_;
};

}  // namespace tether::test
