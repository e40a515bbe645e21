// A surface of triangles with a tree over them: the point of it nearest to any other and on which
// side that lies, and where a straight way first meets it. The side is found by the angle-weighted
// normal of the face, edge or corner that is nearest, which is right for every closed mesh whose
// triangles turn the same way round; of an open one it says which side of the nearest part.
// Equal vertices are merged, triangles without area left out and the others put in the order of the
// tree, so that indices are those of `triangles()`, not of what was given.
// Baerentzen & Aanaes, Signed Distance Computation Using the Angle Weighted Pseudonormal, IEEE
// TVCG 11(3), 2005; Ericson, Real-Time Collision Detection, 2005, ch. 5.1.5.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tether/assist/scene/tree.hpp"

namespace tether::assist {

inline constexpr std::size_t kMaxTriangles = 5'000'000;  // of one mesh

struct MeshPoint {
  spatial::Vector3 point;      // of the surface, the nearest [m]
  spatial::Vector3 normal;     // outward there, of length 1
  double distance = 0;         // [m], < 0 inside
  std::int32_t triangle = -1;  // that it lies on
};

struct MeshHit {
  spatial::Vector3 point;      // where the way meets the surface [m]
  spatial::Vector3 normal;     // of the triangle, outward, of length 1
  double share = 0;            // of the way until there, 0 to 1
  std::int32_t triangle = -1;  // that is met
};

class TriangleMesh {
 public:
  using Triangle = std::array<std::int32_t, 3>;  // vertices, anticlockwise from outside

  // throws core::InputError with what `why_refused` says
  TriangleMesh(std::vector<spatial::Vector3> vertices, std::vector<Triangle> triangles);

  // what is wrong with a mesh from outside, for people; nothing when it is sound
  static std::optional<std::string> why_refused(std::span<const spatial::Vector3> vertices,
                                                std::span<const Triangle> triangles);

  std::span<const spatial::Vector3> vertices() const noexcept { return vertices_; }
  std::span<const Triangle> triangles() const noexcept { return triangles_; }
  const Aabb& bounds() const noexcept { return tree_.bounds(); }
  // every edge joins two triangles that turn the same way round: inside and outside exist
  bool closed() const noexcept { return closed_; }

  // The nearest point within a distance [m]. Of a point that moves little, `previous`, the triangle
  // found last, shortens the search; what is found is as near without it.
  std::optional<MeshPoint> nearest(const spatial::Vector3& point,
                                   double max_distance = std::numeric_limits<double>::infinity(),
                                   std::int32_t previous = -1) const noexcept;

  // The first point of the surface on the straight way, from either side. Never slips through
  // between two triangles; a way along a triangle's plane does not meet it.
  std::optional<MeshHit> first_hit(const spatial::Vector3& from,
                                   const spatial::Vector3& to) const noexcept;

 private:
  using Corners = std::array<spatial::Vector3, 3>;

  spatial::Vector3 feature_normal(std::int32_t triangle, int feature) const noexcept;

  std::vector<spatial::Vector3> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<Corners> corners_;                // by triangle, side by side for speed
  std::vector<Triangle> edges_;                 // by triangle: from its corner 0, 1, 2 to the next
  std::vector<spatial::Vector3> edge_normals_;  // not of length 1
  std::vector<spatial::Vector3> vertex_normals_;  // not of length 1
  bool closed_ = false;
  Tree tree_;
};

}  // namespace tether::assist
