#include "tether/runtime/loops/event_loop.hpp"

#include <exception>
#include <optional>
#include <stdexcept>

namespace tether::runtime {
namespace {

// none: stay where you are
std::optional<LifeState> asked_state(Command command) noexcept {
  switch (command) {
    case Command::none:
      break;
    case Command::configure_resources:
      return LifeState::resource_configuration;
    case Command::configure_capabilities:
      return LifeState::capability_configuration;
    case Command::run:
      return LifeState::running;
    case Command::pause:
      return LifeState::pausing;
    case Command::clean:
      return LifeState::cleaning;
  }
  return std::nullopt;
}

}  // namespace

EventLoop::EventLoop(const ThreadSpec& thread, std::span<Activity* const> activities, Clock& clock,
                     Exchange& exchange, FirstFailure& failure, PassObserver* observer)
    : count_(activities.size()),
      scheduler_(thread),
      clock_(clock),
      exchange_(exchange),
      failure_(failure),
      observer_(observer) {
  if (count_ != thread.activities.size())
    throw std::invalid_argument("thread " + thread.name + ": not as many activities as described");
  for (std::size_t i = 0; i < count_; ++i) seats_[i].activity = activities[i];
}

void EventLoop::run() noexcept {
  Reports started;
  started.raise_thread(ThreadReport::started);
  exchange_.raise(started);
  while (pass(clock_.wait())) {
  }
  Reports ended;
  ended.raise_thread(ThreadReport::ended);
  exchange_.raise(ended);
}

bool EventLoop::pass(const Wakeup& wakeup) noexcept {
  const core::Time begin = clock_.now();
  const Commands commands = exchange_.read();
  if (commands.of_thread() == ThreadCommand::stop) {
    // who never began has nothing to clean
    for (std::size_t i = 0; i < count_; ++i) seats_[i].life.enter(LifeState::done);
    return false;
  }
  reports_ = {};
  coordinate(commands);
  if (wakeup.overrun) stop_on_overrun();
  configure();
  compute(wakeup.scheduled);
  exchange_.raise(reports_);
  if (observer_ != nullptr) observer_->pass(wakeup, begin, clock_.now());
  return true;
}

void EventLoop::coordinate(Commands commands) noexcept {
  for (std::size_t i = 0; i < count_; ++i) {
    Seat& seat = seats_[i];
    seat.fresh = commands.stamp(i) != seat.stamp;
    seat.stamp = commands.stamp(i);
    const auto asked = asked_state(commands.of(i));
    if (!seat.fresh || !asked) {
      seat.fresh = false;
      continue;
    }
    seat.rests = false;
    // a state may be asked for again when the one between went by unseen
    if (seat.life.state() == *asked || seat.life.enter(*asked)) continue;
    failure_.record(seat.activity->name(), "was commanded to skip a state of its life cycle");
    fail(i);
  }
}

void EventLoop::configure() noexcept {
  for (std::size_t i = 0; i < count_; ++i) {
    Seat& seat = seats_[i];
    if (!seat.fresh || seat.failed) continue;
    try {
      if (seat.life.state() == LifeState::resource_configuration) {
        seat.activity->configure_resources();
        reports_.raise(i, Report::resources_configured);
      } else if (seat.life.state() == LifeState::capability_configuration) {
        seat.activity->configure_capabilities();
        reports_.raise(i, Report::capabilities_configured);
      }
    } catch (const std::exception& e) {
      failure_.record(seat.activity->name(), e.what());
      fail(i);
    } catch (...) {
      failure_.record(seat.activity->name(), "an exception without a text");
      fail(i);
    }
  }
}

void EventLoop::compute(core::Time now) noexcept {
  ActivitySet serving;
  for (std::size_t i = 0; i < count_; ++i) serving[i] = serves(seats_[i]);
  scheduler_.begin_pass(serving);

  for (std::size_t i = 0; i < count_; ++i) {
    Seat& seat = seats_[i];
    const LifeState state = seat.life.state();
    if (serving[i]) {
      if (scheduler_.due(i)) compute_one(i, now);
    } else if (is_in(state, LifeSuperState::ready)) {
      const bool at_rest = seat.activity->pause(now);
      if (state == LifeState::pausing && at_rest && !seat.rests && !seat.failed) {
        seat.rests = true;
        reports_.raise(i, Report::paused);
      }
    } else if (state == LifeState::cleaning) {
      seat.activity->clean();
      seat.life.enter(LifeState::done);
      reports_.raise(i, Report::cleaned);
    }
  }
}

void EventLoop::compute_one(std::size_t i, core::Time now) noexcept {
  Seat& seat = seats_[i];
  if (const core::Fault fault = seat.activity->compute(now)) {
    failure_.record(seat.activity->name(), fault);
    fail(i);
    // not one pass with what the fault left behind
    seat.activity->pause(now);
  } else if (!seat.finished && seat.activity->finished()) {
    seat.finished = true;
    reports_.raise(i, Report::finished);
  }
}

void EventLoop::fail(std::size_t i) noexcept {
  seats_[i].failed = true;
  reports_.raise(i, Report::failed);
}

void EventLoop::stop_on_overrun() noexcept {
  for (std::size_t i = 0; i < count_; ++i) {
    if (!serves(seats_[i])) continue;
    failure_.record(seats_[i].activity->name(), "a pass of its thread took longer than the period");
    fail(i);
    return;
  }
}

}  // namespace tether::runtime
