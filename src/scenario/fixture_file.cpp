#include "tether/scenario/fixture_file.hpp"

#include <fmt/format.h>

#include "scenario/schema/fields_toml.hpp"
#include "scenario/schema/fixture_fields.hpp"
#include "scenario/toml/toml_document.hpp"

namespace tether::scenario {
namespace {

std::string toml_list(const spatial::Vector3& v) {
  return fmt::format("[{}, {}, {}]", toml_number(v.x()), toml_number(v.y()), toml_number(v.z()));
}

// a key and its value on a line
class Lines {
 public:
  void text(std::string_view key, std::string_view value) { add(key, toml_string(value)); }
  void boolean(std::string_view key, bool value) { add(key, value ? "true" : "false"); }
  void integer(std::string_view key, std::int64_t value) { add(key, fmt::format("{}", value)); }
  void number(std::string_view key, double value) { add(key, toml_number(value)); }
  void vector(std::string_view key, const spatial::Vector3& value) { add(key, toml_list(value)); }
  void rotation(const spatial::Matrix3& r) {
    add("rotation",
        fmt::format("[{}, {}, {}]", toml_list(r.row(0)), toml_list(r.row(1)), toml_list(r.row(2))));
  }
  void points(const std::vector<spatial::Vector3>& points) {
    std::string rows;
    for (const auto& point : points) rows += (rows.empty() ? "" : ", ") + toml_list(point);
    add("points", "[" + rows + "]");
  }
  std::string take() { return std::move(out_); }

 private:
  void add(std::string_view key, std::string_view value) {
    out_ += fmt::format("{} = {}\n", key, value);
  }
  std::string out_;
};

void write_shape(Lines& out, const assist::Box& box) {
  out.text("shape", "box");
  out.vector("centre", box.centre.position);
  out.rotation(box.centre.rotation);
  out.vector("half_size", box.half_size);
}
void write_shape(Lines& out, const assist::Sphere& sphere) {
  out.text("shape", "sphere");
  out.vector("centre", sphere.centre);
  out.number("radius", sphere.radius);
}
void write_shape(Lines& out, const assist::Cylinder& cylinder) {
  out.text("shape", "cylinder");
  out.vector("centre", cylinder.centre.position);
  out.rotation(cylinder.centre.rotation);
  out.number("radius", cylinder.radius);
  out.number("half_length", cylinder.half_length);
}
void write_shape(Lines& out, const assist::Plane& plane) {
  out.text("shape", "plane");
  out.vector("point", plane.point);
  out.vector("normal", plane.normal);
}
void write_shape(Lines& out, const assist::Polyline& line) {
  out.text("shape", "polyline");
  out.points(line.points);
}
void write_shape(Lines& out, const assist::Spline& line) {
  out.text("shape", "spline");
  out.points(line.points);
}

// a mesh is given by its file
void write_mesh(Lines& out, const assist::Fixture& p) {
  out.text("shape", "mesh");
  out.text("file", p.mesh_file);
  out.number("unit", p.mesh_unit);
}

void write_law(Lines& out, const assist::Fixture& p) {
  using assist::Law;
  const auto spring_and_damper = [&] {
    out.number("stiffness", p.stiffness);
    out.number("damping", p.damping);
  };
  switch (p.law) {
    case Law::guide:
      out.text("law", "guide");
      out.number("stiffness", p.stiffness);
      return out.number("range", p.range);
    case Law::wall:
      out.text("law", "wall");
      spring_and_damper();
      return out.boolean("end_effector", p.end_effector);
    case Law::proxy:
      out.text("law", "proxy");
      return spring_and_damper();
    case Law::scaling:
      out.text("law", "scaling");
      return out.number("scale", p.scale);
    case Law::two_way:
      out.text("law", "two-way");
      spring_and_damper();
      return out.number("threshold", p.threshold);
    case Law::channel:
      out.text("law", "channel");
      out.number("range", p.range);
      out.number("admittance", p.admittance);
      return out.number("across", p.across);
  }
}

std::string toml_of(const assist::Fixture& p) {
  Lines out;
  out.integer("id", p.id);
  if (!p.name.empty()) out.text("name", p.name);
  out.boolean("enabled", p.enabled);
  write_law(out, p);
  std::visit(
      [&]<class T>(const T& shape) {
        if constexpr (std::is_same_v<T, assist::MeshRef>) {
          write_mesh(out, p);
        } else {
          write_shape(out, shape);
        }
      },
      p.shape);
  return out.take();
}

}  // namespace

std::vector<assist::Fixture> read_fixtures(const std::string& path, NamedFiles& files) {
  auto& text = files[path];
  if (!text) {
    text =
        std::make_shared<const std::string>(read_toml_file(path, "fixtures", kMaxFixtureFileBytes));
  }
  TomlDocument document = TomlDocument::parse(*text, path, kMaxFixtureFileBytes);
  std::vector<assist::Fixture> fixtures;
  TomlFields fields(document, files);
  describe_fixtures(fields, fixtures, assist::kMaxFixtures);
  fields.finish();
  files = fields.files();
  return fixtures;
}

std::vector<assist::Fixture> read_fixtures(const std::string& path) {
  NamedFiles files;
  return read_fixtures(path, files);
}

std::vector<assist::Fixture> parse_fixtures(std::string_view text, const std::string& file) {
  NamedFiles files{{file, std::make_shared<const std::string>(text)}};
  return read_fixtures(file, files);
}

assist::Fixture fixture_of(std::span<const std::string> assignments) {
  TomlDocument document = TomlDocument::parse("", "fixture");
  for (const std::string& assignment : assignments) document.set(assignment, "");
  assist::Fixture fixture;
  TomlFields fields(document);
  describe(fields, fixture);
  fields.finish();
  return fixture;
}

std::string fixtures_toml(std::span<const assist::Fixture> fixtures) {
  std::string text;
  for (const assist::Fixture& fixture : fixtures) {
    text += fmt::format("{}[[fixtures]]\n{}", text.empty() ? "" : "\n", toml_of(fixture));
  }
  return text;
}

}  // namespace tether::scenario
