// Scans on their way from the thread that drives to the one that records, each with the index of
// the tick that first saw it. A recorder that falls behind by more than four seconds loses some,
// and counts them.
#pragma once

#include <atomic>
#include <memory>

#include "tether/assist/obstacles/range_scan.hpp"
#include "tether/core/spsc_queue.hpp"

namespace tether::session {

class ScanStream {
 public:
  struct Seen {
    std::uint64_t tick = 0;
    assist::RangeScan scan;
  };

  // the side's thread
  void push(std::uint64_t tick, const assist::RangeScan& scan) noexcept {
    if (!queue_->push({tick, scan})) lost_.fetch_add(1, std::memory_order_relaxed);
  }
  // The recorder's thread: the scan that was first seen in this tick, if there was one. Earlier
  // ones are left behind.
  const assist::RangeScan* of(std::uint64_t tick) noexcept {
    while (const Seen* seen = queue_->front()) {
      if (seen->tick > tick) return nullptr;
      current_ = *seen;
      queue_->release();
      if (current_.tick == tick) return &current_.scan;
    }
    return nullptr;
  }

  std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

 private:
  using Queue = core::SpscQueue<Seen, 64>;
  std::unique_ptr<Queue> queue_ = std::make_unique<Queue>();
  Seen current_;
  std::atomic<std::uint64_t> lost_{0};
};

}  // namespace tether::session
