#include "tether/session/fixture_fields.hpp"

namespace tether::session {
namespace {

using assist::Law;

constexpr NumberSpec kPlace{
    .unit = "m", .min = -assist::kMaxExtent, .max = assist::kMaxExtent, .required = true};
constexpr NumberSpec kSize{.unit = "m", .max = assist::kMaxExtent, .above = 0, .required = true};
constexpr Count kCurve{2, assist::kMaxPoints};

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
enum class Kind : std::uint8_t { box, sphere, cylinder, plane, polyline, spline };

template <class Solid>
void describe_as(Fields& f, assist::Shape& shape) {
  if (!std::holds_alternative<Solid>(shape)) shape = Solid{};
  describe(f, std::get<Solid>(shape));
}

void describe_shape(Fields& f, assist::Shape& shape) {
  auto kind = static_cast<Kind>(shape.index());
  f.choice("shape", kind,
           {{"box", Kind::box},
            {"sphere", Kind::sphere},
            {"cylinder", Kind::cylinder},
            {"plane", Kind::plane},
            {"polyline", Kind::polyline},
            {"spline", Kind::spline}},
           {.help = "where it is, in the follower's base", .required = true});
  switch (kind) {
    case Kind::box:
      return describe_as<assist::Box>(f, shape);
    case Kind::sphere:
      return describe_as<assist::Sphere>(f, shape);
    case Kind::cylinder:
      return describe_as<assist::Cylinder>(f, shape);
    case Kind::plane:
      return describe_as<assist::Plane>(f, shape);
    case Kind::polyline:
      return describe_as<assist::Polyline>(f, shape);
    case Kind::spline:
      return describe_as<assist::Spline>(f, shape);
  }
}

// the figures that the law asks for
void describe_law(Fields& f, assist::Fixture& p) {
  f.choice("law", p.law,
           {{"guide", Law::guide},
            {"wall", Law::wall},
            {"proxy", Law::proxy},
            {"scaling", Law::scaling},
            {"two-way", Law::two_way},
            {"channel", Law::channel}},
           {.help = "what it does to the tool", .required = true});
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

}  // namespace

void describe(Fields& f, assist::Fixture& p) {
  f.integer("id", p.id, {.help = "by which it is changed while it is in force", .required = true});
  f.text("name", p.name, {.help = "for people"});
  f.boolean("enabled", p.enabled, {.help = "in force"});
  describe_law(f, p);
  describe_shape(f, p.shape);
  const auto wrong = assist::why_refused(p);
  f.check(!wrong, "shape", wrong.value_or(""));
}

}  // namespace tether::session
