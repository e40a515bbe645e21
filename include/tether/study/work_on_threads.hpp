// Jobs 0 … count−1 on several threads, each taking the next one that nobody has.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tether::study {

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

}  // namespace tether::study
