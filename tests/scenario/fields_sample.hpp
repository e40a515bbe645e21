// A small scenario of its own for the tests of fields: every kind of field once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/schema/fields_toml.hpp"

namespace tether::scenario::sample {

struct Coupling {
  enum class Kind : std::uint8_t { position_force, position_position };
  Kind kind = Kind::position_force;
  double stiffness = 500;  // [N/m]
  double scale = 1;        // of position-force only
};

struct Start {
  std::optional<robot::JointVector> joints;  // [rad]
  std::optional<Eigen::Vector3d> tool;       // [m]
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
};

struct Phase {
  std::string name;
  double to = 0;  // [s]
};

struct Filter {
  double cutoff = 30;  // [Hz]
};

struct Bound {
  std::optional<double> max;
};

struct Scenario {
  std::string title;
  int seed = 1;
  unsigned samples = 20;
  bool record = true;
  std::string robot = "kuka_lwr4";
  std::vector<std::string> tags;
  std::vector<double> gains;
  core::Duration delay{0};
  Coupling coupling;
  Start start;
  std::optional<Filter> filter;
  std::vector<Phase> phases;
  std::map<std::string, Bound> expect;
};

inline void describe(Fields& f, Coupling& p) {
  using Kind = Coupling::Kind;
  f.choice(
      "kind", p.kind,
      {{"position-force", Kind::position_force}, {"position-position", Kind::position_position}},
      {.help = "law", .required = true});
  f.number("stiffness", p.stiffness, {.unit = "N/m", .min = 0, .max = 1e5, .help = "K_t"});
  if (p.kind == Kind::position_force) f.number("scale", p.scale, {.above = 0, .help = "of force"});
}

inline void describe(Fields& f, Start& p) {
  f.joints("joints", p.joints, {.unit = "rad"});
  f.vector3("tool", p.tool, {.unit = "m", .min = -2, .max = 2});
  f.matrix3("rotation", p.rotation, {}, must_be_rotation);
  f.exclusive({"joints", "tool"});
}

inline void describe(Fields& f, Phase& p) {
  f.text("name", p.name, {.required = true});
  f.number("to", p.to, {.unit = "s", .min = 0, .required = true});
  f.check(p.to != 13, "to", "no phase ends at 13 s");
}

inline void describe(Fields& f, Scenario& p) {
  f.text("title", p.title, {.help = "one line"});
  f.integer("seed", p.seed, {.help = "of all randomness"});
  f.integer("samples", p.samples, {.max = 100});
  f.boolean("record", p.record);
  f.choice("robot", p.robot, {"kuka_lwr4", "lbr_med7"});
  f.texts("tags", p.tags, {}, {0, 3});
  f.numbers("gains", p.gains, {.below = 10}, {1, 4});
  f.duration("delay", p.delay, {.min = 0});
  f.table("coupling", [&](Fields& g) { describe(g, p.coupling); });
  f.table("start", [&](Fields& g) { describe(g, p.start); });
  f.optional_table("filter", p.filter,
                   [](Fields& g, Filter& filter) { g.number("cutoff", filter.cutoff); });
  f.list("phases", p.phases, [](Fields& g, Phase& phase) { describe(g, phase); }, {.max = 3});
  f.named("expect", p.expect, [](Fields& g, Bound& bound) { g.number("max", bound.max); });
}

inline Scenario read(TomlDocument& document) {
  Scenario scenario;
  TomlFields fields(document);
  describe(fields, scenario);
  fields.finish();
  return scenario;
}

inline Scenario read(std::string_view text) {
  TomlDocument document = TomlDocument::parse(text, "x.toml");
  return read(document);
}

// a valid document with every field given
inline constexpr std::string_view kFullText = R"(title = "Free motion"
seed = 7
samples = 10
record = false
robot = "lbr_med7"
tags = ["a", "b"]
gains = [1, 2.5]
delay = 0.05

[coupling]
kind = "position-force"
stiffness = 300
scale = 2.0

[start]
joints = [0.1, 0.2, 0.3]
rotation = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]

[filter]
cutoff = 12

[[phases]]
name = "free"
to = 2

[[phases]]
name = "contact"
to = 5.5

[expect.peak_force]
max = 12.5
)";

// the text of the error that the call throws, empty when it throws none
template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "";
}

inline std::string read_error(std::string_view text) {
  return error_of([&] { read(text); });
}

}  // namespace tether::scenario::sample
