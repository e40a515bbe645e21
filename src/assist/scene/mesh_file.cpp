#include "tether/assist/scene/mesh_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include "assist/scene/mesh_formats.hpp"
#include "tether/core/error.hpp"

namespace tether::assist {
namespace {

constexpr std::uintmax_t kMaxBytes = 2'000'000'000;

bool ends_with(const std::string& name, std::string_view ending) noexcept {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return name.size() >= ending.size() && std::equal(ending.rbegin(), ending.rend(), name.rbegin(),
                                                    [&](char a, char b) { return a == lower(b); });
}

}  // namespace

TriangleMesh parse_mesh(std::string_view bytes, const std::string& name, double scale) {
  if (!(scale > 0) || !std::isfinite(scale)) {
    throw core::InputError({name}, fmt::format("a unit of {} m; it must be > 0", scale));
  }
  MeshContent content;
  if (ends_with(name, ".obj")) {
    content = parse_obj(bytes, name);
  } else if (ends_with(name, ".stl")) {
    content = parse_stl(bytes, name);
  } else {
    throw core::InputError({name}, "a mesh file ends in .obj or .stl");
  }
  for (spatial::Vector3& vertex : content.vertices) vertex *= scale;
  if (const auto why = TriangleMesh::why_refused(content.vertices, content.triangles)) {
    throw core::InputError({name}, *why);
  }
  return {std::move(content.vertices), std::move(content.triangles)};
}

std::string mesh_bytes(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (error && error != std::errc::no_such_file_or_directory) {
    throw core::IoError("read", path.string(), error.value());
  }
  if (!std::filesystem::exists(status)) throw core::IoError("read", path.string(), ENOENT);
  if (!std::filesystem::is_regular_file(status)) {
    throw core::InputError({path.string()}, "not a file");
  }
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (!error && size > kMaxBytes) {
    throw core::InputError({path.string()},
                           fmt::format("{} bytes; a mesh file has at most {}", size, kMaxBytes));
  }
  std::ifstream stream(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) throw core::IoError("read", path.string(), errno);
  return bytes;
}

MeshRef read_mesh(const std::filesystem::path& path, double scale) {
  return std::make_shared<const TriangleMesh>(parse_mesh(mesh_bytes(path), path.string(), scale));
}

}  // namespace tether::assist
