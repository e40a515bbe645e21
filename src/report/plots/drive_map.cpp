#include "tether/report/plots/drive_map.hpp"

#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

namespace tether::report {
namespace {

// a map shows no more than tenths of a millimetre, and every figure makes the page longer
double rounded(double value) { return std::round(value * 1e4) / 1e4; }

nlohmann::json point(const Eigen::Vector2d& p) {
  return nlohmann::json::array({rounded(p.x()), rounded(p.y())});
}

nlohmann::json points(const std::vector<Eigen::Vector2d>& list) {
  nlohmann::json all = nlohmann::json::array();
  for (const Eigen::Vector2d& p : list) all.push_back(point(p));
  return all;
}

nlohmann::json walls(const sim::Course& course) {
  nlohmann::json all = nlohmann::json::array();
  for (const sim::CourseBox& box : course.boxes) {
    all.push_back({{"x", box.centre.x()},
                   {"y", box.centre.y()},
                   {"hx", box.half.x()},
                   {"hy", box.half.y()},
                   {"angle", box.angle}});
  }
  return all;
}

nlohmann::json posts(const sim::Course& course) {
  nlohmann::json all = nlohmann::json::array();
  for (const sim::CoursePost& post : course.posts) {
    all.push_back({{"x", post.centre.x()}, {"y", post.centre.y()}, {"r", post.radius}});
  }
  return all;
}

nlohmann::json path(const std::vector<DriveMap::Moment>& moments) {
  nlohmann::json all = nlohmann::json::array();
  for (const DriveMap::Moment& m : moments) {
    all.push_back(nlohmann::json::array({rounded(m.t), rounded(m.x), rounded(m.y),
                                         rounded(m.heading), rounded(m.speed), rounded(m.clearance),
                                         rounded(m.force_x), rounded(m.force_z)}));
  }
  return all;
}

nlohmann::json scans(const std::vector<DriveMap::Sight>& sights) {
  nlohmann::json all = nlohmann::json::array();
  for (const DriveMap::Sight& sight : sights) {
    all.push_back({{"t", rounded(sight.t)},
                   {"x", rounded(sight.x)},
                   {"y", rounded(sight.y)},
                   {"heading", rounded(sight.heading)},
                   {"points", points(sight.points)}});
  }
  return all;
}

nlohmann::json collisions(const std::vector<DriveMap::Collision>& hits) {
  nlohmann::json all = nlohmann::json::array();
  for (const DriveMap::Collision& hit : hits) {
    all.push_back(
        {{"t", rounded(hit.t)}, {"x", rounded(hit.x)}, {"y", rounded(hit.y)}, {"what", hit.what}});
  }
  return all;
}

}  // namespace

nlohmann::json to_json(const DriveMap& map) {
  nlohmann::json whole = {
      {"walls", walls(map.course)},
      {"posts", posts(map.course)},
      {"footprint", {{"hx", map.outline.half.x()}, {"hy", map.outline.half.y()}}},
      {"centre", points(map.params.centre)},
      {"stop", nullptr},
      {"margin", map.params.margin},
      {"path", path(map.path)},
      {"scans", scans(map.scans)},
      {"collisions", collisions(map.collisions)}};
  if (map.params.stop) whole["stop"] = *map.params.stop;
  return whole;
}

}  // namespace tether::report
