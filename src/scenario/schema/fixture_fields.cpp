#include "scenario/schema/fixture_fields.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "tether/assist/scene/mesh_file.hpp"
#include "tether/scenario/fixture_file.hpp"

namespace tether::scenario {
namespace {

using assist::Law;

constexpr NumberSpec kPlace{.unit = "m",
                            .min = -assist::kMaxExtent,
                            .max = assist::kMaxExtent,
                            .help = "in the follower's base",
                            .required = true};
constexpr NumberSpec kSize{.unit = "m",
                           .max = assist::kMaxExtent,
                           .above = 0,
                           .help = "from its centre outwards",
                           .required = true};
constexpr Count kCurve{2, assist::kMaxPoints};
constexpr std::size_t kMostInScenario = 1000;  // more are for a file

void describe_axes(Fields& f, spatial::Pose& pose) {
  f.vector3("centre", pose.position, kPlace);
  f.matrix3("rotation", pose.rotation, {.help = "its axes, three rows"}, must_be_rotation);
}

void describe(Fields& f, assist::Box& box) {
  describe_axes(f, box.centre);
  f.vector3("half_size", box.half_size, kSize);
}

void describe(Fields& f, assist::Sphere& sphere) {
  f.vector3("centre", sphere.centre, kPlace);
  f.number("radius", sphere.radius, kSize);
}

void describe(Fields& f, assist::Cylinder& cylinder) {
  describe_axes(f, cylinder.centre);
  f.number("radius", cylinder.radius, kSize);
  f.number("half_length", cylinder.half_length, kSize);
}

void describe(Fields& f, assist::Plane& plane) {
  f.vector3("point", plane.point, kPlace);
  f.vector3("normal", plane.normal, {.help = "out of what is solid", .required = true});
}

void describe(Fields& f, assist::Polyline& line) {
  f.points("points", line.points, kPlace, kCurve);
}
void describe(Fields& f, assist::Spline& line) { f.points("points", line.points, kPlace, kCurve); }

// in the order of assist::Shape
enum class ShapeKind : std::uint8_t { box, sphere, cylinder, plane, polyline, spline, mesh };

template <class Solid>
void describe_as(Fields& f, assist::Shape& shape) {
  if (!std::holds_alternative<Solid>(shape)) shape = Solid{};
  describe(f, std::get<Solid>(shape));
}

void describe_mesh(Fields& f, assist::Fixture& p) {
  f.text("file", p.mesh_file, {.help = "OBJ or STL", .required = true});
  f.number("unit", p.mesh_unit,
           {.unit = "m", .max = 1, .above = 0, .help = "of the file's figures; 0.001 = mm"});
  p.shape = assist::MeshRef{};
  if (p.mesh_file.empty()) return;
  try {
    const std::string& bytes = f.file(p.mesh_file, [&] { return assist::mesh_bytes(p.mesh_file); });
    p.shape = std::make_shared<const assist::TriangleMesh>(
        assist::parse_mesh(bytes, p.mesh_file, p.mesh_unit));
  } catch (const core::IoError& error) {
    throw core::InputError(f.locate("file"), error.what());
  }
}

void describe_shape(Fields& f, assist::Fixture& p) {
  assist::Shape& shape = p.shape;
  auto kind = static_cast<ShapeKind>(shape.index());
  f.choice("shape", kind,
           {{"box", ShapeKind::box},
            {"sphere", ShapeKind::sphere},
            {"cylinder", ShapeKind::cylinder},
            {"plane", ShapeKind::plane},
            {"polyline", ShapeKind::polyline},
            {"spline", ShapeKind::spline},
            {"mesh", ShapeKind::mesh}},
           {.help = "where it is, in the follower's base", .required = true});
  switch (kind) {
    case ShapeKind::box:
      return describe_as<assist::Box>(f, shape);
    case ShapeKind::sphere:
      return describe_as<assist::Sphere>(f, shape);
    case ShapeKind::cylinder:
      return describe_as<assist::Cylinder>(f, shape);
    case ShapeKind::plane:
      return describe_as<assist::Plane>(f, shape);
    case ShapeKind::polyline:
      return describe_as<assist::Polyline>(f, shape);
    case ShapeKind::spline:
      return describe_as<assist::Spline>(f, shape);
    case ShapeKind::mesh:
      return describe_mesh(f, p);
  }
}

constexpr std::array<std::pair<std::string_view, Law>, 6> kLaws{{{"guide", Law::guide},
                                                                 {"wall", Law::wall},
                                                                 {"proxy", Law::proxy},
                                                                 {"scaling", Law::scaling},
                                                                 {"two-way", Law::two_way},
                                                                 {"channel", Law::channel}}};

// of a law that is built in, or of one that is not
struct AnyFixture {
  assist::Fixture built_in;
  ExtensionFixture own;
};

// the law that is chosen, when it is not built in
const FixtureLaw* describe_choice(Fields& f, assist::Fixture& p, const Extensions* extensions) {
  std::vector<std::string> names = fixture_laws();
  std::string law(std::ranges::find(kLaws, p.law, &decltype(kLaws)::value_type::second)->first);
  if (extensions != nullptr) names = extensions->fixture_laws.names();
  f.choice("law", law, names, {.help = "what it does to the tool", .required = true});
  const auto known = std::ranges::find(kLaws, law, &decltype(kLaws)::value_type::first);
  if (known == kLaws.end()) return &extensions->fixture_laws.at(law);
  p.law = known->second;
  return nullptr;
}

// the figures that the law asks for
void describe_law(Fields& f, assist::Fixture& p) {
  const bool solid = p.law == Law::wall || p.law == Law::proxy || p.law == Law::two_way;
  if (solid || p.law == Law::guide) {
    f.number("stiffness", p.stiffness,
             {.unit = "N/m", .min = 0, .max = assist::kMaxStiffness, .help = "of its spring"});
  }
  if (solid) {
    f.number("damping", p.damping,
             {.unit = "N s/m", .min = 0, .max = assist::kMaxDamping, .help = "never pulls"});
  }
  if (p.law == Law::guide || p.law == Law::channel) {
    f.number("range", p.range,
             {.unit = "m", .max = assist::kMaxExtent, .above = 0, .help = "it acts within"});
  }
  if (p.law == Law::two_way) {
    f.number("threshold", p.threshold,
             {.unit = "m", .max = assist::kMaxExtent, .above = 0, .help = "where it gives way"});
  }
  if (p.law == Law::scaling) {
    f.number("scale", p.scale, {.min = 0, .max = 1, .help = "share of the motion that is left"});
  }
  if (p.law == Law::channel) {
    f.number("admittance", p.admittance,
             {.unit = "m/(s N)", .max = 1, .above = 0, .help = "along the curve"});
    f.number("across", p.across, {.min = 0, .max = 1, .help = "share of that across it; 0 = hard"});
  }
  if (p.law == Law::wall) {
    f.boolean("end_effector", p.end_effector,
              {.help = "the box rides on the tool: what other walls act upon"});
  }
}

void describe(Fields& f, AnyFixture& any, const Extensions* extensions) {
  assist::Fixture& p = any.built_in;
  f.integer("id", p.id, {.help = "by which it is changed while it is in force", .required = true});
  f.text("name", p.name, {.help = "for people"});
  f.boolean("enabled", p.enabled, {.help = "in force"});
  if (const FixtureLaw* own = describe_choice(f, p, extensions)) {
    any.own = {.id = p.id, .name = p.name, .enabled = p.enabled, .law = own->name, .extension = {}};
    if (own->keys) own->keys(f, any.own);
    return;
  }
  describe_law(f, p);
  describe_shape(f, p);
  const auto wrong = assist::why_refused(p);
  f.check(!wrong, "shape", wrong.value_or(""));
}

// extensions: null where only laws that are built in may stand
std::vector<AnyFixture> describe_any_fixtures(Fields& f, std::size_t most,
                                              const Extensions* extensions) {
  std::vector<AnyFixture> fixtures;
  std::set<std::int32_t> ids;
  f.list("fixtures", fixtures,
         [&](Fields& g, AnyFixture& p) {
           describe(g, p, extensions);
           g.check(ids.insert(p.built_in.id).second, "id",
                   fmt::format("id {} is taken", p.built_in.id));
         },
         {.help = "virtual fixtures", .max = most});
  return fixtures;
}

}  // namespace

std::vector<std::string> fixture_laws() {
  std::vector<std::string> names;
  for (const auto& [name, law] : kLaws) names.emplace_back(name);
  return names;
}

void describe(Fields& f, assist::Fixture& fixture) {
  AnyFixture any{.built_in = std::move(fixture), .own = {}};
  describe(f, any, nullptr);
  fixture = std::move(any.built_in);
}

void describe_fixtures(Fields& f, std::vector<assist::Fixture>& fixtures, std::size_t most) {
  fixtures.clear();
  for (AnyFixture& each : describe_any_fixtures(f, most, nullptr)) {
    fixtures.push_back(std::move(each.built_in));
  }
}

void describe(Fields& f, AssistParams& p, const Extensions& extensions) {
  using At = assist::AssistanceParams::At;
  using Source = AssistParams::Source;
  f.boolean("enabled", p.enabled, {.help = "all fixtures; can change while the session runs"});
  f.choice("source", p.source, {{"here", Source::here}, {"process", Source::process}},
           {.help = "asked in the leader's tick, or by `tether assist` over DDS"});
  f.choice("at", p.at, {{"leader", At::leader}, {"follower", At::follower}},
           {.help = "where the tool is commanded to be, or where it was last received to be"});
  f.number("force_scale", p.force_scale,
           {.min = 0, .max = 100, .help = "force on the hand per force on the tool"});
  f.number("max_force", p.max_force,
           {.unit = "N", .max = 1000, .above = 0, .help = "of all fixtures on the hand"});
  if (p.source == Source::process) {
    f.integer("dds_domain", p.dds_domain, {.min = 0, .max = 232, .help = "of `tether assist`"});
    f.text("interface", p.interface, {.help = "of DDS; \"lo\" stays within this machine"});
    f.text("gateway", p.gateway, {.help = "HOST:PORT of its datagrams, instead of DDS"});
    return;
  }
  f.text("file", p.file, {.help = "of fixtures, besides those that are listed here"});
  for (AnyFixture& each : describe_any_fixtures(f, kMostInScenario, &extensions)) {
    if (each.own.law.empty()) {
      p.fixtures.push_back(std::move(each.built_in));
    } else {
      p.extension_fixtures.push_back(std::move(each.own));
    }
  }
  if (p.file.empty()) return;
  try {
    for (assist::Fixture& fixture : read_fixtures(p.file, f.files())) {
      const auto same = [&](const assist::Fixture& other) { return other.id == fixture.id; };
      f.check(std::none_of(p.fixtures.begin(), p.fixtures.end(), same), "file",
              fmt::format("id {} of {} is taken", fixture.id, p.file));
      p.fixtures.push_back(std::move(fixture));
    }
  } catch (const core::InputError& error) {
    if (!error.where().file.empty()) throw;
    throw core::InputError(f.locate("file"), error.what());
  }
}

}  // namespace tether::scenario
