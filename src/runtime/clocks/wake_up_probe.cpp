#include "tether/runtime/clocks/wake_up_probe.hpp"

#include <memory>

#include "tether/runtime/clocks/latency_hold.hpp"
#include "tether/runtime/clocks/periodic_clock.hpp"

namespace tether::runtime {

LoopReport probe_wake_up(const WakeUpProbeParams& params) {
  const LatencyHold hold;
  const auto statistics =
      std::make_unique<LoopStatistics>(LoopStatisticsParams{.period = params.period});
  const auto passes = params.duration / params.period;
  RealtimeThread thread(
      {.name = "wake-up probe",
       .priority = params.priority,
       .cpu = params.cpu,
       .lock_memory = params.lock_memory},
      [&] {
        PeriodicClock clock({.period = params.period}, monotonic_time().now() + params.period);
        for (core::Duration::rep i = 0; i < passes; ++i) {
          if (params.stop != nullptr && *params.stop) break;
          const Wakeup wakeup = clock.wait();
          statistics->add({.wakeup = wakeup, .begin = wakeup.woke, .end = clock.now()});
        }
      });
  thread.join();
  RealtimeGrant grant = thread.grant();
  if (!hold.held()) grant.refused.push_back(hold.refusal());
  return report("wake-up probe", *statistics, std::move(grant));
}

}  // namespace tether::runtime
