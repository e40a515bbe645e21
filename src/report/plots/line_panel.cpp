#include "tether/report/plots/line_panel.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace tether::report {
namespace {

// of Okabe & Ito, distinct for every kind of eye; dark where the page is
constexpr const char* kPanelStyle =
    "<style>.grid{stroke:#8883}.level{stroke:#8889;stroke-dasharray:5 4;fill:none}"
    ".curve{fill:none;stroke-width:1.6;stroke-linejoin:round}"
    ".blue{stroke:#0072b2}.orange{stroke:#d55e00}.green{stroke:#009e73}.grey{stroke:#8889}"
    ".dot{stroke:none}.dot.blue{fill:#0072b2}.dot.orange{fill:#d55e00}.dot.green{fill:#009e73}"
    ".wall{fill:#5559;stroke:none}.faint{fill:#888}text{fill:#222}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.blue{stroke:#4ea8de}.orange{stroke:#f0803c}"
    ".green{stroke:#2fc79a}.dot.blue{fill:#4ea8de}.dot.orange{fill:#f0803c}.dot.green{fill:#2fc79a}"
    ".wall{fill:#bbb9}}</style>\n";

double share(const PanelAxis& axis, double value) {
  const double bounded = std::clamp(value, axis.from, axis.to);
  return axis.logarithmic ? std::log(bounded / axis.from) / std::log(axis.to / axis.from)
                          : (bounded - axis.from) / (axis.to - axis.from);
}

}  // namespace

double LinePanel::at_x(double value) const { return left + width * share(x, value); }
double LinePanel::at_y(double value) const { return top + height * (1 - share(y, value)); }

std::string LinePanel::frame(std::string_view title) const {
  std::string svg;
  for (const double v : x.ticks) {
    svg +=
        fmt::format("<path class=\"grid\" d=\"M{:.1f} {:.1f}v{:.1f}\"/>\n", at_x(v), top, height);
    svg += svg_text(at_x(v), top + height + 15, "middle", fmt::format("{:g}", v));
  }
  for (const double v : y.ticks) {
    svg +=
        fmt::format("<path class=\"grid\" d=\"M{:.1f} {:.1f}h{:.1f}\"/>\n", left, at_y(v), width);
    svg += svg_text(left - 5, at_y(v) + 4, "end", fmt::format("{:g}", v));
  }
  return svg + svg_text(left + width / 2, top - 8, "middle", title);
}

std::string LinePanel::curve(std::string_view classes,
                             std::span<const Eigen::Vector2d> points) const {
  std::string path;
  for (const Eigen::Vector2d& p : points) {
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? 'M' : 'L', at_x(p.x()), at_y(p.y()));
  }
  return fmt::format("<path class=\"curve {}\" d=\"{}\"/>\n", classes, path);
}

std::string LinePanel::level(double value, std::string_view label) const {
  return fmt::format("<path class=\"level\" d=\"M{:.1f} {:.1f}h{:.1f}\"/>\n", left, at_y(value),
                     width) +
         svg_text(left + 4, at_y(value) - 4, "start", label);
}

std::string svg_text(double x, double y, std::string_view anchor, std::string_view content,
                     std::string_view more) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                     anchor, more, content);
}

std::string svg_figure(double width, double height, std::string_view content) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n{}{}</svg>\n",
      width, height, kPanelStyle, content);
}

}  // namespace tether::report
