// Where the bounds of document 3 come from: impacts on an arm, and the power in them.
//   P = F v,   E = ½ m v²,   m = 3.75 kg, the mass that hit
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"

namespace tether::reproduction {
namespace {

constexpr double kReflectedMass = 3.75;  // [kg]

// tables 2.1 and 2.2
struct Impact {
  double force;   // [N]
  double speed;   // [m/s]
  double energy;  // as printed [J]
  double power;   // as printed [W]
};
constexpr std::array<Impact, 5> kImpacts{{{9.50, 0.20, 0.08, 1.90},
                                          {59.60, 0.88, 1.45, 52.44},
                                          {81.40, 1.11, 2.31, 90.35},
                                          {103.50, 1.34, 3.37, 138.69},
                                          {128.10, 1.55, 4.50, 198.55}}};

double power(const Impact& impact) { return impact.force * impact.speed; }
double energy(const Impact& impact) { return 0.5 * kReflectedMass * impact.speed * impact.speed; }

}  // namespace

Outcome impact_limits(const Effort&) {
  double power_off = 0, energy_off = 0;
  for (const Impact& impact : kImpacts) {
    power_off = std::max(power_off, std::abs(power(impact) - impact.power));
    energy_off = std::max(energy_off, std::abs(energy(impact) - impact.energy));
  }
  const Impact& hardest = kImpacts.back();
  Outcome outcome;
  const auto add = [&](const char* id, const char* quantity, const char* unit, const char* source,
                       double theirs, double ours, double off) {
    outcome.rows.push_back({.id = id,
                            .quantity = quantity,
                            .unit = unit,
                            .source = source,
                            .theirs = Figure{theirs},
                            .ours = Figure{ours},
                            .origin = Origin::input,
                            .origin_note = "arithmetic on the document's own table",
                            .aim = Aim::same,
                            .resolution = 0.01,
                            .cause = "the document's table does not follow from itself",
                            .remark = fmt::format("all five impacts within {:.3f} {}", off, unit)});
  };
  add("3.limits.power", "power of the hardest impact, force times speed", "W", "table 2.2",
      hardest.power, power(hardest), power_off);
  add("3.limits.energy", "energy of the hardest impact, 3.75 kg", "J", "table 2.1", hardest.energy,
      energy(hardest), energy_off);
  return outcome;
}

}  // namespace tether::reproduction
