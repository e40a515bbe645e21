#include "tether/runtime/coordination/application.hpp"

#include <exception>
#include <stdexcept>

namespace tether::runtime {

std::unique_ptr<RealtimeThread> start_thread(const ThreadSpec& thread, std::function<void()> body) {
  return std::make_unique<RealtimeThread>(RealtimeParams{.name = thread.name, .lock_memory = false},
                                          std::move(body));
}

const char* name(ApplicationOutcome::Kind kind) noexcept {
  switch (kind) {
    case ApplicationOutcome::Kind::completed:
      return "completed";
    case ApplicationOutcome::Kind::stopped:
      return "stopped";
    case ApplicationOutcome::Kind::failed:
      break;
  }
  return "failed";
}

Application::Application(const Deployment& deployment, const std::vector<ThreadParts>& parts,
                         Clock& mediator_clock, ThreadStarter starter)
    : coordination_(coordinate(deployment)),
      mediator_(coordination_),
      clock_(mediator_clock),
      starter_(std::move(starter)),
      threads_(deployment.threads.size()),
      tried_(deployment.threads.size()) {
  if (parts.size() != deployment.threads.size())
    throw std::invalid_argument("an application needs the parts of each thread");
  for (std::size_t t = 0; t < parts.size(); ++t) {
    loops_.push_back(std::make_unique<EventLoop>(
        coordination_.deployment.threads[t], parts[t].activities, *parts[t].clock,
        mediator_.exchange(t), failure_, parts[t].observer));
  }
}

ApplicationOutcome Application::run(const Options& options) {
  std::exception_ptr thrown;
  while (!mediator_.done()) {
    clock_.wait();
    if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) request_stop();
    mediator_.tick();
    start_threads();
    try {
      if (options.after_tick && !thrown) options.after_tick(clock_.now());
    } catch (...) {
      // no thread is left behind
      thrown = std::current_exception();
      request_stop();
    }
  }
  for (const auto& thread : threads_)
    if (thread) thread->join();
  if (thrown) std::rethrow_exception(thrown);
  return outcome();
}

void Application::start_threads() {
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    if (tried_[t] || mediator_.thread_command(t) != ThreadCommand::start) continue;
    tried_[t] = true;
    const ThreadSpec& spec = coordination_.deployment.threads[t];
    try {
      threads_[t] = starter_(spec, [loop = loops_[t].get()] { loop->run(); });
    } catch (const std::exception& e) {
      failure_.record(spec.name + " thread", e.what());
      Reports failed;
      failed.raise_thread(ThreadReport::failed);
      mediator_.exchange(t).raise(failed);
    }
  }
}

ApplicationOutcome Application::outcome() const {
  if (const auto failure = failure_.get())
    return {ApplicationOutcome::Kind::failed, failure->who, failure->why, failure->fault};
  if (const auto finished = mediator_.finished_by()) {
    const ActivityPlaces& a = coordination_.activities[*finished];
    return {ApplicationOutcome::Kind::completed,
            coordination_.deployment.threads[a.thread].activities[a.position].name,
            "",
            {}};
  }
  return {ApplicationOutcome::Kind::stopped, "", "", {}};
}

}  // namespace tether::runtime
