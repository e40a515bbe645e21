#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "tether/report/page.hpp"
#include "tether/report/plots/line_panel.hpp"
#include "tether/reproduction/assisted/coupling_study.hpp"

namespace tether::reproduction {
namespace {

constexpr double kCouplingWidth = 900, kCouplingLeft = 62, kCouplingTop = 62, kCouplingPanel = 244,
                 kCouplingGap = 44, kCouplingHeight = 170, kCouplingBetween = 22;
constexpr double kCouplingLowest = 0.2, kCouplingHighest = 20;  // [Hz]
constexpr std::array<std::string_view, 3> kEnvironments{"free", "soft", "hard"};
// of Okabe & Ito, distinct for every kind of eye
constexpr std::array kColours{"#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7"};

struct Axis {
  double from, to, step;
};
// magnitude of what is felt [dB N s/m] in free space, against the true one elsewhere; phase [deg]
constexpr Axis kMagnitude{-30, 50, 20}, kRatio{-60, 40, 20}, kPhase{-180, 180, 90};

double left(std::size_t panel) {
  return kCouplingLeft + static_cast<double>(panel) * (kCouplingPanel + kCouplingGap);
}
double x_of(std::size_t panel, double frequency) {
  return left(panel) + kCouplingPanel * std::log(frequency / kCouplingLowest) /
                           std::log(kCouplingHighest / kCouplingLowest);
}
double y_of(double top, const Axis& axis, double value) {
  return top + kCouplingHeight * (axis.to - std::clamp(value, axis.from, axis.to)) /
                   (axis.to - axis.from);
}

std::string grid(std::size_t panel, double top, const Axis& axis) {
  std::string svg;
  const auto lines = std::lround(std::floor(axis.to / axis.step));
  for (auto k = std::lround(std::ceil(axis.from / axis.step)); k <= lines; ++k) {
    const double v = static_cast<double>(k) * axis.step;
    const double y = y_of(top, axis, v);
    svg += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}h{}\"/>\n", k == 0 ? "zero" : "grid",
                       left(panel), y, kCouplingPanel);
    if (panel < 2) svg += report::svg_text(left(panel) - 4, y + 4, "end", fmt::format("{:g}", v));
  }
  for (const double f : {0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0}) {
    svg += fmt::format("<path class=\"grid\" d=\"M{:.1f} {:.1f}v{}\"/>\n", x_of(panel, f), top,
                       kCouplingHeight);
  }
  return svg;
}

// what is shown of a point: over the true one where there is one
double magnitude(const CouplingCase& c, const ImpedancePoint& p) {
  return c.environment.stiffness > 0 ? p.gain_db() : 20 * std::log10(std::abs(p.felt));
}
double phase(const CouplingCase& c, const ImpedancePoint& p) {
  return c.environment.stiffness > 0 ? p.phase_deg() : std::arg(p.felt) * 57.29577951308232;
}

template <class Value>
std::string curve(const CouplingCase& c, std::size_t panel, double top, const Axis& axis,
                  Value value) {
  std::string path;
  double before = 0;
  for (const ImpedancePoint& p : c.points) {
    const double v = value(c, p);
    // a phase that wraps is no line across the panel
    const bool jump = path.empty() || std::abs(v - before) > 200;
    path += fmt::format("{}{:.1f} {:.1f}", jump ? 'M' : 'L', x_of(panel, p.frequency),
                        y_of(top, axis, v));
    before = v;
  }
  return fmt::format("<path class=\"curve\" stroke=\"{}\" d=\"{}\"/>\n",
                     kColours[static_cast<std::size_t>(c.coupling)], path);
}

std::string panel_of(const std::vector<CouplingCase>& study, bool scaled, std::size_t panel) {
  const double below = kCouplingTop + kCouplingHeight + kCouplingBetween;
  const Axis& axis = panel == 0 ? kMagnitude : kRatio;
  std::string svg = grid(panel, kCouplingTop, axis) + grid(panel, below, kPhase);
  svg += report::svg_text(left(panel) + kCouplingPanel / 2, kCouplingTop - 8, "middle",
                          panel == 0   ? "free space: felt [dB N s/m]"
                          : panel == 1 ? "soft: felt over true [dB]"
                                       : "hard: felt over true [dB]");
  for (const CouplingCase& c : study) {
    if (c.environment.name != kEnvironments[panel] || (c.scaling.motion != 1) != scaled) continue;
    svg += curve(c, panel, kCouplingTop, axis, magnitude) + curve(c, panel, below, kPhase, phase);
  }
  for (const double f : {0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0}) {
    svg += report::svg_text(x_of(panel, f), below + kCouplingHeight + 15, "middle",
                            fmt::format("{:g}", f));
  }
  return svg;
}

// dark where the page is
constexpr const char* kCouplingStyle =
    "<style>.grid{stroke:#ddd}.zero{stroke:#888}.curve{fill:none;stroke-width:2}"
    "text{fill:#222}.paper{fill:#fff}"
    "@media(prefers-color-scheme:dark){.grid{stroke:#333}.zero{stroke:#777}text{fill:#ddd}"
    ".paper{fill:#161616}}</style>\n";

}  // namespace

std::string coupling_figure(const std::vector<CouplingCase>& study, bool scaled) {
  std::string svg;
  double x = kCouplingLeft;
  for (std::size_t i = 0; i < kColours.size(); ++i) {
    svg +=
        fmt::format("<path class=\"curve\" stroke=\"{}\" d=\"M{:.0f} 26h22\"/>\n", kColours[i], x);
    svg += report::svg_text(x + 28, 30, "start", name(static_cast<StudiedCoupling>(i)));
    x += 160;
  }
  for (std::size_t panel = 0; panel < kEnvironments.size(); ++panel) {
    svg += panel_of(study, scaled, panel);
  }
  const double below = kCouplingTop + kCouplingHeight + kCouplingBetween,
               bottom = below + kCouplingHeight;
  svg += report::svg_text(left(1) + kCouplingPanel / 2, bottom + 34, "middle",
                          "frequency of the hand [Hz]");
  svg += fmt::format(
      "<text transform=\"translate(14 {:.0f}) rotate(-90)\" "
      "text-anchor=\"middle\">phase [deg]</text>\n",
      below + kCouplingHeight / 2);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n{2}"
      "<rect class=\"paper\" width=\"{0}\" height=\"{1:.0f}\"/>\n{3}</svg>\n",
      kCouplingWidth, bottom + 46, kCouplingStyle, svg);
}

std::string coupling_page(const std::vector<CouplingCase>& study) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width\">"
      "<title>Couplings: what the hand feels</title>\n"
      "<style>:root{{color-scheme:light dark}}body{{font-family:sans-serif;max-width:920px;"
      "margin:2em auto;padding:0 1em}}svg{{max-width:100%;height:auto}}"
      "pre{{overflow-x:auto}}</style></head><body>\n"
      "<h1>What the hand feels through each coupling</h1>\n"
      "<p>Transmitted impedance, force over velocity of the hand, against that of the "
      "environment: 0 dB and 0 deg mean that the hand feels it as it is. In free space nothing "
      "should be felt: less is better.</p>\n"
      "<h2>Without scaling</h2>\n{}<h2>Motion times {:g}, force times {:g}</h2>\n{}"
      "<h2>Figures</h2>\n<pre>{}</pre>\n</body></html>\n",
      coupling_figure(study, false), kScaled.motion, kScaled.force, coupling_figure(study, true),
      report::escaped(to_table(study)));
}

}  // namespace tether::reproduction
