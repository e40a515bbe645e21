#include "tether/reproduction/figure.hpp"

#include <algorithm>
#include <cmath>

#include "tether/study/statistics.hpp"

namespace tether::reproduction {
namespace {

study::Moments moments_behind(const Figure& figure) {
  return {figure.n, figure.value, figure.spread.value_or(0)};
}

study::Difference difference_of(const Figure& theirs, const Figure& ours) {
  const bool welch = standard_error(theirs) && standard_error(ours);
  if (welch) return study::unpaired_difference(moments_behind(theirs), moments_behind(ours));
  // else that of one sample, the mean about a value that is known
  const Figure& mean = standard_error(ours) ? ours : theirs;
  study::Difference of = study::paired_difference(moments_behind(mean));
  of.value = ours.value - theirs.value;
  return of;
}

}  // namespace

std::optional<double> standard_error(const Figure& figure) noexcept {
  const bool independent = figure.kind == FigureKind::repeats || figure.kind == FigureKind::persons;
  if (!independent || !figure.spread || figure.n < 2) return std::nullopt;
  return *figure.spread / std::sqrt(static_cast<double>(figure.n));
}

std::optional<FigureTest> test(const Figure& theirs, const Figure& ours, double resolution) {
  if (!standard_error(theirs) && !standard_error(ours)) return std::nullopt;
  study::Difference difference = difference_of(theirs, ours);
  if (!std::isfinite(difference.value) || !std::isfinite(difference.standard_error)) {
    return std::nullopt;
  }
  FigureTest result{.difference = difference.value,
                    .standard_error = difference.standard_error,
                    .half_width = study::confidence_half_width(difference)};
  difference.value = std::max(std::abs(difference.value) - resolution, 0.0);
  result.p = study::two_sided_p(difference);
  return result;
}

}  // namespace tether::reproduction
