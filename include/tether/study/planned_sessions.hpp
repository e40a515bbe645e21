// Runs the sessions that a study has planned, and notes in each what came of it.
#pragma once

#include <vector>

#include "tether/study/batch.hpp"

namespace tether::study {

// A session has `verdict`, `duration` and `metrics`; options have `threads`, `stop` and `progress`.
// What was stopped keeps the verdict it had.
template <class Session, class ScenarioOf, class Options>
void run_planned(std::vector<Session>& sessions, const ScenarioOf& scenario_of,
                 const Options& options) {
  std::size_t done = 0;
  if (options.progress) options.progress(0, sessions.size());
  run_batch(sessions.size(), scenario_of,
            {.threads = options.threads,
             .stop = options.stop,
             .finished = [&](std::size_t job, const SessionOutcome& outcome) {
               sessions[job].verdict = outcome.summary.verdict;
               sessions[job].duration = outcome.result.duration;
               sessions[job].metrics = outcome.summary.overall.metrics;
               if (options.progress) options.progress(++done, sessions.size());
             }});
}

}  // namespace tether::study
