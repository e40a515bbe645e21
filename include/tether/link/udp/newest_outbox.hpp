// From a tick to a middleware that takes locks and memory as it pleases: the newest value goes to a
// thread of the outbox's own, which hands it over. The tick copies, exchanges an atomic, and makes
// one system call that does not wait (waking the thread). A value that was overtaken is not missed.
// Why a thread and not a write from the tick: docs/design/dds-link.md.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <utility>

#include <semaphore.h>

#include "tether/core/latest_value.hpp"

namespace tether::link {

template <class T>
class NewestOutbox {
 public:
  // `deliver` is called on the outbox's thread, which has scheduling and processors of the thread
  // that makes it
  explicit NewestOutbox(std::function<void(const T&)> deliver) : deliver_(std::move(deliver)) {
    sem_init(&posted_, 0, 0);
    thread_ = std::thread(&NewestOutbox::run, this);
  }
  ~NewestOutbox() {
    stop_.store(true, std::memory_order_release);
    sem_post(&posted_);
    thread_.join();
    sem_destroy(&posted_);
  }
  NewestOutbox(const NewestOutbox&) = delete;
  NewestOutbox& operator=(const NewestOutbox&) = delete;

  // tick
  void post(const T& value) noexcept {
    newest_.write(value);
    sem_post(&posted_);
  }

 private:
  void run() {
    T value{};
    while (true) {
      // again when a signal came
      while (sem_wait(&posted_) != 0) continue;
      // asked first: what was posted before the end is then there to be read, and still goes out
      const bool last = stop_.load(std::memory_order_acquire);
      if (newest_.read(value)) deliver_(value);
      if (last) return;
    }
  }

  std::function<void(const T&)> deliver_;
  core::LatestValue<T> newest_;
  std::atomic<bool> stop_ = false;
  sem_t posted_;
  std::thread thread_;
};

}  // namespace tether::link
