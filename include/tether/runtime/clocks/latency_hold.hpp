// Keeps the processors out of deep sleep while it lives, by holding /dev/cpu_dma_latency open with
// a latency of 0 µs (Documentation/power/pm_qos_interface.rst in the Linux sources). Waking an idle
// core otherwise dominates the wake-up latency of a loop; cyclictest does the same silently. Costs
// power: hold it only while a session runs.
#pragma once

#include <string>

namespace tether::runtime {

class LatencyHold {
 public:
  // `path` is another only in tests
  explicit LatencyHold(const std::string& path = "/dev/cpu_dma_latency");
  ~LatencyHold();
  LatencyHold(const LatencyHold&) = delete;
  LatencyHold& operator=(const LatencyHold&) = delete;

  bool held() const noexcept { return fd_ >= 0; }
  // empty when held; otherwise one sentence: why not, and the way out
  const std::string& refusal() const noexcept { return refusal_; }

 private:
  int fd_ = -1;
  std::string refusal_;
};

}  // namespace tether::runtime
