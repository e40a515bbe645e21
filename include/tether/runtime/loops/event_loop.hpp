// The body of a thread. Each pass:
//   wait         for the clock
//   communicate  read the commands of the mediator
//   coordinate   enter the states of the life cycles that the commands ask for
//   configure    those that were commanded to; an exception is a failure, by name
//   compute      those that are due; rest or clean the others; report to the mediator what came of
//   it
// It ends when the mediator has seen all its activities done.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tether/runtime/clocks/clock.hpp"
#include "tether/runtime/coordination/activity.hpp"
#include "tether/runtime/coordination/exchange.hpp"
#include "tether/runtime/coordination/first_failure.hpp"
#include "tether/runtime/coordination/life_cycle.hpp"
#include "tether/runtime/loops/scheduler.hpp"

namespace tether::runtime {

// sees every pass of a loop, on the loop's thread
class PassObserver {
 public:
  virtual ~PassObserver() = default;
  // begin, end: of the work after waiting
  virtual void pass(const Wakeup& wakeup, core::Time begin, core::Time end) noexcept = 0;
};

class EventLoop {
 public:
  // All arguments but the thread must outlive the loop. Activities in the order of the thread's.
  EventLoop(const ThreadSpec& thread, std::span<Activity* const> activities, Clock& clock,
            Exchange& exchange, FirstFailure& failure, PassObserver* observer = nullptr);

  // until commanded to stop
  void run() noexcept;
  // what follows one return from waiting; false when commanded to stop
  bool pass(const Wakeup& wakeup) noexcept;

  // for the loop's own thread, or when it has ended
  LifeState state(std::size_t activity) const noexcept { return seats_[activity].life.state(); }

 private:
  struct Seat {
    Activity* activity = nullptr;
    LifeCycle life;
    std::uint8_t stamp = 0;  // of the last command
    bool fresh = false;      // the command was first read in this pass
    bool failed = false;     // rests, and answers nothing but cleaning
    bool rests = false;      // has reported that it pauses
    bool finished = false;   // has reported so; serves on until commanded otherwise
  };

  void coordinate(Commands commands) noexcept;
  void configure() noexcept;
  void compute(core::Time now) noexcept;
  void compute_one(std::size_t i, core::Time now) noexcept;
  void fail(std::size_t i) noexcept;
  void stop_on_overrun() noexcept;
  bool serves(const Seat& seat) const noexcept {
    return seat.life.state() == LifeState::running && !seat.failed;
  }

  std::array<Seat, kMaxActivitiesPerThread> seats_{};
  std::size_t count_;
  Scheduler scheduler_;
  Clock& clock_;
  Exchange& exchange_;
  FirstFailure& failure_;
  PassObserver* observer_;
  Reports reports_;  // of this pass
};

}  // namespace tether::runtime
