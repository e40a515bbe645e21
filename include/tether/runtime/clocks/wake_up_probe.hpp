// A loop that does nothing but wake up, made of the same thread, clock and statistics as the loops
// of a session: what it finds is what a session will see. Like cyclictest of rt-tests.
#pragma once

#include <atomic>
#include <optional>

#include "tether/runtime/loops/loop_report.hpp"

namespace tether::runtime {

struct WakeUpProbeParams {
  core::Duration period = std::chrono::milliseconds(1);
  core::Duration duration = std::chrono::seconds(2);
  int priority = 80;  // SCHED_FIFO; 0 = an ordinary thread
  std::optional<int> cpu = {};
  bool lock_memory = true;
  const std::atomic<bool>* stop = nullptr;  // ends it early
};

// What the machine refuses stands in the report's grant. Throws as RealtimeThread does.
LoopReport probe_wake_up(const WakeUpProbeParams& params);

}  // namespace tether::runtime
