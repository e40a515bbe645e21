// Reports when the guards of one side begin and cease to act, and by how much they did, so that a
// person can see without plots what was bounded. Storage is made at set-up.
#pragma once

#include <array>
#include <functional>
#include <string_view>

#include "tether/signals/tick.hpp"

namespace tether::record {

class GuardEvents {
 public:
  explicit GuardEvents(signals::SideName side) noexcept : side_(side) {}

  // emit(what, detail), in the order of the guards
  template <class Emit>
  void watch(const signals::Tick& tick, Emit emit) noexcept {
    const auto amounts = amounts_of(tick);
    for (std::size_t i = 0; i < kGuards; ++i) {
      if (!changed(intervals_[i], amounts[i], tick.time)) continue;
      intervals_[i].stop = tick.guard.stop;
      const core::FixedString<24> what = name_of(i);
      const core::FixedString<160> detail = detail_of(i);
      emit(what.view(), detail.view());
    }
  }

 private:
  static constexpr std::size_t kGuards = 11;
  using Amounts = std::array<double, kGuards>;

  // a time in which a guard acts, pauses of a moment included
  struct Interval {
    bool on = false;
    double most = 0;
    core::Time began, last;
    guard::StopReason stop = guard::StopReason::none;  // at its beginning
  };

  static Amounts amounts_of(const signals::Tick& tick) noexcept;
  static bool changed(Interval& interval, double amount, core::Time now) noexcept;
  core::FixedString<24> name_of(std::size_t guard) const noexcept;
  core::FixedString<160> detail_of(std::size_t guard) const noexcept;

  signals::SideName side_;
  std::array<Interval, kGuards> intervals_;
};

}  // namespace tether::record
