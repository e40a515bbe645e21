// Poses on their way to the assisting process's tick, from as many threads as bring some (DDS, the
// gateway): the newest wins. What is no pose is counted and has no effect.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "tether/assistant/client/cat_link.hpp"
#include "tether/core/latest_value.hpp"

namespace tether::assistant {

// since the start; to be read from any thread
struct PoseCounts {
  std::uint64_t taken = 0;
  std::uint64_t refused = 0;  // came, and was none
};

class PoseInbox {
 public:
  // any thread but the tick: nothing = something came that is no pose
  void put(const std::optional<ToolPose>& pose) {
    (pose ? taken_ : refused_).fetch_add(1, std::memory_order_relaxed);
    if (!pose) return;
    const std::lock_guard one_at_a_time(putting_);
    newest_.write(*pose);
  }
  // tick: the newest, if it was not taken yet
  std::optional<ToolPose> take() noexcept {
    ToolPose pose;
    return newest_.read(pose) ? std::optional(pose) : std::nullopt;
  }
  PoseCounts counts() const noexcept {
    return {taken_.load(std::memory_order_relaxed), refused_.load(std::memory_order_relaxed)};
  }

 private:
  core::LatestValue<ToolPose> newest_;
  std::mutex putting_;
  std::atomic<std::uint64_t> taken_ = 0, refused_ = 0;
};

}  // namespace tether::assistant
