#include "assistant/protocol/fixture_messages.hpp"

#include <array>

#include <fmt/format.h>

#include "tether/core/error.hpp"

namespace tether::assistant {
namespace {

using assist::Fixture;
using assist::Law;
using spatial::Vector3;
using RowMajor3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

// in the order of assist::Law and of the alternatives of assist::Shape
constexpr std::array<std::string_view, 6> kLaws{"guide",   "wall",    "proxy",
                                                "scaling", "two-way", "channel"};
constexpr std::array<std::string_view, 7> kShapes{"box",      "sphere", "cylinder", "plane",
                                                  "polyline", "spline", "mesh"};
static_assert(std::variant_size_v<assist::Shape> == kShapes.size());

constexpr const char* kNoMesh = "a mesh does not travel; give its file to tether assist";

template <std::size_t Size>
std::optional<std::size_t> index_of(const std::array<std::string_view, Size>& names,
                                    std::string_view name) {
  for (std::size_t i = 0; i < Size; ++i) {
    if (names[i] == name) return i;
  }
  return {};
}

template <class Point>
Point to_point(const Vector3& v) noexcept {
  return {v.x(), v.y(), v.z()};
}
Vector3 vector_of(const auto& point) noexcept { return {point.x, point.y, point.z}; }

void write_rotation(double (&rotation)[9], const spatial::Matrix3& r) noexcept {
  Eigen::Map<RowMajor3>(static_cast<double*>(rotation)) = r;
}
spatial::Matrix3 read_rotation(const double (&rotation)[9]) noexcept {
  return Eigen::Map<const RowMajor3>(static_cast<const double*>(rotation));
}

std::vector<Vector3> points_of(const auto& sequence) {
  std::vector<Vector3> points;
  points.reserve(sequence._length);
  for (std::uint32_t i = 0; i < sequence._length; ++i) {
    points.push_back(vector_of(sequence._buffer[i]));
  }
  return points;
}

std::string too_many_points(std::uint32_t count) {
  return fmt::format("{} points; at most {} are taken", count, assist::kMaxPoints);
}

const std::vector<Vector3>* curve_of(const assist::Shape& shape) {
  if (const auto* line = std::get_if<assist::Polyline>(&shape)) return &line->points;
  if (const auto* spline = std::get_if<assist::Spline>(&shape)) return &spline->points;
  return nullptr;
}

// place, axes and size of a shape, as the message has them
struct WriteShape {
  FixtureMessage& message;

  void place(const spatial::Pose& pose, const Vector3& size) const {
    write_rotation(message.rotation, pose.rotation);
    message.position = to_point<geometry_msgs_msg_dds__Point_>(pose.position);
    message.size = to_point<geometry_msgs_msg_dds__Vector3_>(size);
  }
  void operator()(const assist::Box& box) const { place(box.centre, 2 * box.half_size); }
  void operator()(const assist::Sphere& sphere) const {
    place({.position = sphere.centre}, {sphere.radius, 0, 0});
  }
  void operator()(const assist::Cylinder& cylinder) const {
    place(cylinder.centre, {cylinder.radius, 0, 2 * cylinder.half_length});
  }
  void operator()(const assist::Plane& plane) const {
    place({.position = plane.point}, plane.normal);
  }
  void operator()(const assist::Polyline& /*line*/) const { place({}, Vector3::Zero()); }
  void operator()(const assist::Spline& /*spline*/) const { place({}, Vector3::Zero()); }
  // is named, not sent
  void operator()(const assist::MeshRef& /*mesh*/) const { place({}, Vector3::Zero()); }
};

assist::Shape read_shape(const FixtureMessage& message, std::size_t shape) {
  const spatial::Pose pose{read_rotation(message.rotation), vector_of(message.position)};
  const Vector3 size = vector_of(message.size);
  switch (shape) {
    case 0:
      return assist::Box{pose, 0.5 * size};
    case 1:
      return assist::Sphere{pose.position, size.x()};
    case 2:
      return assist::Cylinder{pose, size.x(), 0.5 * size.z()};
    case 3:
      return assist::Plane{pose.position, size};
    case 4:
      return assist::Polyline{points_of(message.points)};
    case 5:
      return assist::Spline{points_of(message.points)};
    default:
      return assist::MeshRef();
  }
}

// with law and shape that are known
Fixture read_fixture(const FixtureMessage& message, Law law, std::size_t shape) {
  return {.id = message.id,
          .name = kept(message.name),
          .enabled = message.enabled,
          .law = law,
          .shape = read_shape(message, shape),
          .stiffness = message.stiffness,
          .damping = message.damping,
          .range = message.range,
          .threshold = message.threshold,
          .scale = message.scale,
          .admittance = message.admittance,
          .across = message.across,
          .end_effector = message.end_effector};
}

}  // namespace

char* MessageStore::text(const std::string& text) { return texts_.emplace_back(text).data(); }

PathMessage MessageStore::path(const Fixture& fixture) {
  const auto* line = std::get_if<assist::Polyline>(&fixture.shape);
  if (fixture.law != Law::guide || line == nullptr) {
    throw core::InputError("Force_paths takes guides along polylines only");
  }
  auto& locations = locations_.emplace_back();
  for (const Vector3& point : line->points) {
    locations.push_back(to_point<DTP2DDS_Location3D>(point));
  }
  PathMessage message{};
  message.id = fixture.id;
  borrow(message.points, locations);
  message.enabled = fixture.enabled;
  message.spring = fixture.stiffness;
  message.range = fixture.range;
  return message;
}

FieldMessage MessageStore::field(const Fixture& fixture) {
  const auto* box = std::get_if<assist::Box>(&fixture.shape);
  if (fixture.law != Law::wall || box == nullptr) {
    throw core::InputError("Force_fields takes walls that are boxes only");
  }
  FieldMessage message{};
  message.id = fixture.id;
  message.position = to_point<DTP2DDS_Location3D>(box->centre.position);
  write_rotation(message.rotation, box->centre.rotation);
  message.lengths = {2 * box->half_size.x(), 2 * box->half_size.y(), 2 * box->half_size.z()};
  message.enabled = fixture.enabled;
  message.spring = fixture.stiffness;
  message.damping = fixture.damping;
  message.end_effector = fixture.end_effector;
  return message;
}

FixtureMessage MessageStore::fixture(const Fixture& fixture) {
  FixtureMessage message{};
  message.id = fixture.id;
  message.name = text(fixture.name);
  message.enabled = fixture.enabled;
  message.law = text(std::string(kLaws[static_cast<std::size_t>(fixture.law)]));
  message.shape = text(std::string(kShapes[fixture.shape.index()]));
  std::visit(WriteShape{message}, fixture.shape);
  if (const auto* curve = curve_of(fixture.shape)) {
    auto& points = points_.emplace_back();
    for (const Vector3& point : *curve) {
      points.push_back(to_point<geometry_msgs_msg_dds__Point_>(point));
    }
    borrow(message.points, points);
  }
  message.stiffness = fixture.stiffness;
  message.damping = fixture.damping;
  message.range = fixture.range;
  message.threshold = fixture.threshold;
  message.scale = fixture.scale;
  message.admittance = fixture.admittance;
  message.across = fixture.across;
  message.end_effector = fixture.end_effector;
  return message;
}

FixtureUpdate from_message(const PathMessage& message) {
  FixtureUpdate update{.key = {FixtureTopic::paths, message.id}};
  if (message.points._length > assist::kMaxPoints) {
    update.malformed = too_many_points(message.points._length);
    return update;
  }
  update.fixture = Fixture{.id = message.id,
                           .enabled = message.enabled,
                           .law = Law::guide,
                           .shape = assist::Polyline{points_of(message.points)},
                           .stiffness = message.spring,
                           .range = message.range};
  return update;
}

FixtureUpdate from_message(const FieldMessage& message) {
  const Vector3 lengths(message.lengths.width, message.lengths.height, message.lengths.depth);
  const spatial::Pose centre{read_rotation(message.rotation), vector_of(message.position)};
  return {.key = {FixtureTopic::fields, message.id},
          .fixture = Fixture{.id = message.id,
                             .enabled = message.enabled,
                             .law = Law::wall,
                             .shape = assist::Box{centre, 0.5 * lengths},
                             .stiffness = message.spring,
                             .damping = message.damping,
                             .end_effector = message.end_effector}};
}

FixtureUpdate from_message(const FixtureMessage& message) {
  FixtureUpdate update{.key = {FixtureTopic::fixtures, message.id}};
  const auto law = index_of(kLaws, kept(message.law));
  const auto shape = index_of(kShapes, kept(message.shape));
  if (!law) update.malformed = fmt::format("unknown law \"{}\"", kept(message.law));
  if (!shape) update.malformed = fmt::format("unknown shape \"{}\"", kept(message.shape));
  if (message.points._length > assist::kMaxPoints) {
    update.malformed = too_many_points(message.points._length);
  }
  if (!update.malformed.empty()) return update;
  update.fixture = read_fixture(message, static_cast<Law>(*law), *shape);
  if (std::holds_alternative<assist::MeshRef>(update.fixture->shape)) update.malformed = kNoMesh;
  return update;
}

}  // namespace tether::assistant
