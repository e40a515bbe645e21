// Ticks on their way from the thread that makes them to the one that records them. When the
// recorder falls behind by more than two seconds the ticks that find no room are lost to the
// record, and counted; the side never waits.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "tether/core/spsc_queue.hpp"
#include "tether/signals/tick.hpp"

namespace tether::session {

class TickStream {
 public:
  // the side's thread
  void push(const signals::Tick& tick) noexcept {
    if (!queue_->push(tick)) lost_.fetch_add(1, std::memory_order_relaxed);
  }
  // the recorder's thread
  const signals::Tick* front() noexcept { return queue_->front(); }
  void release() noexcept { queue_->release(); }
  std::size_t waiting() const noexcept { return queue_->size(); }

  std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

 private:
  using Queue = core::SpscQueue<signals::Tick, 2048>;
  std::unique_ptr<Queue> queue_ = std::make_unique<Queue>();  // too large for a stack
  std::atomic<std::uint64_t> lost_{0};
};

}  // namespace tether::session
