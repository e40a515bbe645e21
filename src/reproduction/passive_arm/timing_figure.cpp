#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "tether/report/plots/line_panel.hpp"
#include "tether/reproduction/passive_arm/timing_study.hpp"

namespace tether::reproduction {
namespace {

constexpr std::size_t kBins = 80;
constexpr double kShownPeriods = 2;  // to the right end; what is longer stands there
constexpr double kLeast = 0.1;       // of the logarithmic axis: a single tick spread over some bins
constexpr int kTimingWidth = 720, kTimingLeft = 96, kTimingRight = 20, kTimingTop = 46,
              kTimingPanel = 92, kTimingGap = 26;
constexpr double kPlotWidth = kTimingWidth - kTimingLeft - kTimingRight;
constexpr const char* kLeaderColour = "#1f6feb";
constexpr const char* kFollowerColour = "#d9730d";

using Bins = std::array<double, kBins>;

// bars of any width, shared out over bins of one
Bins binned(const runtime::LoopReport& loop, double nominal) {
  const double width = kShownPeriods * nominal / kBins;
  Bins bins{};
  for (const runtime::HistogramBar& bar : loop.period.histogram) {
    const auto count = static_cast<double>(bar.count);
    if (bar.from >= kShownPeriods * nominal) {
      bins.back() += count;
      continue;
    }
    const auto bin = [&](double t) {
      return static_cast<std::size_t>(std::clamp(t / width, 0.0, kBins - 1.0));
    };
    const std::size_t first = bin(bar.from), last = bin(bar.to);
    const double length = bar.to - bar.from;
    for (std::size_t i = first; i <= last; ++i) {
      const double from = std::max(bar.from, static_cast<double>(i) * width);
      const double to =
          i + 1 == kBins ? bar.to : std::min(bar.to, static_cast<double>(i + 1) * width);
      bins[i] += length > 0 ? count * std::max(to - from, 0.0) / length : (i == first ? count : 0);
    }
  }
  return bins;
}

double height(double count, double most) {
  if (count < kLeast) return 0;
  return kTimingPanel * std::log10(count / kLeast) / std::log10(std::max(most, 10.0) / kLeast);
}

std::string outline(const Bins& bins, double most, double bottom, const char* colour) {
  std::string path = fmt::format("M{} {:.1f}", kTimingLeft, bottom);
  const double step = kPlotWidth / kBins;
  for (std::size_t i = 0; i < kBins; ++i) {
    const double x = kTimingLeft + static_cast<double>(i) * step;
    path += fmt::format("V{:.1f}H{:.1f}", bottom - height(bins[i], most), x + step);
  }
  return fmt::format("<path d=\"{}V{:.1f}Z\" fill=\"{}\" fill-opacity=\"0.35\" stroke=\"{}\"/>\n",
                     path, bottom, colour, colour);
}

std::string panel(const TimedLink& link, double nominal, double top) {
  const double bottom = top + kTimingPanel;
  std::vector<Bins> sides;
  double most = 10;
  for (const runtime::LoopReport& loop : link.loops) {
    sides.push_back(binned(loop, nominal));
    most = std::max(most, *std::max_element(sides.back().begin(), sides.back().end()));
  }
  std::string svg = report::svg_text(8, top + kTimingPanel / 2.0, "start", name(link.transport));
  for (int count = 1; count <= most; count *= 10) {
    const double y = bottom - height(count, most);
    svg += fmt::format("<path d=\"M{} {:.1f}h{}\" stroke=\"#ddd\"/>\n", kTimingLeft, y, kPlotWidth);
    if (count == 1 || count * 10 > most) {
      svg += report::svg_text(kTimingLeft - 4, y + 4, "end", fmt::format("{}", count));
    }
  }
  for (std::size_t i = 0; i < sides.size(); ++i) {
    svg += outline(sides[i], most, bottom,
                   link.loops[i].name == "leader" ? kLeaderColour : kFollowerColour);
  }
  return svg + fmt::format("<path d=\"M{} {:.1f}h{}\" stroke=\"#444\"/>\n", kTimingLeft, bottom,
                           kPlotWidth);
}

}  // namespace

std::string period_figure(const TimingStudy& study) {
  const double nominal = 1 / study.control_rate;
  std::string panels;
  double top = kTimingTop;
  for (const TimedLink& link : study.links) {
    if (link.loops.empty()) continue;
    panels += panel(link, nominal, top);
    top += kTimingPanel + kTimingGap;
  }
  const double axis = top - kTimingGap + 16;
  for (int i = 0; i <= 4; ++i) {
    const double share = i / 4.0;
    panels +=
        report::svg_text(kTimingLeft + share * kPlotWidth, axis, i == 4 ? "end" : "middle",
                         fmt::format("{}{:g}{}", i == 4 ? "≥ " : "",
                                     1e3 * share * kShownPeriods * nominal, i == 4 ? " ms" : ""));
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" viewBox=\"0 0 "
      "{0} "
      "{1:.0f}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
      "<rect width=\"{0}\" height=\"{1:.0f}\" fill=\"#fff\"/>\n"
      "<text x=\"8\" y=\"20\" font-size=\"14\">Controller period: ticks per bin of {2:g} µs, "
      "logarithmic</text>\n"
      "<text x=\"{3}\" y=\"20\" text-anchor=\"end\"><tspan fill=\"{4}\">■</tspan> leader "
      "<tspan fill=\"{5}\">■</tspan> follower</text>\n{6}</svg>\n",
      kTimingWidth, axis + 12, 1e6 * kShownPeriods * nominal / kBins, kTimingWidth - kTimingRight,
      kLeaderColour, kFollowerColour, panels);
}

}  // namespace tether::reproduction
