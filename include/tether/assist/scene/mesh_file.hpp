// Meshes from files: OBJ (v and f, polygons cut into fans; all else is passed over) and STL (binary
// and text). What is wrong with a file is reported with its line and column where it has lines, and
// a size that it claims is believed only as far as its bytes reach.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tether/assist/fixtures/shape.hpp"
#include "tether/assist/scene/triangle_mesh.hpp"

namespace tether::assist {

// `scale` is the length of the file's unit [m]: 0.001 for millimetres. Throws core::InputError when
// the content is refused and core::IoError when the file cannot be read.
MeshRef read_mesh(const std::filesystem::path& path, double scale = 1);

// the file's bytes, as they are
std::string mesh_bytes(const std::filesystem::path& path);

// The same of the file's bytes; the ending of its name, .obj or .stl, says which it is.
TriangleMesh parse_mesh(std::string_view bytes, const std::string& name, double scale = 1);

}  // namespace tether::assist
