// How late this machine wakes a loop, beside what document 5 measured with cyclictest on a stock
// kernel and on one with PREEMPT_RT.
#include <fmt/format.h>

#include "reproduction/multibody/multibody_families.hpp"
#include "tether/runtime/clocks/wake_up_probe.hpp"

namespace tether::reproduction {
namespace {

Outcome measure_kernel_wake_ups(const Effort& effort) {
  runtime::WakeUpProbeParams params;
  params.period = std::chrono::microseconds(200);  // as the document's
  params.duration = std::chrono::seconds(effort.quick ? 2 : 20);
  params.stop = effort.stop;
  const runtime::LoopReport report = runtime::probe_wake_up(params);
  if (effort.stopped()) return {};
  const std::string remark = fmt::format(
      "{} wake-ups every 200 µs, {}; the document has 180 million", report.wake_up.count,
      report.grant.fifo ? "real-time priority" : "ordinary priority");
  const std::string other = "another kernel on another machine: it measures those, not the loop";
  Outcome outcome;
  outcome.rows.push_back({.document = 5,
                          .id = "5.wake_up.stock",
                          .quantity = "latest wake-up, beside a stock kernel's",
                          .unit = "µs",
                          .source = "figure 5.1",
                          .theirs = Figure{14910},
                          .ours = Figure{1e6 * report.wake_up.max},
                          .not_comparable = other,
                          .remark = remark});
  outcome.rows.push_back({.document = 5,
                          .id = "5.wake_up.real_time",
                          .quantity = "latest wake-up, beside a PREEMPT_RT kernel's",
                          .unit = "µs",
                          .source = "figure 5.2",
                          .theirs = Figure{126},
                          .ours = Figure{1e6 * report.wake_up.max},
                          .not_comparable = other,
                          .remark = remark});
  return outcome;
}

}  // namespace

Experiment kernel_wake_ups() {
  return {.id = "5.wake_up",
          .title = "How late this machine wakes a loop",
          .what = "A loop that does nothing but wake up every 200 µs, as cyclictest does.",
          .command = "tether doctor",
          .seconds = 21,
          .quick_seconds = 2,
          .exclusive = true,
          .run = measure_kernel_wake_ups};
}

}  // namespace tether::reproduction
