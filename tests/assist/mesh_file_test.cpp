#include "tether/assist/scene/mesh_file.hpp"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/oracles/meshes.hpp"
#include "tether/core/error.hpp"

namespace tether::assist {
namespace {

using spatial::Vector3;
using test::MeshParts;
using testing::HasSubstr;
using testing::StartsWith;

void append(std::string& bytes, const void* data, std::size_t size) {
  bytes.append(static_cast<const char*>(data), size);
}

std::string binary_stl(const MeshParts& parts, std::uint32_t says, std::string header = "made") {
  header.resize(80);
  append(header, &says, sizeof says);
  for (const auto& triangle : parts.triangles) {
    float numbers[12] = {};
    for (std::size_t k = 0; k < 9; ++k) {
      const Vector3& vertex = parts.vertices[static_cast<std::size_t>(triangle[k / 3])];
      numbers[3 + k] = static_cast<float>(vertex[static_cast<int>(k % 3)]);
    }
    append(header, numbers, sizeof numbers);
    header.append(2, '\0');
  }
  return header;
}

std::string binary_stl(const MeshParts& parts) {
  return binary_stl(parts, static_cast<std::uint32_t>(parts.triangles.size()));
}

std::string text_stl(const MeshParts& parts) {
  std::string text = "solid a cube of solid facets\n";
  for (const auto& triangle : parts.triangles) {
    text += "  facet normal nan nan nan\n    OUTER LOOP\r\n";
    for (const std::int32_t i : triangle) {
      const Vector3& v = parts.vertices[static_cast<std::size_t>(i)];
      text += fmt::format("      vertex {:+e} {} {}\n", v.x(), v.y(), v.z());
    }
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid a cube of solid facets\n";
}

std::string obj(const MeshParts& parts) {
  std::string text = "# a comment\nmtllib none.mtl\no cube\n";
  for (const Vector3& v : parts.vertices) text += fmt::format("v {} {} {}\n", v.x(), v.y(), v.z());
  text += "vn 0 0 1\nvt 0 0\ns off\n";
  for (const auto& [a, b, c] : parts.triangles) {
    text += fmt::format("f {}/1/1 {}//1 {}\n", a + 1, b + 1, c + 1);
  }
  return text;
}

void expect_cube(const TriangleMesh& mesh) {
  EXPECT_EQ(mesh.vertices().size(), 8U);
  EXPECT_EQ(mesh.triangles().size(), 12U);
  EXPECT_TRUE(mesh.closed());
  EXPECT_NEAR(mesh.nearest(Vector3::Zero())->distance, -0.5, 1e-12);
  EXPECT_NEAR(mesh.nearest({0.1, 0.2, 0.75})->distance, 0.25, 1e-12);
}

TEST(MeshFile, ACubeIsTheSameFromEveryFormat) {
  const MeshParts cube = test::cube(0.5);
  expect_cube(parse_mesh(obj(cube), "cube.obj"));
  expect_cube(parse_mesh(text_stl(cube), "cube.stl"));
  expect_cube(parse_mesh(binary_stl(cube), "CUBE.STL"));
  // in millimetres
  expect_cube(parse_mesh(binary_stl(test::cube(500)), "cube.stl", 0.001));
}

TEST(MeshFile, ABinaryFileMayBeginWithSolid) {
  const MeshParts cube = test::cube(0.5);
  expect_cube(parse_mesh(binary_stl(cube, 12, "solid as a rock"), "cube.stl"));
}

TEST(MeshFile, FacesOfManyCornersBecomeFansAndCountBackwards) {
  // the sides of a cube as squares, the first named from the end
  const TriangleMesh mesh = parse_mesh(
      "v -.5 -.5 -.5\nv .5 -.5 -.5\nv -.5 .5 -.5\nv .5 .5 -.5\n"
      "v -.5 -.5 .5 1 0 0\nv .5 -.5 .5 1 0 0\nv -.5 .5 .5\nv .5 .5 .5\n"
      "f -8 -6 -5 -7 # below\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6",
      "cube.obj");
  expect_cube(mesh);
}

TEST(MeshFile, IsReadFromDisk) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "cube_test.stl";
  std::ofstream(path, std::ios::binary) << binary_stl(test::cube(0.5));
  expect_cube(*read_mesh(path));
  std::filesystem::remove(path);
  EXPECT_THROW(read_mesh(path), core::IoError);
  EXPECT_THROW(read_mesh(testing::TempDir()), core::InputError);
}

std::string file_refusal(const std::string& bytes, const std::string& name) {
  try {
    parse_mesh(bytes, name);
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(MeshFile, SaysWhereAnObjIsWrong) {
  const std::string three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  EXPECT_EQ(file_refusal(three + "f 1 2 3", "a.obj"), "accepted");
  EXPECT_EQ(file_refusal(three + "f 1 2 4", "a.obj"),
            "a.obj:4:7: vertex 4 does not exist; there are 3 so far");
  EXPECT_EQ(file_refusal(three + "f 1 2 -4", "a.obj"),
            "a.obj:4:7: vertex -4 does not exist; there are 3 so far");
  EXPECT_EQ(file_refusal(three + "f 0 1 2", "a.obj"),
            "a.obj:4:3: vertex 0 does not exist; there are 3 so far");
  EXPECT_EQ(file_refusal(three + "f 1 2 99999999999999999999", "a.obj"),
            "a.obj:4:7: expected the number of a vertex, found \"99999999999999999999\"");
  EXPECT_EQ(file_refusal(three + "f 1 2", "a.obj"),
            "a.obj:4:6: a face of 2 vertices; it needs three");
  EXPECT_EQ(file_refusal("v 0 0\n", "a.obj"), "a.obj:1:6: expected z, found the end of the line");
  EXPECT_EQ(file_refusal("v 0 zero 0", "a.obj"), "a.obj:1:5: expected y, found \"zero\"");
  EXPECT_EQ(file_refusal("\nv 0 0 nan", "a.obj"), "a.obj:2:7: z is not finite: nan");
  EXPECT_THAT(file_refusal("v 0 1e999 0", "a.obj"), StartsWith("a.obj:1:5: 1e999 is too large"));
  EXPECT_EQ(file_refusal("", "a.obj"), "a.obj: a mesh without triangles");
  EXPECT_EQ(file_refusal(three + "f 1 1 2", "a.obj"), "a.obj: none of the triangles has an area");
  // bytes that a terminal had better not see
  EXPECT_EQ(file_refusal("v 0 \x1b[2J 0", "a.obj"), "a.obj:1:5: expected y, found \"?[2J\"");
}

TEST(MeshFile, SaysWhereATextStlIsWrong) {
  EXPECT_EQ(file_refusal("solid\n", "a.stl"),
            "a.stl:1: expected \"facet\" or \"endsolid\", found the end");
  EXPECT_EQ(file_refusal("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n", "a.stl"),
            "a.stl:4:11: expected z, found the end of the line");
  EXPECT_EQ(file_refusal("solid\n facets", "a.stl"),
            "a.stl:2:2: expected \"facet\" or \"endsolid\", found \"facets\"");
  const std::string text = text_stl(test::cube(0.5));
  // cut off anywhere, it is refused
  for (std::size_t size = 0; size + 32 < text.size(); size += 7) {
    EXPECT_THAT(file_refusal(text.substr(0, size), "a.stl"), StartsWith("a.stl"));
  }
}

TEST(MeshFile, BelievesNoSizeThatABinaryStlDoesNotHave) {
  const MeshParts cube = test::cube(0.5);
  EXPECT_EQ(file_refusal(binary_stl(cube, 1'000'000'000), "a.stl"),
            "a.stl: a binary STL of 1000000000 triangles has 50000000084 bytes, this file 684");
  EXPECT_EQ(file_refusal(binary_stl(cube, 0xffffffff), "a.stl"),
            "a.stl: a binary STL of 4294967295 triangles has 214748364834 bytes, this file 684");
  EXPECT_EQ(file_refusal(binary_stl(cube).substr(0, 683), "a.stl"),
            "a.stl: a binary STL of 12 triangles has 684 bytes, this file 683");
  EXPECT_THAT(file_refusal(std::string(83, 'x'), "a.stl"), HasSubstr("83 bytes are no STL"));
  EXPECT_EQ(file_refusal(binary_stl({}), "a.stl"), "a.stl: a mesh without triangles");
  MeshParts bad = cube;
  bad.vertices[0].x() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(file_refusal(binary_stl(bad), "a.stl"), "a.stl: triangle 0 is not finite");
}

TEST(MeshFile, OfAnotherKindOrUnitIsRefused) {
  EXPECT_EQ(file_refusal("", "a.ply"), "a.ply: a mesh file ends in .obj or .stl");
  EXPECT_EQ(file_refusal(obj(test::cube(2000)), "a.obj"),
            "a.obj: vertex 0 lies beyond 1000 m; is the mesh in millimetres?");
  EXPECT_THROW(parse_mesh(obj(test::cube(1)), "a.obj", 0), core::InputError);
  EXPECT_THROW(parse_mesh(obj(test::cube(1)), "a.obj", std::nan("")), core::InputError);
}

}  // namespace
}  // namespace tether::assist
