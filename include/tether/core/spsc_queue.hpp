// A bounded first-in first-out queue between exactly one producer thread and one consumer thread.
// Every call is wait-free: no lock, no heap, no loop. A full queue refuses, it never overwrites.
// Lamport's ring buffer with the opposite index cached: Lamport, ACM TOPLAS 5(2), 1983; Giacomoni
// et al., PPoPP 2008. Why it is right: docs/design/lock-free.md.
//
//   producer                                consumer
//   if (!queue.push(value)) ++lost;         while (queue.pop(value)) use(value);
// or, without a copy,
//   if (T* slot = queue.claim()) {          while (const T* oldest = queue.front()) {
//     fill(*slot);                            use(*oldest);
//     queue.commit();                         queue.release();
//   }                                       }
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "tether/core/cache_line.hpp"

namespace tether::core {

template <class T, std::size_t Capacity>
class SpscQueue {
  static_assert(Capacity > 0);
  // what owns something would free it on one thread and use it on another
  static_assert(std::is_trivially_destructible_v<T>,
                "slots are assigned and reused, never destroyed");
  static_assert(std::is_default_constructible_v<T>);

 public:
  SpscQueue() = default;
  SpscQueue(const SpscQueue&) = delete;
  SpscQueue& operator=(const SpscQueue&) = delete;

  // producer: the slot that the next commit() publishes, holding some old value; null when full
  T* claim() noexcept {
    const std::uint64_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_seen_ == Capacity) {
      head_seen_ = head_.load(std::memory_order_acquire);
      if (tail - head_seen_ == Capacity) return nullptr;
    }
    return &slots_[tail % Capacity];
  }
  // producer: publishes the claimed slot; only after a claim() that was not null
  void commit() noexcept {
    tail_.store(tail_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  // producer: false when full, and the value is not taken
  bool push(const T& value) noexcept {
    T* const slot = claim();
    if (slot == nullptr) return false;
    *slot = value;
    commit();
    return true;
  }

  // consumer: the oldest value, its own until release(); null when empty
  T* front() noexcept {
    const std::uint64_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_seen_) {
      tail_seen_ = tail_.load(std::memory_order_acquire);
      if (head == tail_seen_) return nullptr;
    }
    return &slots_[head % Capacity];
  }
  // consumer: gives the front slot back; only after a front() that was not null
  void release() noexcept {
    head_.store(head_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  // consumer: false when empty, and `value` is left as it was
  bool pop(T& value) noexcept {
    const T* const oldest = front();
    if (oldest == nullptr) return false;
    value = *oldest;
    release();
    return true;
  }

  // Exact while the other side rests. Otherwise the producer sees at least, and the consumer at
  // most, what is there; any other thread sees an estimate within 0 to Capacity.
  std::size_t size() const noexcept {
    // head first: read the other way round, it could overtake the tail that was read
    const std::uint64_t head = head_.load(std::memory_order_acquire);
    const std::uint64_t tail = tail_.load(std::memory_order_acquire);
    return std::min<std::size_t>(tail - head, Capacity);
  }
  bool empty() const noexcept { return size() == 0; }
  static constexpr std::size_t capacity() noexcept { return Capacity; }

 private:
  // Both count for ever; at one value per nanosecond they last 584 years.
  // The producer's line: what it wrote, and the last head it looked up.
  alignas(kCacheLine) std::atomic<std::uint64_t> tail_{0};
  std::uint64_t head_seen_ = 0;
  // the consumer's line
  alignas(kCacheLine) std::atomic<std::uint64_t> head_{0};
  std::uint64_t tail_seen_ = 0;

  alignas(kCacheLine) std::array<T, Capacity> slots_{};
};

}  // namespace tether::core
