#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "assist/scene/mesh_formats.hpp"
#include "assist/scene/mesh_text.hpp"

namespace tether::assist {
namespace {

// 80 bytes of anything, the number of triangles, then of each a normal, three corners and 2 bytes
constexpr std::size_t kHeader = 84;
constexpr std::size_t kRecord = 50;

// little-endian, as the format says
std::uint32_t word_at(std::string_view bytes, std::size_t place) noexcept {
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;) word = word << 8U | static_cast<std::uint8_t>(bytes[place + i]);
  return word;
}

double number_at(std::string_view bytes, std::size_t place) noexcept {
  const std::uint32_t word = word_at(bytes, place);
  float value = 0;
  std::memcpy(&value, &word, sizeof value);
  return static_cast<double>(value);
}

void add_triangle(MeshContent& content) {
  const auto n = static_cast<std::int32_t>(content.vertices.size());
  content.triangles.push_back({n - 3, n - 2, n - 1});
}

MeshContent parse_binary(std::string_view bytes, const std::string& name) {
  const std::size_t count = word_at(bytes, kHeader - 4);
  if (count > kMaxTriangles) {
    throw core::InputError(
        {name}, fmt::format("{} triangles; a mesh has at most {}", count, kMaxTriangles));
  }
  MeshContent content;
  content.vertices.reserve(3 * count);
  content.triangles.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      // behind the normal, which is worked out from the corners
      const std::size_t place = kHeader + i * kRecord + 12 + 12 * corner;
      content.vertices.emplace_back(number_at(bytes, place), number_at(bytes, place + 4),
                                    number_at(bytes, place + 8));
      if (!content.vertices.back().allFinite()) {
        throw core::InputError({name}, fmt::format("triangle {} is not finite", i));
      }
    }
    add_triangle(content);
  }
  return content;
}

// keywords come in any case
bool same(std::string_view word, std::string_view keyword) noexcept {
  return std::equal(word.begin(), word.end(), keyword.begin(), keyword.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

// the next word, on whatever line it is; empty at the end of the text
std::string_view any_word(MeshText& text) noexcept {
  std::string_view word = text.word();
  while (word.empty() && text.next_line()) word = text.word();
  return word;
}

void expect(MeshText& text, std::string_view keyword) {
  const std::string_view word = any_word(text);
  if (same(word, keyword)) return;
  if (word.empty()) text.refuse(fmt::format("expected \"{}\", found the end", keyword));
  text.refuse(fmt::format("expected \"{}\", found \"{}\"", keyword, MeshText::shown(word)));
}

void parse_facet(MeshText& text, MeshContent& content) {
  if (content.triangles.size() == kMaxTriangles) {
    text.refuse(fmt::format("more than {} triangles", kMaxTriangles));
  }
  // the normal is worked out from the corners, and some programs write nan for it
  expect(text, "normal");
  for (int i = 0; i < 3; ++i) any_word(text);
  expect(text, "outer");
  expect(text, "loop");
  for (int corner = 0; corner < 3; ++corner) {
    expect(text, "vertex");
    const double x = text.number("x");
    const double y = text.number("y");
    const double z = text.number("z");
    content.vertices.emplace_back(x, y, z);
  }
  expect(text, "endloop");
  expect(text, "endfacet");
  add_triangle(content);
}

MeshContent parse_text(std::string_view bytes, const std::string& name) {
  MeshContent content;
  MeshText text(bytes, name);
  bool open = false;  // within a solid
  for (std::string_view word = any_word(text); !word.empty(); word = any_word(text)) {
    if (open && same(word, "facet")) {
      parse_facet(text, content);
    } else if (same(word, open ? "endsolid" : "solid")) {
      open = !open;
      text.next_line();  // the rest is its name
    } else {
      text.refuse(fmt::format("expected {}, found \"{}\"",
                              open ? "\"facet\" or \"endsolid\"" : "\"solid\"",
                              MeshText::shown(word)));
    }
  }
  if (open) text.refuse("expected \"facet\" or \"endsolid\", found the end");
  return content;
}

}  // namespace

MeshContent parse_stl(std::string_view bytes, const std::string& name) {
  // binary files may begin with "solid" too, but only they have just the size that they say
  const std::size_t count = bytes.size() < kHeader ? 0 : word_at(bytes, kHeader - 4);
  if (bytes.size() >= kHeader && bytes.size() == kHeader + kRecord * count) {
    return parse_binary(bytes, name);
  }
  const std::size_t begin = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
  if (same(bytes.substr(begin, 5), "solid")) return parse_text(bytes, name);
  if (bytes.size() < kHeader) {
    throw core::InputError({name}, fmt::format("{} bytes are no STL: neither \"solid\" nor the {} "
                                               "bytes that a binary one begins with",
                                               bytes.size(), kHeader));
  }
  throw core::InputError(
      {name}, fmt::format("a binary STL of {} triangles has {} bytes, this file {}", count,
                          kHeader + kRecord * count, bytes.size()));
}

}  // namespace tether::assist
