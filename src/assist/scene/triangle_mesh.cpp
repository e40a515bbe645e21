#include "tether/assist/scene/triangle_mesh.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "assist/scene/mesh_surface.hpp"
#include "assist/scene/triangle.hpp"
#include "tether/assist/fixtures/fixture.hpp"
#include "tether/core/error.hpp"

namespace tether::assist {
namespace {

using spatial::Vector3;

// What a straight way may meet, among eight boxes: those that its own box touches and that no
// cross product of it and an axis parts from it. All a little larger than they are, against
// rounding. The cost is the squared distance from where it starts.
class LaneWay {
 public:
  LaneWay(const Vector3& from, const Vector3& to, const Aabb& bounds) noexcept : from_(from) {
    const Aabb box = around(from, to);
    Aabb all = box;
    all.grow(bounds);
    const double coordinates =
        std::max(all.min.cwiseAbs().maxCoeff(), all.max.cwiseAbs().maxCoeff());
    const double length = (to - from).cwiseAbs().maxCoeff();
    slack_ = rounded_up(1e-6 * coordinates * length);
    for (int axis = 0; axis < 3; ++axis) {
      min_[axis] = rounded_down(box.min[axis]);
      max_[axis] = rounded_up(box.max[axis]);
      start_[axis] = static_cast<float>(from[axis]);
      way_[axis] = static_cast<float>(to[axis] - from[axis]);
    }
  }

  void cost(const Tree::Node& node, Lanes& cost) const noexcept {
    from_.squared_distance(node, cost);
    LaneMask met = (node.min[0] <= max_[0]) & (node.max[0] >= min_[0]) & (node.min[1] <= max_[1]) &
                   (node.max[1] >= min_[1]) & (node.min[2] <= max_[2]) & (node.max[2] >= min_[2]);
    Lanes middle[3], half[3];
    for (int axis = 0; axis < 3; ++axis) {
      middle[axis] = 0.5F * (node.min[axis] + node.max[axis]) - start_[axis];
      half[axis] = 0.5F * (node.max[axis] - node.min[axis]);
    }
    for (int axis = 0; axis < 3; ++axis) {
      const int u = (axis + 1) % 3;
      const int v = (axis + 2) % 3;
      const Lanes distance = middle[u] * way_[v] - middle[v] * way_[u];
      const Lanes reach = half[u] * std::abs(way_[v]) + half[v] * std::abs(way_[u]) + slack_;
      met &= ~((distance > reach) | (-distance > reach));
    }
    constexpr float kNever = std::numeric_limits<float>::infinity();
    cost = met ? cost : Lanes{} + kNever;
  }

 private:
  LanePoint from_;
  float min_[3];
  float max_[3];
  float start_[3];
  float way_[3];
  float slack_;
};

Vector3 face_normal(const Corners& t) noexcept {
  return (t[1] - t[0]).cross(t[2] - t[0]).normalized();
}

}  // namespace

std::optional<std::string> TriangleMesh::why_refused(std::span<const Vector3> vertices,
                                                     std::span<const Triangle> triangles) {
  if (triangles.empty()) return "a mesh without triangles";
  if (triangles.size() > kMaxTriangles) {
    return fmt::format("{} triangles; a mesh has at most {}", triangles.size(), kMaxTriangles);
  }
  if (vertices.size() > 3 * kMaxTriangles) {
    return fmt::format("{} vertices; a mesh has at most {}", vertices.size(), 3 * kMaxTriangles);
  }
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (!vertices[i].allFinite()) return fmt::format("vertex {} is not finite", i);
    if (vertices[i].cwiseAbs().maxCoeff() > kMaxExtent) {
      return fmt::format("vertex {} lies beyond {:g} m; is the mesh in millimetres?", i,
                         kMaxExtent);
    }
  }
  bool any_area = false;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (const std::int32_t vertex : triangles[i]) {
      if (vertex < 0 || at(vertex) >= vertices.size()) {
        return fmt::format("triangle {} names vertex {}, but there are {}", i, vertex,
                           vertices.size());
      }
    }
    const auto& [a, b, c] = triangles[i];
    any_area = any_area || !without_area(vertices[at(a)], vertices[at(b)], vertices[at(c)]);
  }
  if (!any_area) return "none of the triangles has an area";
  return std::nullopt;
}

TriangleMesh::TriangleMesh(std::vector<Vector3> vertices, std::vector<Triangle> triangles)
    : vertices_(std::move(vertices)), triangles_(std::move(triangles)) {
  if (const auto why = why_refused(vertices_, triangles_)) throw core::InputError(*why);
  merge_vertices(vertices_, triangles_);
  std::erase_if(triangles_, [&](const Triangle& t) {
    return without_area(vertices_[at(t[0])], vertices_[at(t[1])], vertices_[at(t[2])]);
  });
  std::vector<Aabb> boxes;
  boxes.reserve(triangles_.size());
  for (const auto& [a, b, c] : triangles_) {
    boxes.push_back(around(vertices_[at(a)], vertices_[at(b)]));
    boxes.back().grow(vertices_[at(c)]);
  }
  tree_ = Tree(boxes);
  // in the order of the tree
  const std::vector<std::int32_t> order = tree_.renumber();
  const std::vector<Triangle> given = triangles_;
  std::transform(order.begin(), order.end(), triangles_.begin(),
                 [&](std::int32_t i) { return given[at(i)]; });

  MeshSurface surface = join(vertices_, triangles_);
  edges_ = std::move(surface.edges);
  edge_normals_ = std::move(surface.edge_normals);
  vertex_normals_ = std::move(surface.vertex_normals);
  closed_ = surface.closed;
  corners_.reserve(triangles_.size());
  for (const auto& [a, b, c] : triangles_) {
    corners_.push_back({vertices_[at(a)], vertices_[at(b)], vertices_[at(c)]});
  }
}

Vector3 TriangleMesh::feature_normal(std::int32_t triangle, int feature) const noexcept {
  const Vector3 face = face_normal(corners_[at(triangle)]);
  if (feature == 0) return face;
  const auto part = static_cast<std::size_t>(feature);
  const Vector3& sum = feature < 4 ? edge_normals_[at(edges_[at(triangle)][part - 1])]
                                   : vertex_normals_[at(triangles_[at(triangle)][part - 4])];
  // two faces back to back have none in common
  const double length = sum.norm();
  return length > 1e-9 ? Vector3(sum / length) : face;
}

std::optional<MeshPoint> TriangleMesh::nearest(const Vector3& point, double max_distance,
                                               std::int32_t previous) const noexcept {
  if (!point.allFinite() || !(max_distance >= 0)) return std::nullopt;
  struct Best {
    TrianglePoint on;
    std::int32_t triangle = -1;
    double squared;
  } best{.on = {}, .triangle = -1, .squared = max_distance * max_distance};
  const auto look = [&](std::int32_t triangle) {
    const TrianglePoint on = nearest_on(corners_[at(triangle)], point);
    const double squared = (point - on.point).squaredNorm();
    if (squared < best.squared || (best.triangle < 0 && squared <= best.squared)) {
      best = {on, triangle, squared};
    }
    return rounded_up(best.squared);
  };
  if (previous >= 0 && at(previous) < triangles_.size()) look(previous);
  const LanePoint lanes(point);
  tree_.search(
      rounded_up(best.squared),
      [&](const Tree::Node& node, Lanes& squared) { lanes.squared_distance(node, squared); }, look);
  // further off than can be squared is nowhere near
  if (best.triangle < 0 || !std::isfinite(best.squared)) return std::nullopt;

  MeshPoint found{best.on.point, feature_normal(best.triangle, best.on.feature),
                  std::sqrt(best.squared), best.triangle};
  if ((point - found.point).dot(found.normal) < 0) found.distance = -found.distance;
  return found;
}

std::optional<MeshHit> TriangleMesh::first_hit(const Vector3& from,
                                               const Vector3& to) const noexcept {
  const Vector3 way = to - from;
  const double squared_length = way.squaredNorm();
  if (!from.allFinite() || !std::isfinite(squared_length)) return std::nullopt;
  double share = 2;  // beyond the end
  std::int32_t met = -1;
  const LaneWay lanes(from, to, tree_.bounds());
  const auto limit = [&] {
    // rounding must not hide a triangle that is met at the very end
    const double reach = std::min(share, 1.0) * (1 + 1e-9);
    return rounded_up(reach * reach * squared_length);
  };
  tree_.search(
      limit(), [&](const Tree::Node& node, Lanes& cost) { lanes.cost(node, cost); },
      [&](std::int32_t triangle) {
        const double here = crossing(corners_[at(triangle)], from, way);
        if (here >= 0 && here < share) {
          share = here;
          met = triangle;
        }
        return limit();
      });
  if (met < 0) return std::nullopt;
  return MeshHit{from + share * way, face_normal(corners_[at(met)]), share, met};
}

}  // namespace tether::assist
