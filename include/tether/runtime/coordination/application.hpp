// Activities on threads under a mediator, from start to done. run() returns when every life cycle
// is done and every thread has ended, whatever happened on the way.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tether/runtime/clocks/clock.hpp"
#include "tether/runtime/coordination/activity.hpp"
#include "tether/runtime/coordination/coordination.hpp"
#include "tether/runtime/coordination/first_failure.hpp"
#include "tether/runtime/coordination/mediator.hpp"
#include "tether/runtime/loops/event_loop.hpp"
#include "tether/runtime/loops/realtime_thread.hpp"

namespace tether::runtime {

// Starts a thread that runs the body once. Either throws, and the application fails with that
// reason, or the body must run.
using ThreadStarter =
    std::function<std::unique_ptr<RealtimeThread>(const ThreadSpec&, std::function<void()> body)>;

// an ordinary thread
std::unique_ptr<RealtimeThread> start_thread(const ThreadSpec& thread, std::function<void()> body);

struct ApplicationOutcome {
  enum class Kind : std::uint8_t {
    completed,  // an activity finished its work
    stopped,    // on request
    failed
  };
  Kind kind = Kind::completed;
  std::string who;    // the activity that finished, or the activity or thread that failed
  std::string why;    // of a failure: one sentence
  core::Fault fault;  // of a failure in a pass
};
const char* name(ApplicationOutcome::Kind kind) noexcept;

// what runs on one thread of the deployment; all must outlive the application
struct ThreadParts {
  std::vector<Activity*> activities;  // as the deployment lists them
  Clock* clock = nullptr;
  PassObserver* observer = nullptr;  // may be null
};

class Application {
 public:
  // `parts` one for each thread of the deployment; throws core::InputError when the deployment is
  // not valid and std::invalid_argument when the parts do not fit it
  Application(const Deployment& deployment, const std::vector<ThreadParts>& parts,
              Clock& mediator_clock, ThreadStarter starter = start_thread);

  struct Options {
    const std::atomic<bool>* stop = nullptr;       // a request to stop that others set
    std::function<void(core::Time)> after_tick{};  // on the mediator's thread; may throw
  };
  // Once; the calling thread is the mediator's. What after_tick throws is thrown on when all is
  // done.
  ApplicationOutcome run(const Options& options);
  ApplicationOutcome run() { return run({}); }

  // any thread; request_stop() also from a signal handler
  void request_stop() noexcept { mediator_.request_stop(); }
  void request_set(std::size_t thread, std::size_t set) noexcept {
    mediator_.request_set(thread, set);
  }

  // what a thread was granted; nothing before it was started
  RealtimeGrant grant(std::size_t thread) const {
    return threads_[thread] ? threads_[thread]->grant() : RealtimeGrant{};
  }

  // for the mediator's thread
  const Mediator& mediator() const noexcept { return mediator_; }

 private:
  void start_threads();
  ApplicationOutcome outcome() const;

  Coordination coordination_;
  Mediator mediator_;
  FirstFailure failure_;
  Clock& clock_;
  ThreadStarter starter_;
  std::vector<std::unique_ptr<EventLoop>> loops_;
  std::vector<std::unique_ptr<RealtimeThread>> threads_;
  std::vector<bool> tried_;  // to start, per thread
};

}  // namespace tether::runtime
