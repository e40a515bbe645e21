// kernel, limits and measured wake-up
#include "tether/runtime/machine/doctor.hpp"

#include <fmt/format.h>
#include <linux/capability.h>
#include <time.h>

namespace tether::runtime {
namespace {

constexpr const char* kRealtimeKernel =
#if defined(__aarch64__)
    "sudo apt install linux-image-rt-arm64, then reboot";
#else
    "sudo apt install linux-image-rt-amd64, then reboot";
#endif

constexpr int kEnoughPriority = 80;
constexpr double kLateShare = 0.2;  // of the period, as in LoopStatisticsParams

std::string limit_command(const char* limit) {
  return fmt::format(
      "echo \"$USER - {}\" | sudo tee -a /etc/security/limits.d/tether.conf, then log in again",
      limit);
}

// "none voluntary (full) lazy" has full in brackets
std::string chosen(const std::string& modes) {
  const std::size_t open = modes.find('(');
  const std::size_t close = modes.find(')', open);
  return open == std::string::npos || close == std::string::npos
             ? ""
             : modes.substr(open + 1, close - open - 1);
}

}  // namespace

const char* name(Health health) noexcept {
  switch (health) {
    case Health::ok:
      return "ok";
    case Health::warn:
      return "warn";
    case Health::fail:
      return "fail";
  }
  return "unknown";
}

Finding check_preemption(const MachineFacts& facts) {
  Finding finding{.check = "kernel"};
  const std::string version = facts.text("proc/sys/kernel/version").value_or("");
  const auto mentions = [&](const char* word) { return version.find(word) != std::string::npos; };
  if (facts.number("sys/kernel/realtime") == 1 || mentions("PREEMPT_RT")) {
    finding.text = facts.kernel() + ", fully preemptible (PREEMPT_RT)";
    return finding;
  }

  finding.health = Health::warn;
  finding.fix = kRealtimeKernel;
  const std::string mode = chosen(facts.text("sys/kernel/debug/sched/preempt").value_or(""));
  if (mentions("PREEMPT_DYNAMIC")) {
    finding.text = fmt::format("{}, not a real-time kernel (PREEMPT_DYNAMIC{})", facts.kernel(),
                               mode.empty() ? "" : ", now " + mode);
    if (mode == "none" || mode == "voluntary") {
      finding.fix += "; until then: echo full | sudo tee /sys/kernel/debug/sched/preempt";
    }
  } else if (mentions("PREEMPT")) {
    finding.text = facts.kernel() + ", preemptible, but not a real-time kernel";
  } else {
    finding.text = facts.kernel() +
                   ", not preemptible: a system call of another program can hold "
                   "a tick up";
  }
  return finding;
}

Finding check_priority(const MachineFacts& facts) {
  Finding finding{.check = "priority"};
  const std::int64_t limit = facts.limit("Max realtime priority").value_or(0);
  if (facts.capable(CAP_SYS_NICE)) {
    finding.text = "real-time priorities are permitted (CAP_SYS_NICE)";
  } else if (limit < 0 || limit >= kEnoughPriority) {
    finding.text = limit < 0 ? "real-time priorities are permitted"
                             : fmt::format("real-time priorities are permitted up to {}", limit);
  } else {
    finding.health = limit == 0 ? Health::fail : Health::warn;
    finding.text = limit == 0 ? "no real-time priorities: loops run as ordinary threads"
                              : fmt::format("real-time priorities only up to {}", limit);
    finding.fix = limit_command("rtprio 98");
  }
  return finding;
}

Finding check_locked_memory(const MachineFacts& facts) {
  Finding finding{.check = "memory"};
  const auto limit = facts.limit("Max locked memory");
  if (facts.capable(CAP_IPC_LOCK) || limit == -1) {
    finding.text = "may be locked without limit";
    return finding;
  }
  finding.health = Health::warn;
  finding.text = fmt::format("only {} KiB may be locked: none is, and a tick may wait for a page",
                             limit.value_or(0) / 1024);
  finding.fix = limit_command("memlock unlimited");
  return finding;
}

Finding check_throttling(const MachineFacts& facts) {
  Finding finding{.check = "throttling"};
  const auto runtime = facts.number("proc/sys/kernel/sched_rt_runtime_us");
  const auto period = facts.number("proc/sys/kernel/sched_rt_period_us");
  const char* const usual = "sudo sysctl kernel.sched_rt_runtime_us=950000";
  if (!runtime || !period || *period <= 0) {
    finding.text = "not reported by this kernel";
  } else if (*runtime < 0) {
    finding.health = Health::warn;
    finding.text = "off: a real-time thread gone astray can freeze the machine";
    finding.fix = usual;
  } else if (*runtime == 0) {
    finding.health = Health::fail;
    finding.text = "real-time threads get no time at all";
    finding.fix = usual;
  } else {
    finding.text =
        fmt::format("real-time threads get up to {:.0f} % of the time",
                    100.0 * static_cast<double>(*runtime) / static_cast<double>(*period));
  }
  return finding;
}

core::Duration timer_resolution() noexcept {
  timespec resolution{};
  clock_getres(CLOCK_MONOTONIC, &resolution);
  return std::chrono::seconds(resolution.tv_sec) + core::Duration(resolution.tv_nsec);
}

Finding check_timer(core::Duration resolution) {
  constexpr auto kFine = std::chrono::microseconds(1);
  Finding finding{.check = "timer"};
  if (resolution <= kFine) {
    finding.text = fmt::format("resolves {} ns", resolution.count());
  } else {
    finding.health = Health::fail;
    finding.text = fmt::format("resolves only {:.3g} ms", 1e3 * core::seconds(resolution));
    finding.fix =
        "boot without highres=off and nohz=off, with a kernel that has high-resolution "
        "timers (CONFIG_HIGH_RES_TIMERS)";
  }
  return finding;
}

Finding check_wake_up(const LoopReport& loop) {
  const SeriesReport& late = loop.wake_up;
  const auto us = [](double s) { return fmt::format("{:.1f}", 1e6 * s); };
  Finding finding{.check = "wake-up"};
  finding.text = fmt::format(
      "{} ticks of {:.3g} ms as {}, late by: min {}, mean {}, 99 % {}, max {} µs", loop.passes,
      1e3 * loop.nominal_period,
      loop.grant.fifo ? fmt::format("SCHED_FIFO {}", loop.grant.priority) : "an ordinary thread",
      us(late.min), us(late.mean), us(late.p99), us(late.max));
  const double bound = kLateShare * loop.nominal_period;
  if (late.count == 0 || late.p99 > bound) {
    finding.health = Health::fail;
  } else if (late.max > bound) {
    finding.health = Health::warn;
  }
  if (finding.health != Health::ok) {
    finding.fix = loop.grant.fifo ? "mend what is said above, and stop other programs"
                                  : "give this user real-time priorities, as said above";
  }
  return finding;
}

std::vector<Finding> examine(const MachineFacts& facts) {
  return {check_preemption(facts), check_priority(facts),          check_locked_memory(facts),
          check_throttling(facts), check_governor(facts),          check_isolation(facts),
          check_deep_sleep(facts), check_clock_source(facts),      check_virtual_machine(facts),
          check_encryption(facts), check_timer(timer_resolution())};
}

}  // namespace tether::runtime
