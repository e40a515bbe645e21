#include "tether/study/drive_map.hpp"

#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

namespace tether::study {
namespace {

using nlohmann::json;

// a map shows no more than tenths of a millimetre, and every figure makes the page longer
double rounded(double value) { return std::round(value * 1e4) / 1e4; }

json point(const Eigen::Vector2d& p) { return json::array({rounded(p.x()), rounded(p.y())}); }

json points(const std::vector<Eigen::Vector2d>& list) {
  json all = json::array();
  for (const Eigen::Vector2d& p : list) all.push_back(point(p));
  return all;
}

json walls(const sim::Course& course) {
  json all = json::array();
  for (const sim::CourseBox& box : course.boxes) {
    all.push_back({{"x", box.centre.x()},
                   {"y", box.centre.y()},
                   {"hx", box.half.x()},
                   {"hy", box.half.y()},
                   {"angle", box.angle}});
  }
  return all;
}

json posts(const sim::Course& course) {
  json all = json::array();
  for (const sim::CoursePost& post : course.posts) {
    all.push_back({{"x", post.centre.x()}, {"y", post.centre.y()}, {"r", post.radius}});
  }
  return all;
}

json path(const std::vector<DriveMap::Moment>& moments) {
  json all = json::array();
  for (const DriveMap::Moment& m : moments) {
    all.push_back(
        json::array({rounded(m.t), rounded(m.x), rounded(m.y), rounded(m.heading), rounded(m.speed),
                     rounded(m.clearance), rounded(m.force_x), rounded(m.force_z)}));
  }
  return all;
}

json scans(const std::vector<DriveMap::Sight>& sights) {
  json all = json::array();
  for (const DriveMap::Sight& sight : sights) {
    all.push_back({{"t", rounded(sight.t)},
                   {"x", rounded(sight.x)},
                   {"y", rounded(sight.y)},
                   {"heading", rounded(sight.heading)},
                   {"points", points(sight.points)}});
  }
  return all;
}

json collisions(const std::vector<DriveMap::Collision>& hits) {
  json all = json::array();
  for (const DriveMap::Collision& hit : hits) {
    all.push_back(
        {{"t", rounded(hit.t)}, {"x", rounded(hit.x)}, {"y", rounded(hit.y)}, {"what", hit.what}});
  }
  return all;
}

}  // namespace

json to_json(const DriveMap& map) {
  json whole = {{"walls", walls(map.course)},
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

}  // namespace tether::study
