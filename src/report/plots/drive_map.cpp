#include "tether/report/plots/drive_map.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

namespace tether::report {
namespace {

using MapJson = nlohmann::json;

// a map shows no more than tenths of a millimetre, and every figure makes the page longer
double rounded(double value) { return std::round(value * 1e4) / 1e4; }

template <class T, class AsJson>
MapJson list_of(const std::vector<T>& values, const AsJson& as_json) {
  MapJson all = MapJson::array();
  for (const T& value : values) all.push_back(as_json(value));
  return all;
}

MapJson points(const std::vector<Eigen::Vector2d>& list) {
  return list_of(list, [](const Eigen::Vector2d& p) {
    return MapJson::array({rounded(p.x()), rounded(p.y())});
  });
}

MapJson wall(const sim::CourseBox& box) {
  return {{"x", box.centre.x()},
          {"y", box.centre.y()},
          {"hx", box.half.x()},
          {"hy", box.half.y()},
          {"angle", box.angle}};
}

MapJson post(const sim::CoursePost& post) {
  return {{"x", post.centre.x()}, {"y", post.centre.y()}, {"r", post.radius}};
}

MapJson moment(const DriveMap::Moment& m) {
  return MapJson::array({rounded(m.t), rounded(m.x), rounded(m.y), rounded(m.heading),
                         rounded(m.speed), rounded(m.clearance), rounded(m.force_x),
                         rounded(m.force_z)});
}

MapJson sight(const DriveMap::Sight& s) {
  return {{"t", rounded(s.t)},
          {"x", rounded(s.x)},
          {"y", rounded(s.y)},
          {"heading", rounded(s.heading)},
          {"points", points(s.points)}};
}

MapJson collision(const DriveMap::Collision& hit) {
  return {{"t", rounded(hit.t)}, {"x", rounded(hit.x)}, {"y", rounded(hit.y)}, {"what", hit.what}};
}

}  // namespace

nlohmann::json to_json(const DriveMap& map) {
  nlohmann::json whole = {
      {"walls", list_of(map.course.boxes, wall)},
      {"posts", list_of(map.course.posts, post)},
      {"footprint", {{"hx", map.outline.half.x()}, {"hy", map.outline.half.y()}}},
      {"centre", points(map.params.centre)},
      {"stop", nullptr},
      {"margin", map.params.margin},
      {"path", list_of(map.path, moment)},
      {"scans", list_of(map.scans, sight)},
      {"collisions", list_of(map.collisions, collision)}};
  if (map.params.stop) whole["stop"] = *map.params.stop;
  return whole;
}

}  // namespace tether::report
