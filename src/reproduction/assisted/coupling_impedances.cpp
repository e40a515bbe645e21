// What a hand feels through each coupling of document 4: how heavy free space is, and how true a
// contact.
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "tether/reproduction/assisted/coupling_study.hpp"

namespace tether::reproduction {
namespace {

constexpr double kRounding = 1e-9;  // what is less is none

std::optional<Figure> finite(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  return Figure{std::abs(value) < kRounding ? 0 : value};
}

std::string word(std::string_view name) {
  std::string word(name);
  for (char& c : word) c = c == ' ' || c == '-' ? '_' : c;
  return word;
}

Row coupling_row(const CouplingCase& one, const char* id, const char* quantity, const char* unit,
                 std::optional<Figure> ours) {
  const std::string_view coupling = name(one.coupling);
  return {.id = fmt::format("4.couplings.{}_{}", id, word(coupling)),
          .quantity = fmt::format("{}, {}", quantity, coupling),
          .unit = unit,
          .source = "chapter 2",
          .ours = ours,
          .not_comparable = "the document describes the couplings and prints no figures of them",
          .remark = "leader of 0.5 kg, follower of 2 kg, springs of 500 N/m, no delay"};
}

}  // namespace

Outcome coupling_impedances(const Effort&) {
  Outcome outcome;
  for (const CouplingCase& one : run_coupling_study()) {
    const bool scaled = one.scaling.motion != 1 || one.scaling.force != 1;
    if (scaled) continue;
    // in rate control the leader is held by a spring: there is no mass to give
    const bool held = one.coupling == StudiedCoupling::rate;
    if (one.environment.name == kFreeSpace.name && !held) {
      outcome.rows.push_back(
          coupling_row(one, "mass", "mass felt in free space at 1 Hz", "kg", finite(one.mass)));
    }
    if (one.environment.name == kHard.name) {
      outcome.rows.push_back(coupling_row(one, "force_error", "force error pressing on 10 kN/m",
                                          "%", finite(100 * one.force_error)));
    }
  }
  return outcome;
}

}  // namespace tether::reproduction
