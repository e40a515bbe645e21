// Many sessions on all cores, each in virtual time on one thread; what comes out does not depend on
// how many threads there are or which of them is first.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <vector>

#include "tether/report/summary.hpp"
#include "tether/session/runner.hpp"

namespace tether::study {

// a session that was run without log or report
struct SessionOutcome {
  session::RunResult result;
  report::Summary summary;
};

// core::InputError when the scenario cannot be set up
SessionOutcome run_one(const scenario::Scenario& scenario, const std::atomic<bool>* stop = nullptr);

struct BatchOptions {
  unsigned threads = 0;  // 0 = one per core
  const std::atomic<bool>* stop = nullptr;
  // called by one thread at a time as sessions end, in any order; not for those that were stopped
  std::function<void(std::size_t job, const SessionOutcome&)> finished = {};
};

// Runs jobs 0 … count−1. `scenario_of` is called by several threads at once. Returns when all are
// done or, after a stop, when those under way have ended. The first exception of a job ends the
// batch and is thrown from here.
void run_batch(std::size_t count, const std::function<scenario::Scenario(std::size_t)>& scenario_of,
               const BatchOptions& options);

}  // namespace tether::study
