// Jobs 0 … count−1 on several threads, each taking the next one that nobody has.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tether::study {

// called by one thread at a time, at the beginning and whenever a job has ended
using Progress = std::function<void(std::size_t done, std::size_t of)>;

// what the options of every study begin with
struct JobOptions {
  unsigned threads = 0;  // 0 = one per core
  const std::atomic<bool>* stop = nullptr;
  Progress progress = {};
};

// Returns when all are done or, after a stop, when those under way have ended. The first exception
// of a job ends the others and is thrown from here. threads: 0 = one per core.
template <class Job>
void work_on_threads(std::size_t count, unsigned threads, const std::atomic<bool>* stop,
                     const Job& job) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      if (stop != nullptr && stop->load()) return;
      try {
        job(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = count;
        return;
      }
    }
  };
  const unsigned wanted = threads > 0 ? threads : std::thread::hardware_concurrency();
  std::vector<std::thread> pool;
  for (std::size_t i = 1; i < std::min<std::size_t>(std::max(1U, wanted), count); ++i) {
    pool.emplace_back(work);
  }
  work();
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

// the same, and says how many are done
template <class Job>
void work_on_threads(std::size_t count, const JobOptions& options, const Job& job) {
  std::size_t done = 0;
  std::mutex mutex;  // of done
  if (options.progress) options.progress(0, count);
  work_on_threads(count, options.threads, options.stop, [&](std::size_t i) {
    job(i);
    const std::lock_guard lock(mutex);
    if (options.progress) options.progress(++done, count);
  });
}

}  // namespace tether::study
