#include "tether/runtime/loops/loop_statistics.hpp"

#include <algorithm>
#include <utility>

#include <sys/resource.h>

namespace tether::runtime {
namespace {

constexpr std::uint64_t kPreemptionPasses = 128;  // between two looks at the count of them

}  // namespace

const char* name(LateCause cause) noexcept {
  switch (cause) {
    case LateCause::wake_up:
      return "wake_up";
    case LateCause::compute:
      return "compute";
    case LateCause::device:
      return "device";
    case LateCause::preempted:
      return "preempted";
  }
  return "unknown";
}

const char* name(LoopSeries series) noexcept {
  constexpr const char* kNames[kLoopSeries] = {"period",    "wake_up",  "device", "compute",
                                               "interface", "transmit", "receive"};
  return kNames[static_cast<std::size_t>(series)];
}

std::uint64_t LoopStatistics::thread_preemptions() noexcept {
  rusage usage{};
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? static_cast<std::uint64_t>(usage.ru_nivcsw) : 0;
}

LoopStatistics::LoopStatistics(const LoopStatisticsParams& params, Preemptions preemptions) noexcept
    : params_(params),
      threshold_(core::duration_from_seconds(params.late_share * core::seconds(params.period))),
      preemptions_(preemptions) {
  for (const LoopSeries periodic :
       {LoopSeries::period, LoopSeries::interface, LoopSeries::transmit, LoopSeries::receive}) {
    at(periodic) = Series(params.period);
  }
}

void LoopStatistics::add(const Pass& pass) noexcept {
  // the thread that runs the loop is known only now
  if (snapshot_.passes % kPreemptionPasses == 0) preempted_before_ = preemptions_();
  snapshot_.missed += pass.wakeup.missed;
  const std::uint64_t tick = snapshot_.passes + snapshot_.missed;
  ++snapshot_.passes;

  add_durations(pass);
  judge(pass, tick);
  last_end_ = pass.end;

  for (std::size_t i = 0; i < kLoopSeries; ++i) snapshot_.series[i] = series_[i].moments();
  published_.write(snapshot_);
}

void LoopStatistics::add_durations(const Pass& pass) noexcept {
  step(LoopSeries::period, last_begin_, pass.begin);
  at(LoopSeries::wake_up).add(pass.wakeup.latency(pass.begin));
  if (pass.device_done) {
    at(LoopSeries::device).add(*pass.device_done - pass.begin);
    step(LoopSeries::interface, last_interface_, *pass.device_done);
  }
  at(LoopSeries::compute)
      .add(pass.compute_done.value_or(pass.end) - pass.device_done.value_or(pass.begin));
}

void LoopStatistics::step(LoopSeries which, std::optional<core::Time>& last,
                          core::Time t) noexcept {
  if (last) at(which).add(t - *last);
  last = t;
}

void LoopStatistics::judge(const Pass& pass, std::uint64_t tick) noexcept {
  const core::Duration begin_late = pass.wakeup.late(pass.begin);
  const core::Duration end_late = pass.end - (pass.wakeup.scheduled + params_.period);
  const bool begins_late = begin_late > threshold_;
  const bool ends_late = end_late > core::Duration(0);
  if (ends_late) ++snapshot_.overruns;
  if (!begins_late && !ends_late) return;

  // a pass that began late and would have fitted is not to blame for its end
  const bool within = ends_late && (!begins_late || end_late > begin_late);
  last_cause_ = within ? cause_within(pass) : cause_before(pass);
  ++snapshot_.late;
  snapshot_.last_late = {.tick = tick,
                         .due = pass.wakeup.due,
                         .late = within ? end_late : begin_late,
                         .cause = last_cause_};
  keep(snapshot_.last_late);
}

bool LoopStatistics::was_preempted() noexcept {
  const std::uint64_t preempted = preemptions_();
  return std::exchange(preempted_before_, preempted) < preempted;
}

LateCause LoopStatistics::cause_within(const Pass& pass) noexcept {
  if (was_preempted()) return LateCause::preempted;
  const core::Time computing = pass.device_done.value_or(pass.begin);
  const core::Time computed = pass.compute_done.value_or(pass.end);
  // commanding the device and sending, after the result, is the device's share too
  const core::Duration outside = (computing - pass.begin) + (pass.end - computed);
  return outside > computed - computing ? LateCause::device : LateCause::compute;
}

LateCause LoopStatistics::cause_before(const Pass& pass) noexcept {
  const Wakeup& wakeup = pass.wakeup;
  if (wakeup.silent) return LateCause::device;
  const core::Duration carried = wakeup.asked - wakeup.due;
  if (carried <= wakeup.latency(pass.begin)) return LateCause::wake_up;
  // where the pass before ran into this one, its cause is the cause
  if (last_end_ && *last_end_ > wakeup.due) return last_cause_;
  // the loop was not ready to wait for something that it does not measure
  return was_preempted() ? LateCause::preempted : LateCause::compute;
}

void LoopStatistics::keep(const LateTick& tick) noexcept {
  if (worst_count_ < kWorst) {
    worst_[worst_count_++] = tick;
    return;
  }
  const auto mildest =
      std::min_element(worst_.begin(), worst_.end(),
                       [](const LateTick& a, const LateTick& b) { return a.late < b.late; });
  if (mildest->late < tick.late) *mildest = tick;
}

}  // namespace tether::runtime
