// Runs the jobs of a plan on all cores into a directory (sweep_table.hpp). A sweep that was stopped
// or killed goes on where it was; its parts may run on several machines and be put together.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tether/study/sweep/sweep_plan.hpp"

namespace tether::study {

struct SweepOptions {
  std::filesystem::path directory;  // made when missing
  Shard shard = {};
  unsigned threads = 0;  // 0 = one per core
  bool fresh = false;    // drop what another plan, or an earlier run, left in the directory
  const std::atomic<bool>* stop = nullptr;
  // called by one thread at a time, at the beginning and whenever a job has ended
  std::function<void(std::size_t done, std::size_t total)> progress = {};
};

struct SweepResult {
  std::size_t done = 0;     // jobs of this shard that have ended, earlier ones included
  std::size_t resumed = 0;  // of them, those that had ended before
  std::size_t total = 0;    // jobs of this shard
  std::map<std::string, std::size_t> verdicts;  // how many jobs of the directory ended so
  bool complete() const noexcept { return done == total; }
};

// Leaves sweep.csv and map.html when complete, else a journal to resume from.
// core::InputError when the directory holds another sweep, or another process works there;
// core::IoError
SweepResult run_sweep(const SweepPlan& plan, const SweepOptions& options);

// Puts the parts of a sweep together; sweep.csv becomes, byte for byte, that of the whole sweep.
// core::InputError when plans differ, parts contradict each other, or a job is in none of them
SweepResult merge_sweeps(const std::vector<std::filesystem::path>& parts,
                         const SweepOptions& options);

}  // namespace tether::study
