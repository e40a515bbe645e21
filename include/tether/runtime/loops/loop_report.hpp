// The statistics of a loop that has ended, as plain values for summaries, tables and plots. SI
// units.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tether/runtime/loops/loop_statistics.hpp"
#include "tether/runtime/loops/realtime_thread.hpp"

namespace tether::runtime {

// samples from `from` to less than `to` [s]
struct HistogramBar {
  double from = 0;
  double to = 0;
  std::uint64_t count = 0;
};

// all in s; zero without samples
struct SeriesReport {
  std::uint64_t count = 0;
  double mean = 0, sigma = 0, min = 0, max = 0;
  double p50 = 0, p90 = 0, p99 = 0, p999 = 0;
  // ascending, those without samples left out; eight to an octave of the distance to the nominal
  // value of the series
  std::vector<HistogramBar> histogram = {};
};

struct LoopReport {
  std::string name;
  double nominal_period = 0;  // [s]
  std::uint64_t passes = 0;
  std::uint64_t missed = 0;      // passes left out
  std::uint64_t overruns = 0;    // passes that ended after the next was due
  std::uint64_t late_count = 0;  // passes
  // of what is simulated in the loop, while passes were left out: time that it went on
  // nevertheless, and time in which it stood still [s]
  double made_up = 0, stood_still = 0;
  SeriesReport period, compute, wake_up, device, interface, transmit, receive;
  std::vector<LateTick> late = {};  // the worst, latest first
  RealtimeGrant grant = {};
};

SeriesReport report(const Series& series);

// call it when the loop has ended
LoopReport report(std::string name, const LoopStatistics& statistics, RealtimeGrant grant);

}  // namespace tether::runtime
