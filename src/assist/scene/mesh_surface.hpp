// What joins the triangles of a mesh: equal vertices made one, shared edges, and the angle-weighted
// normals of both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tether/assist/scene/triangle_mesh.hpp"

namespace tether::assist {

// an index of a mesh, for a container
inline std::size_t at(std::int32_t index) noexcept { return static_cast<std::size_t>(index); }

// keeps one of equal vertices and renumbers the triangles
void merge_vertices(std::vector<spatial::Vector3>& vertices,
                    std::vector<TriangleMesh::Triangle>& triangles);

// too thin to have a normal
bool without_area(const spatial::Vector3& a, const spatial::Vector3& b,
                  const spatial::Vector3& c) noexcept;

struct MeshSurface {
  std::vector<TriangleMesh::Triangle> edges;  // by triangle: from its corner 0, 1, 2 to the next
  std::vector<spatial::Vector3> edge_normals;
  std::vector<spatial::Vector3> vertex_normals;
  bool closed = true;
};

// of triangles that all have an area
MeshSurface join(std::span<const spatial::Vector3> vertices,
                 std::span<const TriangleMesh::Triangle> triangles);

}  // namespace tether::assist
