// Between a tick and a middleware that takes locks and memory as it pleases. The tick's calls copy,
// exchange an atomic, and make at most one system call that does not wait (waking a thread).
//   outbox   the newest sample goes to the middleware (newest_outbox.hpp); counters are cumulative,
//            so one that was overtaken is not missed
//   inbox    threads of the middleware put in, the tick takes out, in order
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include <semaphore.h>

#include "tether/core/spsc_queue.hpp"
#include "tether/link/udp/addressed_sample.hpp"
#include "tether/link/udp/newest_outbox.hpp"

namespace tether::link {

using Outbox = NewestOutbox<AddressedSample>;

// samples since the endpoint was made; to be read from any thread
struct InboxCounts {
  std::uint64_t arrived = 0;
  std::uint64_t implausible = 0;  // of them: dropped, see sample_check.hpp
  std::uint64_t overflowed = 0;   // of them: dropped because the tick did not come for them
};

class Inbox {
 public:
  Inbox();
  ~Inbox();
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  // middleware, any thread: keeps what passes the check of samples
  void put(const AddressedSample& addressed);

  // tick: false when there is nothing more
  bool take(AddressedSample& addressed) noexcept { return queue_.pop(addressed); }

  // The thread that takes, when it has nothing else to do: sleeps until there is something, true,
  // or until so much time has passed, false.
  bool wait(core::Duration at_most) noexcept;

  InboxCounts counts() const noexcept;

 private:
  static constexpr std::size_t kCapacity = 64;  // samples

  core::SpscQueue<AddressedSample, kCapacity> queue_;
  std::mutex putting_;  // the queue has one producer at a time
  std::atomic<bool> waited_for_ = false;
  sem_t came_;
  std::atomic<std::uint64_t> arrived_ = 0, implausible_ = 0, overflowed_ = 0;
};

}  // namespace tether::link
