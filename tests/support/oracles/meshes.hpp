// Meshes to test and time with: a cube, and a sphere with or without bumps.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "tether/assist/scene/triangle_mesh.hpp"

namespace tether::test {

struct MeshParts {
  std::vector<spatial::Vector3> vertices;
  std::vector<assist::TriangleMesh::Triangle> triangles;

  assist::TriangleMesh mesh() const { return {vertices, triangles}; }
};

// from -half to half along each axis [m]
inline MeshParts cube(double half) {
  MeshParts parts;
  for (int i = 0; i < 8; ++i) {
    parts.vertices.emplace_back((i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half,
                                (i & 4) != 0 ? half : -half);
  }
  parts.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                     {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return parts;
}

// an octahedron whose triangles are cut in four over and over, on the sphere: 8 * 4^cuts
inline MeshParts sphere(double radius, int cuts) {
  MeshParts parts;
  parts.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  parts.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                     {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (int cut = 0; cut < cuts; ++cut) {
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> middles;
    const auto middle = [&](std::int32_t a, std::int32_t b) {
      const auto [place, is_new] =
          middles.try_emplace(std::minmax(a, b), static_cast<std::int32_t>(parts.vertices.size()));
      if (is_new) {
        parts.vertices.push_back((parts.vertices[static_cast<std::size_t>(a)] +
                                  parts.vertices[static_cast<std::size_t>(b)])
                                     .normalized());
      }
      return place->second;
    };
    std::vector<assist::TriangleMesh::Triangle> finer;
    for (const auto& [a, b, c] : parts.triangles) {
      const std::int32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    parts.triangles = std::move(finer);
  }
  for (spatial::Vector3& vertex : parts.vertices) vertex *= radius;
  return parts;
}

// the radius in a direction of length 1 goes up and down by a share
inline double bumpy_radius(const spatial::Vector3& direction, double radius, double share) {
  return radius * (1 + share * std::sin(7 * direction.x()) * std::sin(8 * direction.y()) *
                           std::cos(9 * direction.z()));
}

// a sphere of rings and sectors with bumps, about 2 * rings * sectors triangles
inline MeshParts bumpy_sphere(double radius, double share, int rings, int sectors) {
  MeshParts parts;
  const double pi = std::acos(-1.0);
  const auto add = [&](const spatial::Vector3& direction) {
    parts.vertices.push_back(bumpy_radius(direction, radius, share) * direction);
  };
  add({0, 0, 1});
  for (int i = 1; i < rings; ++i) {
    for (int k = 0; k < sectors; ++k) {
      const double down = pi * i / rings, round = 2 * pi * k / sectors;
      add({std::sin(down) * std::cos(round), std::sin(down) * std::sin(round), std::cos(down)});
    }
  }
  add({0, 0, -1});
  const auto last = static_cast<std::int32_t>(parts.vertices.size()) - 1;
  const auto at = [&](int ring, int k) { return 1 + (ring - 1) * sectors + k % sectors; };
  for (int k = 0; k < sectors; ++k) {
    parts.triangles.push_back({0, at(1, k), at(1, k + 1)});
    parts.triangles.push_back({last, at(rings - 1, k + 1), at(rings - 1, k)});
    for (int i = 1; i + 1 < rings; ++i) {
      parts.triangles.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
      parts.triangles.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
    }
  }
  return parts;
}

}  // namespace tether::test
