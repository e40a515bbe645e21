// The oscillation along the line to the robot's base that kept document 5 in a plane: a pendulum
// that is pushed along that line and let go, felt 100 ms late each way, without and with the
// passivity layer, for three masses.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "reproduction/multibody/multibody_families.hpp"
#include "reproduction/multibody/watched_pendulum.hpp"

namespace tether::reproduction {
namespace {

constexpr double kLetGo = 3.2;           // [s]
constexpr double kDuration = 12;         // [s]
constexpr std::array kMasses{1, 6, 12};  // [kg]

Variant pushed(int mass, const char* method) {
  return {"panda_pendulum",
          {fmt::format("duration={}", kDuration),
           fmt::format("operator.let_go=[{{from=0.0,to=2.0}},{{from={},to=30.0}}]", kLetGo),
           "operator.waypoints=[{at=2.2,duration=0.6,to=[0.06,0.0,0.0]}]",
           "coupling.conditioning.recording=0.5", fmt::format("multibody.mass={}", mass),
           fmt::format("passivity.kind=\"{}\"", method), "link.delay=0.1"}};
}

std::string faults(const std::vector<WatchedPendulum>& sessions) {
  const auto count = std::ranges::count_if(sessions, &WatchedPendulum::fault);
  return fmt::format("{} of {} sessions ended by a fault", count, sessions.size());
}

Row oscillation_row(int mass, const std::string& method,
                    const std::vector<WatchedPendulum>& sessions) {
  const bool guarded = method == "two-layer";
  std::vector<double> left;
  for (const WatchedPendulum& session : sessions) {
    if (!session.fault) left.push_back(1e3 * session.watch.swing());
  }
  Row row{.document = 5,
          .id = fmt::format("5.oscillation.{}_{}kg", guarded ? "layer" : "bare", mass),
          .quantity = fmt::format("{} kg, {}: swing along the line to the base, 6.8 to 8.8 s "
                                  "after it was let go",
                                  mass, guarded ? "passivity layer" : "no passivity layer"),
          .unit = "mm",
          .source = "section 7.3.2",
          .theirs = std::nullopt,
          .ours = figure(left),
          .not_comparable =
              "the document calls it undamped, smaller for twice the mass, and "
              "gives no figure",
          .remark = faults(sessions)};
  if (!row.ours) row.not_comparable += "; ours ended by a fault every time";
  return row;
}

Outcome measure_oscillation_to_the_base(const Effort& effort) {
  std::vector<Variant> variants;
  const std::array methods{"two-layer", "none"};
  for (const char* method : methods) {
    for (const int mass : kMasses) variants.push_back(pushed(mass, method));
  }
  const auto sessions =
      watch_pendulums(variants, effort.quick ? 1 : 5, kDuration - 2, kDuration, effort);
  if (effort.stopped()) return {};
  Outcome outcome;
  std::size_t i = 0;
  for (const char* method : methods) {
    for (const int mass : kMasses)
      outcome.rows.push_back(oscillation_row(mass, method, sessions[i++]));
  }
  return outcome;
}

}  // namespace

Experiment oscillation_to_the_base() {
  return {.id = "5.oscillation",
          .title = "The oscillation along the line to the base",
          .what =
              "A simulated person pushes the pendulum towards the base and lets go, over a "
              "link of 100 ms one way.",
          .command = "tether run panda_pendulum --set link.delay=0.1",
          .seconds = 12,
          .quick_seconds = 3,
          .run = measure_oscillation_to_the_base};
}

}  // namespace tether::reproduction
