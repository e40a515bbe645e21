// A thread that the kernel serves before ordinary ones: SCHED_FIFO at a priority, on one CPU if so
// asked, with memory locked and its stack touched beforehand, so that no page fault waits in a
// tick. The recipe of "HOWTO build a basic cyclic application", wiki.linuxfoundation.org/realtime.
//
// What the machine does not grant is no error: the thread runs without it, and the grant says what
// is missing, why, and how to get it. Only a thread that cannot start at all throws.
//
//   RealtimeThread thread({.name = "follower", .priority = 80, .cpu = 1}, [&] { loop.run(); });
//   for (const auto& sentence : thread.grant().refused) log.warning("{}", sentence);
//   thread.join();
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pthread.h>

namespace tether::runtime {

struct RealtimeParams {
  std::string name = "loop";            // shown by ps and top, which see 15 bytes of it
  int priority = 0;                     // SCHED_FIFO 1 to 99; 0 = an ordinary thread
  std::optional<int> cpu = {};          // the only one to run on; none = any
  std::size_t stack_bytes = 1U << 20U;  // at least what the system asks for
  bool lock_memory = true;              // of the whole process, from now on (mlockall)
};

// what a thread really got
struct RealtimeGrant {
  bool fifo = false;
  int priority = 0;            // 0 = ordinary
  bool memory_locked = false;  // all of the process, and what it will take
  bool affinity = false;       // bound to the CPU asked for
  // one sentence for each thing asked for and not granted: what, why, what instead, and the way out
  std::vector<std::string> refused = {};
};

class RealtimeThread {
 public:
  // Runs `body` at once. InputError when a parameter makes no sense, IoError when no thread can be
  // made.
  RealtimeThread(const RealtimeParams& params, std::function<void()> body);
  // waits for the body to end
  ~RealtimeThread();
  RealtimeThread(const RealtimeThread&) = delete;
  RealtimeThread& operator=(const RealtimeThread&) = delete;

  const RealtimeGrant& grant() const noexcept { return grant_; }
  bool joinable() const noexcept { return joinable_; }
  // waits for the body to end; throws what the body threw
  void join();

 private:
  struct Work;

  pthread_t thread_{};
  bool joinable_ = false;
  RealtimeGrant grant_;
  std::unique_ptr<Work> work_;
};

}  // namespace tether::runtime
