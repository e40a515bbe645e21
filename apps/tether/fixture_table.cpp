#include "apps/tether/fixture_table.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "tether/assistant/fixture_store.hpp"

namespace tether::apps {
namespace {

using assist::Fixture;
using assist::Law;

const char* law_name(Law law) {
  constexpr std::array kNames{"guide", "wall", "proxy", "scaling", "two-way", "channel"};
  return kNames[static_cast<std::size_t>(law)];
}

std::string shape_text(const Fixture& fixture) {
  struct Words {
    std::string operator()(const assist::Box& box) const {
      const spatial::Vector3 side = 2 * box.half_size;
      return fmt::format("box {:.3g} × {:.3g} × {:.3g} m", side.x(), side.y(), side.z());
    }
    std::string operator()(const assist::Sphere& sphere) const {
      return fmt::format("sphere of {:.3g} m", sphere.radius);
    }
    std::string operator()(const assist::Cylinder& cylinder) const {
      return fmt::format("cylinder of {:.3g} m, {:.3g} m long", cylinder.radius,
                         2 * cylinder.half_length);
    }
    std::string operator()(const assist::Plane& /*plane*/) const { return "plane"; }
    std::string operator()(const assist::Polyline& line) const {
      return fmt::format("polyline of {} points", line.points.size());
    }
    std::string operator()(const assist::Spline& spline) const {
      return fmt::format("spline through {} points", spline.points.size());
    }
    std::string operator()(const assist::MeshRef& /*mesh*/) const { return "mesh"; }
  };
  return std::visit(Words{}, fixture.shape) + (fixture.end_effector ? " on the tool" : "");
}

// the figures that its law has
std::string figures(const Fixture& fixture) {
  switch (fixture.law) {
    case Law::guide:
      return fmt::format("{:.4g} N/m within {:.3g} m", fixture.stiffness, fixture.range);
    case Law::wall:
    case Law::proxy:
      return fmt::format("{:.4g} N/m, {:.3g} N s/m", fixture.stiffness, fixture.damping);
    case Law::scaling:
      return fmt::format("motion × {:.3g}", fixture.scale);
    case Law::two_way:
      return fmt::format("{:.4g} N/m, gives way at {:.3g} m", fixture.stiffness, fixture.threshold);
    case Law::channel:
      return fmt::format("{:.3g} m/(s N) within {:.3g} m", fixture.admittance, fixture.range);
  }
  return {};
}

std::string line(const assistant::FixtureState& state) {
  const std::string key = to_string(state.key);
  const std::string name = assistant::printable(state.fixture.name);
  if (!state.refused.empty()) {
    return fmt::format("{:<12}{:<9}{}{}\n", key, "refused", assistant::printable(state.refused),
                       name.empty() ? "" : "  (" + name + ")");
  }
  return fmt::format("{:<12}{:<9}{:<9}{:<32}  {}{}\n", key, state.fixture.enabled ? "on" : "off",
                     law_name(state.fixture.law), shape_text(state.fixture), figures(state.fixture),
                     name.empty() ? "" : "  (" + name + ")");
}

}  // namespace

std::string fixture_table(const std::vector<assistant::FixtureState>& states) {
  const auto refused =
      std::ranges::count_if(states, [](const auto& state) { return !state.refused.empty(); });
  std::string text;
  if (!states.empty()) text = fmt::format("{:<12}{:<9}{:<9}{}\n", "id", "state", "law", "shape");
  for (const assistant::FixtureState& state : states) text += line(state);
  const auto held = static_cast<std::ptrdiff_t>(states.size()) - refused;
  text += fmt::format("{} fixture{} held, {} refused\n", held, held == 1 ? "" : "s", refused);
  return text;
}

}  // namespace tether::apps
