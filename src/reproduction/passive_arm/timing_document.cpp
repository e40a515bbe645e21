// Table 6.1 of the document, in seconds.
#include "tether/reproduction/passive_arm/timing_study.hpp"

namespace tether::reproduction {
namespace {

// the document has milliseconds and no percentiles
constexpr TimingFigures ms(double mean, double sigma, double min, double max) {
  return {.mean = 1e-3 * mean, .sigma = 1e-3 * sigma, .min = 1e-3 * min, .max = 1e-3 * max};
}

constexpr std::array<DocumentedTiming, 3> kDocumented{
    {{"LUNA, one PC",
      {ms(1.00, 0.24, 0.49, 7.22), ms(0.41, 0.11, 0.00, 6.52), ms(2.00, 0.20, 0.02, 6.00), {}, {}}},
     {"LUNA, two PCs",
      {ms(1.42, 1.53, 0.36, 18.26), ms(0.93, 1.57, 0.00, 16.65), ms(2.01, 0.70, 0.01, 8.28),
       ms(4.11, 1.38, 0.04, 12.06), ms(4.27, 1.83, 0.03, 12.23)}},
     {"ROS, two PCs",
      {ms(1.03, 0.29, 0.40, 11.49), ms(0.57, 0.26, 0.00, 11.24), ms(2.00, 0.04, 1.55, 2.46),
       ms(1.02, 0.23, 0.40, 6.54), ms(1.00, 0.60, 0.02, 9.71)}}}};

constexpr std::array<TimedQuantity, kTimedQuantities> kQuantities{
    {{"controller_period", "Controller period", &runtime::LoopReport::period},
     {"compute_time", "Compute time", &runtime::LoopReport::compute},
     {"interface_period", "Robot-interface period", &runtime::LoopReport::interface},
     {"transmit_period", "Transmit period", &runtime::LoopReport::transmit},
     {"receive_period", "Receive period", &runtime::LoopReport::receive}}};

}  // namespace

std::span<const TimedQuantity> timed_quantities() noexcept { return kQuantities; }

std::span<const DocumentedTiming> documented_timing() noexcept { return kDocumented; }

TimingFigures figures(const runtime::SeriesReport& series) noexcept {
  if (series.count == 0) return {};
  return {.mean = series.mean,
          .sigma = series.sigma,
          .min = series.min,
          .max = series.max,
          .p99 = series.p99};
}

}  // namespace tether::reproduction
