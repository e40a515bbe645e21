// Counts locks that the calling thread takes or waits for, to prove that a tick takes none. Link
// lock_counter.cpp into the test program: it stands in front of the mutexes, read–write locks,
// condition variables and semaphores of the C library, for the whole process.
#pragma once

#include <cstdint>

namespace tether::test {

class LockCounter {
 public:
  // counts from here on
  LockCounter() noexcept;

  // calls that may wait for another thread since construction, on this thread
  std::int64_t locks() const noexcept;

  // false under sanitizers, which stand there themselves: nothing is counted then
  static bool available() noexcept;

 private:
  std::int64_t at_start_;
};

}  // namespace tether::test
