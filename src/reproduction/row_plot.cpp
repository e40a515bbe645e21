// The picture of a row: two bars from zero with whiskers, theirs above ours, on one scale.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tether/reproduction/report.hpp"

namespace tether::reproduction {
namespace {

constexpr double kPlotWidth = 200, kPlotHeight = 44, kPlotMargin = 6, kBar = 10;

struct Scale {
  double low = 0, high = 0;
  void cover(const std::optional<Figure>& figure) {
    if (!figure || !std::isfinite(figure->value)) return;
    const double spread = figure->spread.value_or(0);
    low = std::min(low, figure->value - spread);
    high = std::max(high, figure->value + spread);
  }
  double at(double value) const {
    return kPlotMargin + (kPlotWidth - 2 * kPlotMargin) * (value - low) / (high - low);
  }
};

std::string bar(const std::optional<Figure>& figure, const Scale& scale, double top,
                std::string_view whose) {
  if (!figure || !std::isfinite(figure->value)) return "";
  const double from = std::min(scale.at(0), scale.at(figure->value));
  const double to = std::max(scale.at(0), scale.at(figure->value));
  std::string svg = fmt::format(
      "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" "
      "fill-opacity=\".45\" stroke=\"none\" style=\"stroke:none\"/>",
      whose, from, top, std::max(to - from, 1.0), kBar);
  const double middle = top + kBar / 2;
  if (figure->spread && *figure->spread > 0) {
    svg += fmt::format(
        "<path class=\"{0}\" stroke-width=\"1.5\" d=\"M{1:.1f} {3:.1f}H{2:.1f}M{1:.1f} "
        "{4:.1f}v6M{2:.1f} {4:.1f}v6\"/>",
        whose, scale.at(figure->value - *figure->spread), scale.at(figure->value + *figure->spread),
        middle, middle - 3);
  }
  return svg + fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", whose,
                           scale.at(figure->value), middle);
}

}  // namespace

std::string row_plot(const Row& row) {
  Scale scale;
  scale.cover(row.theirs);
  scale.cover(row.ours);
  if (scale.high <= scale.low || (!row.theirs && !row.ours)) return "";
  return fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"document above, ours below\">"
      "<path class=\"zero\" d=\"M{2:.1f} 4V{3}\"/>{4}{5}</svg>",
      kPlotWidth, kPlotHeight, scale.at(0), kPlotHeight - 4, bar(row.theirs, scale, 8, "theirs"),
      bar(row.ours, scale, 26, "ours"));
}

}  // namespace tether::reproduction
