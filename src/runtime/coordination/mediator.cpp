#include "tether/runtime/coordination/mediator.hpp"

#include <array>

namespace tether::runtime {
namespace {

// an end or a failure is reported before the rest that may follow it in the next pass
constexpr std::array<Report, kReports> kTakenInOrder{
    Report::failed, Report::finished, Report::resources_configured, Report::capabilities_configured,
    Report::paused, Report::cleaned};

}  // namespace

Mediator::Mediator(const Coordination& coordination)
    : c_(coordination),
      marking_(coordination.net.initial()),
      exchanges_(std::make_unique<Exchange[]>(coordination.threads.size())),
      issued_(coordination.threads.size()),
      answered_(coordination.activities.size()),
      wished_set_(std::make_unique<std::atomic<int>[]>(coordination.threads.size())) {
  for (std::size_t t = 0; t < c_.threads.size(); ++t) wished_set_[t] = kNoSet;
}

void Mediator::request_stop() noexcept { stop_.store(true, std::memory_order_relaxed); }
void Mediator::request_set(std::size_t thread, std::size_t set) noexcept {
  wished_set_[thread].store(static_cast<int>(set), std::memory_order_relaxed);
}

void Mediator::tick() noexcept {
  take_requests();
  for (std::size_t t = 0; t < c_.threads.size(); ++t) take_reports(t);
  // every reachable marking settles, as tether check decides; the limit keeps even a net that was
  // never checked from holding up the tick
  c_.net.settle(marking_, 4 * c_.net.transitions().size());
  for (std::size_t t = 0; t < c_.threads.size(); ++t) write_commands(t);
}

bool Mediator::fire_first(const std::vector<TransitionId>& transitions) noexcept {
  for (const TransitionId id : transitions)
    if (c_.net.fire(marking_, id)) return true;
  return false;
}

void Mediator::take_requests() noexcept {
  if (stop_.load(std::memory_order_relaxed)) fire_first(c_.application.ask_stop);
  for (std::size_t t = 0; t < c_.threads.size(); ++t) {
    int set = wished_set_[t].load(std::memory_order_relaxed);
    const ThreadPlaces& thread = c_.threads[t];
    if (set == kNoSet) continue;
    const auto wanted = static_cast<std::size_t>(set);
    const bool known = wanted < thread.set.size();
    // unless a newer wish has come
    if (!known || marking_[thread.set[wanted]] > 0 || fire_first(thread.ask_for_set[wanted]))
      wished_set_[t].compare_exchange_strong(set, kNoSet);
  }
}

void Mediator::take_reports(std::size_t t) noexcept {
  const ThreadPlaces& thread = c_.threads[t];
  const Reports reports = exchanges_[t].take();
  if (reports.word() == 0) return;
  for (std::size_t r = 0; r < kThreadReports; ++r) {
    if (!reports.has_thread(static_cast<ThreadReport>(r))) continue;
    if (!c_.net.fire(marking_, thread.on[r])) ++unexpected_;
  }
  for (std::size_t i = 0; i < thread.activities.size(); ++i) {
    const std::size_t index = thread.activities[i];
    for (const Report report : kTakenInOrder) {
      if (!reports.has(i, report)) continue;
      if (!fire_first(c_.activities[index].on[static_cast<std::size_t>(report)])) {
        ++unexpected_;
        continue;
      }
      answered_[index] = 1;
      if (report == Report::finished && !finished_by_ && !stopping()) finished_by_ = index;
    }
  }
}

void Mediator::write_commands(std::size_t t) noexcept {
  const ThreadPlaces& thread = c_.threads[t];
  Commands& commands = issued_[t];
  for (std::size_t i = 0; i < thread.activities.size(); ++i) {
    const std::size_t index = thread.activities[i];
    const Command now = command(index);
    // the same command after an answer is a new one
    if (now != commands.of(i) || answered_[index] != 0) commands.issue(i, now);
    answered_[index] = 0;
  }
  commands.set_thread(thread_command(t));
  exchanges_[t].write(commands);
}

LifeState Mediator::state(std::size_t activity) const noexcept {
  for (const LifeState state : kAllLifeStates)
    if (marking_[c_.activities[activity][state]] > 0) return state;
  return LifeState::done;
}

Command Mediator::command(std::size_t activity) const noexcept {
  for (std::size_t i = 1; i < kCommands; ++i)
    if (marking_[c_.activities[activity].command[i]] > 0) return static_cast<Command>(i);
  return Command::none;
}

ThreadCommand Mediator::thread_command(std::size_t thread) const noexcept {
  if (marking_[c_.threads[thread].start] > 0) return ThreadCommand::start;
  if (marking_[c_.threads[thread].stop] > 0) return ThreadCommand::stop;
  return ThreadCommand::none;
}

std::size_t Mediator::selected_set(std::size_t thread) const noexcept {
  const auto& sets = c_.threads[thread].set;
  for (std::size_t k = 0; k < sets.size(); ++k)
    if (marking_[sets[k]] > 0) return k;
  return 0;
}

}  // namespace tether::runtime
