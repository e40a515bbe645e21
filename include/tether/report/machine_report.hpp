// What a session on the wall clock shows of the machine it ran on: processor, kernel, and how
// well each loop kept its time. Stands in summary.json under "machine", docs/metrics.md.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tether/runtime/loops/loop_report.hpp"

namespace tether::report {

struct MachineReport {
  std::string kernel;
  std::string processor;
  std::size_t cores = 0;
  std::vector<runtime::LoopReport> loops;
};

// this machine, with those loops
MachineReport machine_report(std::vector<runtime::LoopReport> loops);

// SI units; series without samples are left out
nlohmann::ordered_json machine_json(const MachineReport& machine);

}  // namespace tether::report
