#include "tests/support/allocation_counter.hpp"

#include <bit>
#include <cerrno>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TETHER_SANITIZED_HEAP 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TETHER_SANITIZED_HEAP 1
#endif
#endif

namespace tether::test {
namespace {

// plain integers, so that reading them never allocates
thread_local std::int64_t allocation_count = 0;
thread_local std::int64_t free_count = 0;

}  // namespace

AllocationCounter::AllocationCounter() noexcept
    : allocations_at_start_(allocation_count), frees_at_start_(free_count) {}

std::int64_t AllocationCounter::allocations() const noexcept {
  return allocation_count - allocations_at_start_;
}

std::int64_t AllocationCounter::frees() const noexcept { return free_count - frees_at_start_; }

bool AllocationCounter::available() noexcept {
#ifdef TETHER_SANITIZED_HEAP
  return false;
#else
  return true;
#endif
}

}  // namespace tether::test

#ifndef TETHER_SANITIZED_HEAP

// the allocator of the GNU C library under its other names
extern "C" {
void* __libc_malloc(std::size_t size) noexcept;                           // NOLINT
void* __libc_calloc(std::size_t count, std::size_t size) noexcept;        // NOLINT
void* __libc_realloc(void* old, std::size_t size) noexcept;               // NOLINT
void* __libc_memalign(std::size_t alignment, std::size_t size) noexcept;  // NOLINT
void __libc_free(void* block) noexcept;                                   // NOLINT

void* malloc(std::size_t size) noexcept {
  ++tether::test::allocation_count;
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  ++tether::test::allocation_count;
  return __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) noexcept {
  ++tether::test::allocation_count;
  return __libc_realloc(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  ++tether::test::allocation_count;
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++tether::test::allocation_count;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  if (alignment % sizeof(void*) != 0 || !std::has_single_bit(alignment)) return EINVAL;
  ++tether::test::allocation_count;
  void* made = __libc_memalign(alignment, size);
  if (made == nullptr) return ENOMEM;
  *block = made;
  return 0;
}

void free(void* block) noexcept {
  if (block != nullptr) ++tether::test::free_count;
  __libc_free(block);
}
}  // extern "C"

#endif
