// What this machine can and cannot do in real time. Each check looks at one thing, changes nothing,
// and gives one finding: how it stands, in one line, and the command that makes it better.
// What the settings mean: Documentation/scheduler and
// Documentation/admin-guide/kernel-parameters.txt of the Linux sources.
#pragma once

#include <string>
#include <vector>

#include "tether/core/time.hpp"
#include "tether/runtime/loops/loop_report.hpp"
#include "tether/runtime/machine/machine_facts.hpp"

namespace tether::runtime {

enum class Health : std::uint8_t {
  ok,
  warn,  // a session runs, with more or longer delays than need be
  fail   // a session at 1 kHz on the wall clock will not keep its time
};
// "ok", "warn", "fail"
const char* name(Health health) noexcept;

struct Finding {
  std::string check;  // what was looked at, such as "timer"
  Health health = Health::ok;
  std::string text;      // how it stands
  std::string fix = {};  // a command or a thing to do; empty when there is nothing to do
};

Finding check_preemption(const MachineFacts& facts);
Finding check_priority(const MachineFacts& facts);
Finding check_locked_memory(const MachineFacts& facts);
Finding check_throttling(const MachineFacts& facts);
Finding check_governor(const MachineFacts& facts);
Finding check_isolation(const MachineFacts& facts);
Finding check_deep_sleep(const MachineFacts& facts);
Finding check_clock_source(const MachineFacts& facts);
Finding check_virtual_machine(const MachineFacts& facts);
Finding check_encryption(const MachineFacts& facts);
// of CLOCK_MONOTONIC, as clock_getres(2) reports it
Finding check_timer(core::Duration resolution);
core::Duration timer_resolution() noexcept;
// of a loop that was measured here
Finding check_wake_up(const LoopReport& loop);

// all that need no measurement, in the order above
std::vector<Finding> examine(const MachineFacts& facts);

}  // namespace tether::runtime
