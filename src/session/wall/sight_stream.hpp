// What is seen in some ticks of a side, scans and pictures of its simulated world, on its way from
// the side's thread to the one that records, each with the index of the tick that first saw it. A
// recorder that falls behind by more than there is room for loses some, and counts them.
#pragma once

#include <atomic>
#include <memory>

#include "tether/assist/obstacles/range_scan.hpp"
#include "tether/core/spsc_queue.hpp"
#include "tether/signals/scene_state.hpp"

namespace tether::session {

template <class T, std::size_t kRoom>
class SightStream {
 public:
  // the side's thread
  void push(std::uint64_t tick, const T& sight) noexcept {
    if (!queue_->push({tick, sight})) lost_.fetch_add(1, std::memory_order_relaxed);
  }
  // The recorder's thread: what was first seen in this tick, if there was something. Earlier
  // sights are left behind.
  const T* of(std::uint64_t tick) noexcept {
    while (const Seen* seen = queue_->front()) {
      if (seen->tick > tick) return nullptr;
      current_ = *seen;
      queue_->release();
      if (current_.tick == tick) return &current_.sight;
    }
    return nullptr;
  }

  std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

 private:
  struct Seen {
    std::uint64_t tick = 0;
    T sight;
  };
  using Queue = core::SpscQueue<Seen, kRoom>;
  std::unique_ptr<Queue> queue_ = std::make_unique<Queue>();
  Seen current_;
  std::atomic<std::uint64_t> lost_{0};
};

using ScanStream = SightStream<assist::RangeScan, 64>;      // four seconds
using SceneStream = SightStream<signals::SceneState, 256>;  // two and a half, as ticks

}  // namespace tether::session
