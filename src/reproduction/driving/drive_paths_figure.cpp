// All paths of one condition on the map of their course, from above, x to the right.
#include <algorithm>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "tether/report/plots/line_panel.hpp"
#include "tether/reproduction/driving/drive_study.hpp"

namespace tether::reproduction {
namespace {

constexpr double kPathsWidth = 960, kPathsTallest = 520, kPathsLegend = 34;
constexpr double kPathsAround = 1.2;  // of the lines, walls included [m]

// metres on the paper
struct Paper {
  Eigen::Vector2d low{std::numeric_limits<double>::infinity(),
                      std::numeric_limits<double>::infinity()};
  Eigen::Vector2d high = -low;
  double scale = 1;

  void include(const Eigen::Vector2d& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  double x(double metres) const { return scale * (metres - low.x()); }
  double y(double metres) const { return kPathsLegend + scale * (high.y() - metres); }
  std::string point(const Eigen::Vector2d& p) const {
    return fmt::format("{:.1f} {:.1f}", x(p.x()), y(p.y()));
  }
};

Paper paper_for(std::span<const DriveSession> sessions, std::size_t condition) {
  Paper paper;
  for (const DriveSession& s : sessions) {
    if (s.condition != condition) continue;
    for (const Eigen::Vector2d& p : s.map.params.centre) paper.include(p);
    for (const report::DriveMap::Moment& m : s.map.path) paper.include({m.x, m.y});
  }
  paper.low -= Eigen::Vector2d::Constant(kPathsAround);
  paper.high += Eigen::Vector2d::Constant(kPathsAround);
  const Eigen::Vector2d size = paper.high - paper.low;
  paper.scale = std::min(kPathsWidth / size.x(), kPathsTallest / size.y());
  return paper;
}

// angles count counter-clockwise [rad]
std::string rectangle(const Paper& paper, std::string_view classes, const Eigen::Vector2d& centre,
                      const Eigen::Vector2d& half, double angle) {
  return fmt::format(
      "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
      "transform=\"translate({}) rotate({:.2f})\"/>\n",
      classes, -paper.scale * half.x(), -paper.scale * half.y(), 2 * paper.scale * half.x(),
      2 * paper.scale * half.y(), paper.point(centre), -angle * 180 / std::numbers::pi);
}

std::string walls(const Paper& paper, const sim::Course& course) {
  std::string svg;
  for (const sim::CourseBox& box : course.boxes) {
    svg += rectangle(paper, "wall", box.centre, box.half, box.angle);
  }
  for (const sim::CoursePost& post : course.posts) {
    svg +=
        fmt::format("<circle class=\"wall\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>\n",
                    paper.x(post.centre.x()), paper.y(post.centre.y()), paper.scale * post.radius);
  }
  return svg;
}

std::string polyline(const Paper& paper, std::string_view classes,
                     std::span<const Eigen::Vector2d> points) {
  std::string path;
  for (const Eigen::Vector2d& p : points) {
    path += fmt::format("{}{}", path.empty() ? 'M' : 'L', paper.point(p));
  }
  return fmt::format("<path class=\"{}\" d=\"{}\"/>\n", classes, path);
}

// where the front of the vehicle is to come to rest
std::string stop_line(const Paper& paper, const report::CourseParams& params) {
  if (!params.stop || params.centre.size() < 2) return "";
  const Eigen::Vector2d end = params.centre.back();
  const Eigen::Vector2d way = (end - params.centre[params.centre.size() - 2]).normalized();
  const Eigen::Vector2d middle = end - *params.stop * way;
  const Eigen::Vector2d across(-way.y(), way.x());
  const std::array<Eigen::Vector2d, 2> ends{middle - 0.7 * across, middle + 0.7 * across};
  return polyline(paper, "curve green", ends);
}

std::string driven(const Paper& paper, const DriveSession& session) {
  std::vector<Eigen::Vector2d> points;
  for (const report::DriveMap::Moment& m : session.map.path) points.emplace_back(m.x, m.y);
  if (points.empty()) return "";
  const std::string_view colour = session.collided() ? "orange" : "blue";
  std::string svg = polyline(paper, fmt::format("curve {}", colour), points);
  // the outline at the end
  const report::DriveMap::Moment& last = session.map.path.back();
  svg += rectangle(paper, fmt::format("curve {} last", colour), {last.x, last.y},
                   session.map.outline.half, last.heading);
  for (const report::DriveMap::Collision& c : session.map.collisions) {
    svg += fmt::format("<circle class=\"dot orange\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>\n",
                       paper.x(c.x), paper.y(c.y));
  }
  return svg;
}

std::string legend() {
  return "<path class=\"curve blue\" d=\"M8 16h24\"/>" +
         report::svg_text(38, 20, "start", "no collision") +
         "<path class=\"curve orange\" d=\"M140 16h24\"/><circle class=\"dot orange\" cx=\"152\" "
         "cy=\"16\" r=\"4\"/>" +
         report::svg_text(170, 20, "start", "collided, and where") +
         "<path class=\"curve green\" d=\"M320 16h24\"/>" +
         report::svg_text(350, 20, "start", "where the front is to stop") +
         "<path class=\"level\" d=\"M540 16h24\"/>" +
         report::svg_text(570, 20, "start", "middle of the way") +
         report::svg_text(720, 20, "start", "thin outlines: the platform at the end");
}

}  // namespace

std::string drive_paths_figure(std::span<const DriveSession> sessions, std::size_t condition) {
  const auto first = std::ranges::find_if(sessions, [&](const DriveSession& s) {
    return s.condition == condition && !s.map.path.empty();
  });
  if (first == sessions.end()) return "";
  const Paper paper = paper_for(sessions, condition);
  std::string svg = "<style>.last{stroke-width:.6}</style>\n" + walls(paper, first->map.course) +
                    polyline(paper, "level", first->map.params.centre);
  for (const DriveSession& s : sessions) {
    if (s.condition == condition) svg += driven(paper, s);
  }
  svg += stop_line(paper, first->map.params);
  return report::svg_figure(
      kPathsWidth, kPathsLegend + paper.scale * (paper.high.y() - paper.low.y()), legend() + svg);
}

}  // namespace tether::reproduction
