#include "tether/study/batch.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

namespace tether::study {

Outcome run_one(const session::Scenario& scenario, const std::atomic<bool>* stop) {
  MetricsCollector metrics(scenario);
  session::RunOptions options;
  options.observers = {&metrics};
  options.stop = stop;
  Outcome outcome;
  outcome.result = session::run(scenario, options);
  outcome.summary = summarise(scenario, outcome.result, metrics);
  return outcome;
}

void run_batch(std::size_t count, const std::function<session::Scenario(std::size_t)>& scenario_of,
               const BatchOptions& options) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;  // of what follows
  std::exception_ptr failure;

  const auto work = [&] {
    for (std::size_t job = next++; job < count; job = next++) {
      if (options.stop != nullptr && options.stop->load()) return;
      try {
        const Outcome outcome = run_one(scenario_of(job), options.stop);
        const std::lock_guard lock(mutex);
        if (outcome.result.end == session::RunEnd::stopped) return;
        if (options.finished) options.finished(job, outcome);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = count;
        return;
      }
    }
  };

  const unsigned wanted =
      options.threads > 0 ? options.threads : std::thread::hardware_concurrency();
  const std::size_t threads = std::min<std::size_t>(std::max(1U, wanted), count);
  std::vector<std::thread> pool;
  for (std::size_t i = 1; i < threads; ++i) pool.emplace_back(work);
  work();
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tether::study
