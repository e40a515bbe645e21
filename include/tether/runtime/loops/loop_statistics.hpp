// How well a loop keeps its time: fed once per pass, it keeps the distributions of
//   period     from one begin to the next
//   wake_up    from when a pass was due, or the loop began to wait if that was later, to its begin
//   device     what reading the device took, where the loop marks it
//   compute    the rest of the pass up to the result, where the loop marks that, or to its end
//   interface  from one exchange with the device to the next
//   transmit   from one packet sent to the next, and receive likewise
// and the worst of the late passes with the cause of each. A pass is late when it begins later than
// due by more than a share of the period, or ends after the next was due. Due is the first instant
// since the pass before at which one should have begun (clock.hpp): neither series nor lateness
// ends at one period.
//
// No heap, no locks. The one system call, getrusage(2) for involuntary context switches, is made
// for a pass that itself took too long, and every 128th pass to know from where to count. The
// object has 130 KB: make it at set-up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tether/core/latest_value.hpp"
#include "tether/runtime/clocks/clock.hpp"
#include "tether/runtime/loops/series.hpp"

namespace tether::runtime {

// why a pass was late
enum class LateCause : std::uint8_t {
  wake_up,   // the kernel woke the loop late
  compute,   // the computation took long
  device,    // the device's call took long, or the device that sets the pace was silent
  preempted  // the kernel gave the processor to another thread during the pass
};
// "wake_up", "compute", "device", "preempted"
const char* name(LateCause cause) noexcept;

struct LateTick {
  std::uint64_t tick = 0;  // counted from 0, passes left out included
  core::Time due;          // the first instant since the pass before
  core::Duration late{0};  // begin after due, or end after the next was due: the greater
  LateCause cause = LateCause::wake_up;
};

// one pass of a loop, in session time
struct Pass {
  Wakeup wakeup;
  core::Time begin;
  std::optional<core::Time> device_done = {};   // the device was read
  std::optional<core::Time> compute_done = {};  // the result is there, to be sent and commanded
  core::Time end;
};

enum class LoopSeries : std::uint8_t {
  period,
  wake_up,
  device,
  compute,
  interface,
  transmit,
  receive
};
inline constexpr std::size_t kLoopSeries = 7;
// "period", "wake_up", ...
const char* name(LoopSeries series) noexcept;

// what another thread sees while the loop runs; trivially copyable
struct LoopSnapshot {
  std::uint64_t passes = 0;
  std::uint64_t missed = 0;    // passes left out
  std::uint64_t overruns = 0;  // passes that ended after the next was due
  std::uint64_t late = 0;      // passes
  LateTick last_late = {};
  std::array<Moments, kLoopSeries> series{};

  const Moments& operator[](LoopSeries which) const noexcept {
    return series[static_cast<std::size_t>(which)];
  }
};

struct LoopStatisticsParams {
  core::Duration period = std::chrono::milliseconds(1);  // nominal
  double late_share = 0.2;  // of the period, by which a pass may begin late
};

class LoopStatistics {
 public:
  static constexpr std::size_t kWorst = 16;

  // involuntary context switches of the calling thread so far
  using Preemptions = std::uint64_t (*)() noexcept;
  static std::uint64_t thread_preemptions() noexcept;

  explicit LoopStatistics(const LoopStatisticsParams& params,
                          Preemptions preemptions = &thread_preemptions) noexcept;

  // the loop's thread
  void add(const Pass& pass) noexcept;
  void transmitted(core::Time t) noexcept { step(LoopSeries::transmit, last_transmit_, t); }
  void received(core::Time t) noexcept { step(LoopSeries::receive, last_receive_, t); }

  // one other thread, at any time; whether there is something new since the last call
  bool read(LoopSnapshot& snapshot) noexcept { return published_.read(snapshot); }

  // the loop's thread, or any once the loop has ended
  const Series& operator[](LoopSeries which) const noexcept {
    return series_[static_cast<std::size_t>(which)];
  }
  const LoopSnapshot& snapshot() const noexcept { return snapshot_; }
  core::Duration nominal_period() const noexcept { return params_.period; }
  // in no order
  std::span<const LateTick> worst() const noexcept { return {worst_.data(), worst_count_}; }

 private:
  Series& at(LoopSeries which) noexcept { return series_[static_cast<std::size_t>(which)]; }
  void step(LoopSeries which, std::optional<core::Time>& last, core::Time t) noexcept;
  void add_durations(const Pass& pass) noexcept;
  void judge(const Pass& pass, std::uint64_t tick) noexcept;
  LateCause cause_within(const Pass& pass) noexcept;
  LateCause cause_before(const Pass& pass) noexcept;
  bool was_preempted() noexcept;
  void keep(const LateTick& tick) noexcept;

  LoopStatisticsParams params_;
  core::Duration threshold_;
  Preemptions preemptions_;
  std::uint64_t preempted_before_ = 0;
  std::array<Series, kLoopSeries> series_;
  std::optional<core::Time> last_begin_, last_end_, last_interface_;
  std::optional<core::Time> last_transmit_, last_receive_;
  LateCause last_cause_ = LateCause::wake_up;
  LoopSnapshot snapshot_;
  std::array<LateTick, kWorst> worst_{};
  std::size_t worst_count_ = 0;
  core::LatestValue<LoopSnapshot> published_;
};

}  // namespace tether::runtime
