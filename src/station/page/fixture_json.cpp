#include "station/page/fixture_json.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "station/server/json_fields.hpp"
#include "tether/core/error.hpp"

namespace tether::station {
namespace {

using assist::kMaxExtent;
using nlohmann::json;

constexpr std::size_t kMostPoints = 1000;  // of a curve that was drawn by hand

// in the order of assist::Law and assist::Shape
const std::vector<std::string> kLaws{"guide", "wall", "proxy", "scaling", "two-way", "channel"};
const std::vector<std::string> kShapes{"box",      "sphere", "cylinder", "plane",
                                       "polyline", "spline", "mesh"};
// figures that every fixture has, whether or not its law asks for them
struct Figure {
  const char* key;
  double assist::Fixture::*value;
  double most;
};
constexpr std::array<Figure, 7> kFigures{{
    {"stiffness", &assist::Fixture::stiffness, assist::kMaxStiffness},
    {"damping", &assist::Fixture::damping, assist::kMaxDamping},
    {"range", &assist::Fixture::range, kMaxExtent},
    {"threshold", &assist::Fixture::threshold, kMaxExtent},
    {"scale", &assist::Fixture::scale, 1},
    {"admittance", &assist::Fixture::admittance, assist::kMaxAdmittance},
    {"across", &assist::Fixture::across, 1},
}};

json listed(const spatial::Vector3& v) { return {v.x(), v.y(), v.z()}; }

void put_place(json& out, const spatial::Pose& pose) {
  const Eigen::Quaterniond q = pose.quaternion();
  out["centre"] = listed(pose.position);
  out["quaternion"] = {q.w(), q.x(), q.y(), q.z()};
}
void put_points(json& out, const std::vector<spatial::Vector3>& points) {
  json& rows = out["points"] = json::array();
  for (const auto& point : points) rows.push_back(listed(point));
}

void put(json& out, const assist::Box& box) {
  put_place(out, box.centre);
  out["half_size"] = listed(box.half_size);
}
void put(json& out, const assist::Sphere& sphere) {
  out["centre"] = listed(sphere.centre);
  out["radius"] = sphere.radius;
}
void put(json& out, const assist::Cylinder& cylinder) {
  put_place(out, cylinder.centre);
  out["radius"] = cylinder.radius;
  out["half_length"] = cylinder.half_length;
}
void put(json& out, const assist::Plane& plane) {
  out["point"] = listed(plane.point);
  out["normal"] = listed(plane.normal);
}
void put(json& out, const assist::Polyline& line) { put_points(out, line.points); }
void put(json& out, const assist::Spline& line) { put_points(out, line.points); }
void put(json& /*out*/, const assist::MeshRef& /*given by its file*/) {}

spatial::Pose place_of(JsonFields& f) {
  spatial::Pose pose;
  pose.position = f.vector("centre", kMaxExtent);
  if (f.has("quaternion")) pose.rotation = f.quaternion("quaternion").toRotationMatrix();
  return pose;
}

// a mesh is too large to come from a page: it is the one that the fixture has
void take_mesh(JsonFields& f, assist::Fixture& fixture, std::span<const assist::Fixture> known) {
  const std::string file = f.text("file", 1000);
  if (f.has("unit")) f.number("unit", 0, 1);
  const auto same = std::find_if(known.begin(), known.end(), [&](const assist::Fixture& k) {
    return k.id == fixture.id && std::holds_alternative<assist::MeshRef>(k.shape) &&
           k.mesh_file == file;
  });
  if (same == known.end()) f.refuse("file", "must be that of the mesh that this fixture has");
  fixture.shape = same->shape;
  fixture.mesh_file = same->mesh_file;
  fixture.mesh_unit = same->mesh_unit;
}

void take_shape(JsonFields& f, assist::Fixture& fixture, std::span<const assist::Fixture> known) {
  switch (f.choice("shape", kShapes)) {
    case 0: {
      assist::Box box;
      box.centre = place_of(f);
      box.half_size = f.vector("half_size", kMaxExtent);
      fixture.shape = box;
      return;
    }
    case 1:
      fixture.shape =
          assist::Sphere{f.vector("centre", kMaxExtent), f.number("radius", 0, kMaxExtent)};
      return;
    case 2:
      fixture.shape = assist::Cylinder{place_of(f), f.number("radius", 0, kMaxExtent),
                                       f.number("half_length", 0, kMaxExtent)};
      return;
    case 3:
      fixture.shape = assist::Plane{f.vector("point", kMaxExtent), f.vector("normal", kMaxExtent)};
      return;
    case 4:
      fixture.shape = assist::Polyline{f.points("points", kMostPoints, kMaxExtent)};
      return;
    case 5:
      fixture.shape = assist::Spline{f.points("points", kMostPoints, kMaxExtent)};
      return;
    default:
      return take_mesh(f, fixture, known);
  }
}

}  // namespace

json fixture_json(const assist::Fixture& fixture) {
  json out{{"id", fixture.id},
           {"name", fixture.name},
           {"enabled", fixture.enabled},
           {"law", kLaws.at(static_cast<std::size_t>(fixture.law))},
           {"shape", kShapes.at(fixture.shape.index())},
           {"end_effector", fixture.end_effector}};
  for (const Figure& figure : kFigures) out[figure.key] = fixture.*figure.value;
  if (std::holds_alternative<assist::MeshRef>(fixture.shape)) {
    out["file"] = fixture.mesh_file;
    out["unit"] = fixture.mesh_unit;
  }
  std::visit([&](const auto& shape) { put(out, shape); }, fixture.shape);
  return out;
}

assist::Fixture fixture_from(const json& object, std::span<const assist::Fixture> known) {
  using Id = std::numeric_limits<std::int32_t>;
  JsonFields f(object, "fixture");
  assist::Fixture fixture;
  fixture.id = static_cast<std::int32_t>(f.integer("id", Id::min(), Id::max()));
  if (f.has("name")) fixture.name = f.text("name");
  if (f.has("enabled")) fixture.enabled = f.boolean("enabled");
  fixture.law = static_cast<assist::Law>(f.choice("law", kLaws));
  take_shape(f, fixture, known);
  for (const Figure& figure : kFigures) {
    if (f.has(figure.key)) fixture.*figure.value = f.number(figure.key, 0, figure.most);
  }
  if (f.has("end_effector")) fixture.end_effector = f.boolean("end_effector");
  f.finish();
  if (const auto wrong = assist::why_refused(fixture)) {
    throw core::InputError("fixture: " + *wrong);
  }
  return fixture;
}

}  // namespace tether::station
