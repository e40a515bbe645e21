// The most recent value of a signal, from one writer thread to one reader thread that run at rates
// of their own. Three buffers: one is the writer's, one the reader's, and the third changes hands
// by one atomic exchange, so neither side ever waits and no value is seen half written. Older
// values that the reader did not fetch are dropped. Why it is right: docs/design/lock-free.md.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <type_traits>

#include "tether/core/cache_line.hpp"

namespace tether::core {

template <class T>
class LatestValue {
  // what owns something would free it on one thread and use it on another
  static_assert(std::is_trivially_destructible_v<T>,
                "buffers are assigned and reused, never destroyed");
  static_assert(std::is_default_constructible_v<T>);

 public:
  LatestValue() = default;
  // what the reader sees until the first write
  explicit LatestValue(const T& initial) noexcept { buffers_[kReaderFirst].value = initial; }
  LatestValue(const LatestValue&) = delete;
  LatestValue& operator=(const LatestValue&) = delete;

  // writer
  void write(const T& value) noexcept {
    buffers_[writers_].value = value;
    const auto handed = static_cast<std::uint8_t>(writers_ | kFresh);
    // release publishes the value; acquire waits for the reader to be done with the buffer it left
    writers_ = shared_.exchange(handed, std::memory_order_acq_rel) & kIndex;
  }

  // Reader: leaves the latest value in `value`, and returns whether it is newer than that of the
  // last read. Before the first write, the initial value and false.
  bool read(T& value) noexcept {
    const bool fresh = (shared_.load(std::memory_order_relaxed) & kFresh) != 0;
    // only the reader clears the mark, so it still stands now
    if (fresh) readers_ = shared_.exchange(readers_, std::memory_order_acq_rel) & kIndex;
    value = buffers_[readers_].value;
    return fresh;
  }

 private:
  static constexpr std::uint8_t kIndex = 0b011;
  static constexpr std::uint8_t kFresh = 0b100;  // the shared buffer was not read yet
  static constexpr std::uint8_t kWriterFirst = 0;
  static constexpr std::uint8_t kSharedFirst = 1;
  static constexpr std::uint8_t kReaderFirst = 2;

  struct alignas(kCacheLine) Buffer {
    T value{};
  };
  std::array<Buffer, 3> buffers_{};
  alignas(kCacheLine) std::atomic<std::uint8_t> shared_{kSharedFirst};
  alignas(kCacheLine) std::uint8_t writers_ = kWriterFirst;
  alignas(kCacheLine) std::uint8_t readers_ = kReaderFirst;
};

}  // namespace tether::core
