// Where the bounds of document 3 come from: impacts on an arm, and the power in them.
//   P = F v,   E = ½ m v²,   m = 3.75 kg, the mass that hit
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "reproduction/safe_arm/safe_arm_families.hpp"

namespace tether::reproduction {
namespace {

constexpr double kReflectedMass = 3.75;  // [kg]
constexpr const char* kArithmetic = "arithmetic on the document's own table";

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

Outcome measure_impact_limits(const Effort&) {
  double power_off = 0, energy_off = 0;
  for (const Impact& impact : kImpacts) {
    power_off = std::max(power_off, std::abs(power(impact) - impact.power));
    energy_off = std::max(energy_off, std::abs(energy(impact) - impact.energy));
  }
  const Impact& hardest = kImpacts.back();
  Outcome outcome;
  outcome.rows.push_back({.document = 3,
                          .id = "3.limits.power",
                          .quantity = "power of the hardest impact, force times speed",
                          .unit = "W",
                          .source = "table 2.2",
                          .theirs = Figure{hardest.power},
                          .ours = Figure{power(hardest)},
                          .origin = Origin::input,
                          .origin_note = kArithmetic,
                          .aim = Aim::same,
                          .resolution = 0.01,
                          .cause = "the document's table does not follow from itself",
                          .remark = fmt::format("all five impacts within {:.3f} W", power_off)});
  outcome.rows.push_back({.document = 3,
                          .id = "3.limits.energy",
                          .quantity = "energy of the hardest impact, 3.75 kg",
                          .unit = "J",
                          .source = "table 2.1",
                          .theirs = Figure{hardest.energy},
                          .ours = Figure{energy(hardest)},
                          .origin = Origin::input,
                          .origin_note = kArithmetic,
                          .aim = Aim::same,
                          .resolution = 0.01,
                          .cause = "the document's table does not follow from itself",
                          .remark = fmt::format("all five impacts within {:.3f} J", energy_off)});
  return outcome;
}

}  // namespace

Experiment impact_limits() {
  return {.id = "3.limits",
          .title = "Where the bounds come from",
          .what =
              "The table of impacts that the bounds of energy and power were taken from, "
              "computed again.",
          .command = "",
          .seconds = 0.1,
          .quick_seconds = 0.1,
          .run = measure_impact_limits};
}

}  // namespace tether::reproduction
