// Every operator's pair of values, without and with assistance: one panel per measure, one line per
// operator, and the mean.
#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "reproduction/assisted/cat_statistics_findings.hpp"
#include "tether/report/plots/line_panel.hpp"

namespace tether::reproduction {
namespace {

constexpr double kPairsPanel = 150, kPairsGap = 40, kPairsLeft = 44, kPairsTop = 74,
                 kPairsHeight = 260;
constexpr double kPairsInset = 30;  // from the borders of a panel to its two columns

// colours of Okabe & Ito; lower, which is better, is blue and higher is vermilion and dashed
constexpr const char* kPairsStyle =
    "<style>.lower{stroke:#0072b2;fill:#0072b2}.higher{stroke:#d55e00;fill:#d55e00}"
    ".higher path{stroke-dasharray:5 3}.mean{stroke:currentColor;fill:currentColor}"
    ".grid{stroke:currentColor;stroke-opacity:.18}text{fill:currentColor;stroke:none}"
    "path{fill:none}</style>\n";

// a round step that makes four to eight lines up to the top
double round_step(double top) {
  const double rough = top / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * power >= rough) return digit * power;
  }
  return 10 * power;
}

struct Panel {
  double left = 0, top_value = 1;

  double x(bool with) const { return left + (with ? kPairsPanel - kPairsInset : kPairsInset); }
  double y(double value) const { return kPairsTop + kPairsHeight * (1 - value / top_value); }

  // a line from one mark to the other, which shows whose it is to a pointer
  std::string pair(double without, double with, std::string_view kind, double thickness,
                   std::string_view label) const {
    const double from = y(without), to = y(with);
    return fmt::format(
        "<g class=\"{0}\"><title>{1}: {2:g} → {3:g}</title><path d=\"M{4:.1f} {5:.1f}L{6:.1f} "
        "{7:.1f}\" stroke-width=\"{8}\"/><circle cx=\"{4:.1f}\" cy=\"{5:.1f}\" r=\"{9}\"/><circle "
        "cx=\"{6:.1f}\" cy=\"{7:.1f}\" r=\"{9}\"/></g>\n",
        kind, label, without, with, x(false), from, x(true), to, thickness, 1.5 + thickness);
  }
};

std::string panel_svg(const std::vector<std::string>& operators, const PairedFigures& f,
                      double left) {
  double largest = 0;
  for (const auto* values : {&f.without, &f.with}) {
    largest = std::max(largest, *std::max_element(values->begin(), values->end()));
  }
  const double step = round_step(largest);
  const Panel panel{left, step * std::ceil(largest / step)};
  std::string svg = report::svg_text(left, kPairsTop - 26, "start", title(f));
  svg +=
      report::svg_text(left, kPairsTop - 10, "start",
                       fmt::format("{:+.1f} %, {}", 100 * f.comparison.change(),
                                   f.p < 0.001 ? "p &lt; 0.001" : fmt::format("p = {:.3f}", f.p)));
  const auto lines = std::lround(panel.top_value / step);
  for (long k = 0; k <= lines; ++k) {
    const double value = static_cast<double>(k) * step;
    svg += fmt::format("<path class=\"grid\" d=\"M{:.1f} {:.1f}h{}\"/>\n", left, panel.y(value),
                       kPairsPanel);
    svg += report::svg_text(left - 5, panel.y(value) + 4, "end", fmt::format("{:g}", value));
  }
  for (std::size_t i = 0; i < f.with.size(); ++i) {
    svg += panel.pair(f.without[i], f.with[i], f.with[i] > f.without[i] ? "higher" : "lower", 1.5,
                      "operator " + operators[i]);
  }
  svg += panel.pair(std::round(10 * f.comparison.reference_moments.mean) / 10,
                    std::round(10 * f.comparison.fresh_moments.mean) / 10, "mean", 3.5, "mean");
  svg += report::svg_text(panel.x(false), kPairsTop + kPairsHeight + 18, "middle", "without");
  return svg + report::svg_text(panel.x(true), kPairsTop + kPairsHeight + 18, "middle", "with");
}

std::string legend(double y) {
  std::string svg;
  double x = kPairsLeft;
  for (const auto& [kind, words, space] :
       {std::tuple{"lower", "an operator, lower with assistance", 250.0},
        std::tuple{"higher", "an operator, higher with assistance", 260.0},
        std::tuple{"mean", "mean", 0.0}}) {
    const double thickness = std::string_view(kind) == "mean" ? 3.5 : 1.5;
    svg += fmt::format("<g class=\"{}\"><path d=\"M{:.1f} {:.1f}h24\" stroke-width=\"{}\"/></g>\n",
                       kind, x, y - 4, thickness);
    svg += report::svg_text(x + 30, y, "start", words);
    x += space;
  }
  return svg;
}

std::string open_svg(std::size_t panels, std::string_view more) {
  const double width =
      kPairsLeft + static_cast<double>(panels) * (kPairsPanel + kPairsGap) - kPairsGap + 8;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"Every operator "
      "without "
      "and with assistance\" {2}>\n",
      width, kPairsTop + kPairsHeight + 30, more);
}

}  // namespace

std::string pairs_figure(const std::vector<std::string>& operators,
                         const std::vector<PairedFigures>& measures, bool standalone) {
  std::string svg =
      open_svg(measures.size(), standalone ? "color=\"#222\" style=\"background:#fff\"" : "") +
      kPairsStyle + legend(22);
  double left = kPairsLeft;
  for (const PairedFigures& f : measures) {
    svg += panel_svg(operators, f, left);
    left += kPairsPanel + kPairsGap;
  }
  return svg + "</svg>\n";
}

}  // namespace tether::reproduction
