#include "tests/support/lock_counter.hpp"

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TETHER_SANITIZED_LOCKS 1
#endif

namespace tether::test {
namespace {

thread_local std::int64_t lock_count = 0;

}  // namespace

LockCounter::LockCounter() noexcept : at_start_(lock_count) {}

std::int64_t LockCounter::locks() const noexcept { return lock_count - at_start_; }

bool LockCounter::available() noexcept {
#ifdef TETHER_SANITIZED_LOCKS
  return false;
#else
  return true;
#endif
}

}  // namespace tether::test

#ifndef TETHER_SANITIZED_LOCKS

namespace {

// the function of that name behind this one
template <class Function>
Function* behind(const char* name) noexcept {
  // the C library's own way to pass functions as objects
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));  // NOLINT
}

}  // namespace

#define TETHER_COUNT(function, parameter, argument)              \
  int function(parameter) noexcept {                             \
    static auto* const real = behind<int(parameter)>(#function); \
    ++tether::test::lock_count;                                  \
    return real(argument);                                       \
  }

extern "C" {
TETHER_COUNT(pthread_mutex_lock, pthread_mutex_t* mutex, mutex)
TETHER_COUNT(pthread_mutex_trylock, pthread_mutex_t* mutex, mutex)
TETHER_COUNT(pthread_rwlock_rdlock, pthread_rwlock_t* lock, lock)
TETHER_COUNT(pthread_rwlock_wrlock, pthread_rwlock_t* lock, lock)
TETHER_COUNT(pthread_spin_lock, pthread_spinlock_t* lock, lock)

int sem_wait(sem_t* semaphore) {
  static auto* const real = behind<int(sem_t*)>("sem_wait");
  ++tether::test::lock_count;
  return real(semaphore);
}
int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  static auto* const real = behind<int(pthread_cond_t*, pthread_mutex_t*)>("pthread_cond_wait");
  ++tether::test::lock_count;
  return real(condition, mutex);
}
}  // extern "C"

#endif
