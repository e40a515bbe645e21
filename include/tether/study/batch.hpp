// Many sessions on all cores, each in virtual time on one thread; what comes out does not depend on
// how many threads there are or which of them is first.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <vector>

#include "tether/report/summary.hpp"
#include "tether/session/runner.hpp"
#include "tether/study/work_on_threads.hpp"

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
  Progress progress = {};
};

// Runs jobs 0 … count−1. `scenario_of` is called by several threads at once. Returns when all are
// done or, after a stop, when those under way have ended. The first exception of a job ends the
// batch and is thrown from here.
void run_batch(std::size_t count, const std::function<scenario::Scenario(std::size_t)>& scenario_of,
               const BatchOptions& options);

// Runs the sessions that a study has planned, and notes in each what came of it: a session has
// `verdict`, `duration` and `metrics`. What was stopped keeps the verdict it had.
template <class Session, class ScenarioOf>
void run_planned(std::vector<Session>& sessions, const ScenarioOf& scenario_of,
                 const JobOptions& options) {
  run_batch(sessions.size(), scenario_of,
            {.threads = options.threads,
             .stop = options.stop,
             .finished =
                 [&](std::size_t job, const SessionOutcome& outcome) {
                   sessions[job].verdict = outcome.summary.verdict;
                   sessions[job].duration = outcome.result.duration;
                   sessions[job].metrics = outcome.summary.overall.metrics;
                 },
             .progress = options.progress});
}

}  // namespace tether::study
