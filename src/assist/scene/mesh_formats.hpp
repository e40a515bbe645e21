// What each format of mesh files is read by, and what they have in common: triangles that are
// counted while they come, so that a file cannot ask for more than a mesh may have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tether/assist/scene/triangle_mesh.hpp"

namespace tether::assist {

struct MeshContent {
  std::vector<spatial::Vector3> vertices;
  std::vector<TriangleMesh::Triangle> triangles;
};

MeshContent parse_obj(std::string_view text, const std::string& name);
MeshContent parse_stl(std::string_view bytes, const std::string& name);

}  // namespace tether::assist
