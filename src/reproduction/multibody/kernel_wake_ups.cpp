// How late this machine wakes a loop, beside what document 5 measured with cyclictest on a stock
// kernel and on one with PREEMPT_RT.
#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "tether/runtime/clocks/wake_up_probe.hpp"

namespace tether::reproduction {
namespace {}  // namespace

Outcome kernel_wake_ups(const Effort& effort) {
  runtime::WakeUpProbeParams params;
  params.period = std::chrono::microseconds(200);  // as the document's
  params.duration = std::chrono::seconds(effort.quick ? 2 : 20);
  params.stop = effort.stop;
  const runtime::LoopReport report = runtime::probe_wake_up(params);
  if (effort.stopped()) return {};
  Outcome outcome;
  const auto add = [&](const char* id, const char* quantity, const char* source, double theirs) {
    outcome.rows.push_back(
        {.id = id,
         .quantity = quantity,
         .unit = "µs",
         .source = source,
         .theirs = Figure{theirs},
         .ours = Figure{1e6 * report.wake_up.max},
         .not_comparable = "another kernel on another machine: it measures those, not the loop",
         .remark = fmt::format("{} wake-ups every 200 µs, {}; the document has 180 million",
                               report.wake_up.count,
                               report.grant.fifo ? "real-time priority" : "ordinary priority")});
  };
  add("5.wake_up.stock", "latest wake-up, beside a stock kernel's", "figure 5.1", 14910);
  add("5.wake_up.real_time", "latest wake-up, beside a PREEMPT_RT kernel's", "figure 5.2", 126);
  return outcome;
}

}  // namespace tether::reproduction
