#include "tether/study/batch.hpp"

#include <mutex>

namespace tether::study {

SessionOutcome run_one(const scenario::Scenario& scenario, const std::atomic<bool>* stop) {
  report::MetricsCollector metrics(scenario);
  report::GuardCollector guards(scenario);
  session::RunOptions options;
  options.observers = {&metrics, &guards};
  options.stop = stop;
  SessionOutcome outcome;
  outcome.result = session::run(scenario, options);
  outcome.summary = summarise(scenario, outcome.result, metrics, guards);
  return outcome;
}

void run_batch(std::size_t count, const std::function<scenario::Scenario(std::size_t)>& scenario_of,
               const BatchOptions& options) {
  std::mutex finishing;
  std::size_t done = 0;
  if (options.progress) options.progress(0, count);
  work_on_threads(count, options.threads, options.stop, [&](std::size_t job) {
    const SessionOutcome outcome = run_one(scenario_of(job), options.stop);
    if (outcome.result.end == session::RunEnd::stopped) return;
    const std::lock_guard lock(finishing);
    if (options.finished) options.finished(job, outcome);
    if (options.progress) options.progress(++done, count);
  });
}

}  // namespace tether::study
