// The mediator alone coordinates: it takes what activities, threads and people report, as
// transitions of the environment in the coordination net, lets the net settle, and writes the
// commands that the marked places stand for. Activities never know each other, nor the mediator.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tether/runtime/coordination/coordination.hpp"
#include "tether/runtime/coordination/exchange.hpp"

namespace tether::runtime {

class Mediator {
 public:
  // `coordination` must outlive the mediator
  explicit Mediator(const Coordination& coordination);

  // Requests, from any thread. The last set that was asked for counts; one that cannot be had yet
  // waits, and is dropped once the application stops.
  void request_stop() noexcept;  // also from a signal handler
  void request_set(std::size_t thread, std::size_t set) noexcept;

  // where the loop of a thread takes commands and reports
  Exchange& exchange(std::size_t thread) noexcept { return exchanges_[thread]; }

  // One pass of coordination. No heap, no lock.
  void tick() noexcept;

  // the rest is for the thread that ticks
  bool done() const noexcept { return marking_[c_.application.done] > 0; }
  bool stopping() const noexcept { return marking_[c_.application.stopping] > 0; }
  bool running() const noexcept { return marking_[c_.application.running] > 0; }
  LifeState state(std::size_t activity) const noexcept;
  Command command(std::size_t activity) const noexcept;
  ThreadCommand thread_command(std::size_t thread) const noexcept;
  std::size_t selected_set(std::size_t thread) const noexcept;
  const Marking& marking() const noexcept { return marking_; }
  const Coordination& coordination() const noexcept { return c_; }
  // the activity whose end of work made the application stop, if one did
  std::optional<std::size_t> finished_by() const noexcept { return finished_by_; }
  // reports that answered no standing command, such as a failure reported after the end of the work
  std::uint64_t unexpected_reports() const noexcept { return unexpected_; }

 private:
  static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");
  static constexpr int kNoSet = -1;

  void take_requests() noexcept;
  void take_reports(std::size_t thread) noexcept;
  void write_commands(std::size_t thread) noexcept;
  bool fire_first(const std::vector<TransitionId>& transitions) noexcept;

  const Coordination& c_;
  Marking marking_;
  std::unique_ptr<Exchange[]> exchanges_;
  std::vector<Commands> issued_;        // per thread
  std::vector<std::uint8_t> answered_;  // per activity: its command was answered in this tick
  std::optional<std::size_t> finished_by_;
  std::uint64_t unexpected_ = 0;

  std::atomic<bool> stop_{false};
  std::unique_ptr<std::atomic<int>[]> wished_set_;  // per thread
};

}  // namespace tether::runtime
