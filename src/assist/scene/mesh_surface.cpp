#include "assist/scene/mesh_surface.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tether::assist {
namespace {

using spatial::Vector3;

// one side of a triangle, as the edge that it is part of
struct Side {
  std::int32_t low = 0;  // vertices
  std::int32_t high = 0;
  std::int32_t triangle = 0;
  std::int32_t corner = 0;  // it begins at
  bool upward = true;       // from low to high

  bool same_edge(const Side& other) const noexcept {
    return low == other.low && high == other.high;
  }
};

std::vector<Side> sorted_sides(std::span<const TriangleMesh::Triangle> triangles) {
  std::vector<Side> sides;
  sides.reserve(3 * triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int32_t from = triangles[i][k];
      const std::int32_t to = triangles[i][(k + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), static_cast<std::int32_t>(i),
                       static_cast<std::int32_t>(k), from < to});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    if (a.low != b.low) return a.low < b.low;
    if (a.high != b.high) return a.high < b.high;
    return a.triangle < b.triangle;
  });
  return sides;
}

}  // namespace

void merge_vertices(std::vector<Vector3>& vertices,
                    std::vector<TriangleMesh::Triangle>& triangles) {
  std::vector<std::int32_t> order(vertices.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    const Vector3& p = vertices[at(a)];
    const Vector3& q = vertices[at(b)];
    for (int axis = 0; axis < 3; ++axis) {
      if (p[axis] != q[axis]) return p[axis] < q[axis];
    }
    return a < b;
  });
  // the first of each stands for all of them
  std::vector<std::int32_t> stands_for(vertices.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && vertices[at(order[i])] == vertices[at(order[i - 1])];
    stands_for[at(order[i])] = same ? stands_for[at(order[i - 1])] : order[i];
  }
  // those that are left close up, in the order given
  std::vector<std::int32_t> number(vertices.size());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (at(stands_for[i]) != i) continue;
    number[i] = static_cast<std::int32_t>(kept);
    vertices[kept++] = vertices[i];
  }
  vertices.resize(kept);
  for (auto& triangle : triangles) {
    for (std::int32_t& vertex : triangle) vertex = number[at(stands_for[at(vertex)])];
  }
}

bool without_area(const Vector3& a, const Vector3& b, const Vector3& c) noexcept {
  constexpr double kThinnest = 1e-12;  // height, as a share of the length
  const double longest =
      std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
  return !((b - a).cross(c - a).norm() > kThinnest * longest);
}

MeshSurface join(std::span<const Vector3> vertices,
                 std::span<const TriangleMesh::Triangle> triangles) {
  MeshSurface surface;
  surface.edges.resize(triangles.size());
  surface.vertex_normals.assign(vertices.size(), Vector3::Zero());
  std::vector<Vector3> face_normals;
  face_normals.reserve(triangles.size());
  for (const auto& triangle : triangles) {
    const Vector3 corners[3] = {vertices[at(triangle[0])], vertices[at(triangle[1])],
                                vertices[at(triangle[2])]};
    const Vector3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    face_normals.push_back(normal);
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector3 next = corners[(k + 1) % 3] - corners[k];
      const Vector3 last = corners[(k + 2) % 3] - corners[k];
      const double angle = std::atan2(next.cross(last).norm(), next.dot(last));
      surface.vertex_normals[at(triangle[k])] += angle * normal;
    }
  }
  const std::vector<Side> sides = sorted_sides(triangles);
  for (std::size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
    Vector3 normal = Vector3::Zero();
    int upward = 0;
    for (; end < sides.size() && sides[end].same_edge(sides[begin]); ++end) {
      normal += face_normals[at(sides[end].triangle)];
      upward += sides[end].upward ? 1 : 0;
      surface.edges[at(sides[end].triangle)][at(sides[end].corner)] =
          static_cast<std::int32_t>(surface.edge_normals.size());
    }
    surface.edge_normals.push_back(normal);
    surface.closed = surface.closed && end - begin == 2 && upward == 1;
  }
  return surface;
}

}  // namespace tether::assist
