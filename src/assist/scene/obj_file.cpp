#include <charconv>

#include <fmt/format.h>

#include "assist/scene/mesh_formats.hpp"
#include "assist/scene/mesh_text.hpp"

namespace tether::assist {
namespace {

// "7", "7/2", "7//3" and "7/2/3" all mean vertex 7, counted from 1; "-1" means the last so far
std::int32_t vertex_index(const MeshText& text, std::string_view word, std::size_t vertices) {
  const std::string_view digits = word.substr(0, word.find('/'));
  std::int64_t index = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, index);
  if (error != std::errc() || stop != end) {
    text.refuse(
        fmt::format("expected the number of a vertex, found \"{}\"", MeshText::shown(word)));
  }
  const auto count = static_cast<std::int64_t>(vertices);
  if (index == 0 || index > count || index < -count) {
    text.refuse(fmt::format("vertex {} does not exist; there are {} so far", index, count));
  }
  return static_cast<std::int32_t>(index > 0 ? index - 1 : count + index);
}

void read_vertex(MeshText& text, MeshContent& content) {
  if (content.vertices.size() == 3 * kMaxTriangles) {
    text.refuse(fmt::format("more than {} vertices", 3 * kMaxTriangles));
  }
  const double x = text.number("x");
  const double y = text.number("y");
  const double z = text.number("z");
  content.vertices.emplace_back(x, y, z);
}

void read_face(MeshText& text, MeshContent& content) {
  TriangleMesh::Triangle fan{};
  int corners = 0;
  for (std::string_view word = text.word(); !word.empty() && word[0] != '#'; word = text.word()) {
    fan[corners < 2 ? static_cast<std::size_t>(corners) : 2] =
        vertex_index(text, word, content.vertices.size());
    if (++corners < 3) continue;
    if (content.triangles.size() == kMaxTriangles) {
      text.refuse(fmt::format("more than {} triangles", kMaxTriangles));
    }
    content.triangles.push_back(fan);
    fan[1] = fan[2];
  }
  if (corners < 3) text.refuse(fmt::format("a face of {} vertices; it needs three", corners));
}

}  // namespace

MeshContent parse_obj(std::string_view bytes, const std::string& name) {
  MeshContent content;
  MeshText text(bytes, name);
  do {
    const std::string_view word = text.word();
    if (word == "v") read_vertex(text, content);
    if (word == "f") read_face(text, content);
  } while (text.next_line());
  return content;
}

}  // namespace tether::assist
