#include "tether/runtime/loops/loop_report.hpp"

#include <algorithm>
#include <utility>

namespace tether::runtime {
namespace {

constexpr std::size_t kBinsPerBar = 8;
// the bin of no distance to the nominal value begins a bar
constexpr std::size_t kMiddle = Series::kHalf - 1;
constexpr std::size_t kShift = (kBinsPerBar - kMiddle % kBinsPerBar) % kBinsPerBar;

std::vector<HistogramBar> bars(const Series& series) {
  std::vector<HistogramBar> all;
  std::size_t last = Series::kBins;  // number of the bar that was added last
  for (std::size_t i = 0; i < Series::kBins; ++i) {
    const Series::Bin bin = series.bin(i);
    if (bin.count == 0) continue;
    const std::size_t bar = (i + kShift) / kBinsPerBar;
    if (bar != std::exchange(last, bar)) {
      const std::size_t first = std::max(bar * kBinsPerBar, kShift) - kShift;
      const std::size_t final =
          std::min(first + kBinsPerBar, Series::kBins) - (first == 0 ? kShift : 0) - 1;
      all.push_back({.from = core::seconds(series.bin(first).from),
                     .to = core::seconds(series.bin(final).to + core::Duration(1))});
    }
    all.back().count += bin.count;
  }
  return all;
}

}  // namespace

SeriesReport report(const Series& series) {
  const Moments m = series.moments();
  return {.count = m.count,
          .mean = m.mean,
          .sigma = m.sigma,
          .min = core::seconds(m.min),
          .max = core::seconds(m.max),
          .p50 = core::seconds(series.percentile(0.5)),
          .p90 = core::seconds(series.percentile(0.9)),
          .p99 = core::seconds(series.percentile(0.99)),
          .p999 = core::seconds(series.percentile(0.999)),
          .histogram = bars(series)};
}

LoopReport report(std::string name, const LoopStatistics& statistics, RealtimeGrant grant) {
  const LoopSnapshot& counts = statistics.snapshot();
  LoopReport report{.name = std::move(name),
                    .nominal_period = core::seconds(statistics.nominal_period()),
                    .passes = counts.passes,
                    .missed = counts.missed,
                    .overruns = counts.overruns,
                    .late_count = counts.late,
                    .period = runtime::report(statistics[LoopSeries::period]),
                    .compute = runtime::report(statistics[LoopSeries::compute]),
                    .wake_up = runtime::report(statistics[LoopSeries::wake_up]),
                    .device = runtime::report(statistics[LoopSeries::device]),
                    .interface = runtime::report(statistics[LoopSeries::interface]),
                    .transmit = runtime::report(statistics[LoopSeries::transmit]),
                    .receive = runtime::report(statistics[LoopSeries::receive]),
                    .late = {statistics.worst().begin(), statistics.worst().end()},
                    .grant = std::move(grant)};
  std::sort(report.late.begin(), report.late.end(),
            [](const LateTick& a, const LateTick& b) { return a.late > b.late; });
  return report;
}

}  // namespace tether::runtime
