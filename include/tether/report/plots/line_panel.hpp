// A panel of a figure: two axes, a grid and curves, as SVG. Colours follow the page, light or dark.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

namespace tether::report {

struct PanelAxis {
  double from = 0, to = 1;
  std::vector<double> ticks;
  bool logarithmic = false;
};

struct LinePanel {
  double left = 0, top = 0, width = 100, height = 100;  // on the paper
  report::PanelAxis x, y;

  double at_x(double value) const;
  double at_y(double value) const;  // what lies outside goes to the border

  // grid with the numbers of both axes and a title above
  std::string frame(std::string_view title) const;
  // classes are of kPanelStyle, or a colour's name after `curve `
  std::string curve(std::string_view classes, std::span<const Eigen::Vector2d> points) const;
  std::string level(double y, std::string_view label) const;
};

// more: attributes, each after a space
std::string svg_text(double x, double y, std::string_view anchor, std::string_view content,
                     std::string_view more = "");

// with its style; the paper is as wide as the page
std::string svg_figure(double width, double height, std::string_view content);

}  // namespace tether::report
