// A virtual fixture as a user describes it: an id, a shape, a law and its figures. A description is
// a plain value; `why_refused` says what is wrong with one that comes from outside (a file, the
// network, a page) before it can reach a scene. Laws: docs/design/fixtures.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tether/assist/shape.hpp"

namespace tether::assist {

enum class Law : std::uint8_t {
  guide,    // pulls to the nearest point of a curve, within its range
  wall,     // pushes out of a solid
  proxy,    // pulls to a point that stays on the solid's surface
  scaling,  // inside, motion is made smaller
  two_way,  // keeps out until it is pushed through, then keeps in
  channel   // admittance guide: motion along a curve is easier than across it
};

struct Fixture {
  std::int32_t id = 0;
  std::string name;  // for people; may be empty
  bool enabled = true;
  Law law = Law::wall;
  Shape shape;
  std::string mesh_file;      // where a mesh came from
  double mesh_unit = 1;       // length of that file's unit [m]
  double stiffness = 200;     // guide, wall, proxy, two_way [N/m]
  double damping = 0;         // wall, proxy, two_way [N s/m]
  double range = 0.1;         // guide, channel: acts within [m]
  double threshold = 0.02;    // two_way: depth at which it gives way [m]
  double scale = 0.3;         // scaling: share of the motion that is left, 0 to 1
  double admittance = 0.01;   // channel: speed along the curve for a force [m/(s N)]
  double across = 0;          // channel: share of that across the curve; 0 = hard, up to 1
  bool end_effector = false;  // the box rides on the tool, in its frame: what walls act upon
};

// limits of what is taken from outside
inline constexpr double kMaxStiffness = 1e5;  // [N/m]
inline constexpr double kMaxDamping = 1e4;    // [N s/m]
inline constexpr double kMaxAdmittance = 10;  // [m/(s N)]
inline constexpr double kMaxExtent = 1e3;     // of any coordinate, size or range [m]
inline constexpr double kMinExtent = 1e-6;    // of a box's side, a radius, a curve's length [m]
inline constexpr std::size_t kMaxPoints = 100'000;    // of one curve
inline constexpr std::size_t kMaxFixtures = 200'000;  // of a scene
inline constexpr std::size_t kMaxToolBoxes = 8;       // that ride on the tool

// what is wrong with it, for people; nothing when it is sound
std::optional<std::string> why_refused(const Fixture& fixture);

}  // namespace tether::assist
