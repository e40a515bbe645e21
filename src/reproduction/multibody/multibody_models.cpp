// The simulated systems of document 5: the pendulum's period, and how much faster than time all of
// them are simulated.
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/robot/multibody.hpp"
#include "tether/sim/devices/simulated_multibody.hpp"

namespace tether::reproduction {
namespace {

constexpr core::Duration kModelTick = std::chrono::milliseconds(1);

sim::SimulatedMultibody simulated(const robot::CatalogueEntry& entry,
                                  const robot::JointVector& start = {}) {
  const robot::MultibodyModel model{.file = robot::model_path(entry).string()};
  return {robot::load_multibody(model).chain, {.model = model, .start = start}};
}

// mean time between passes through the middle in the same direction, over some swings [s]
std::optional<double> period_of_the_pendulum() {
  robot::JointVector start = robot::JointVector::Zero(2);
  start[0] = 0.2;  // [rad]
  auto pendulum = simulated(robot::find("pendulum"), start);
  double before = start[0], first = 0, last = 0;
  int passes = 0;
  for (int k = 1; k <= 6000; ++k) {
    pendulum.advance(kModelTick);
    const double now = pendulum.read({}).position[0];
    if (before > 0 && now <= 0) {
      last = (k - now / (now - before)) * core::seconds(kModelTick);
      if (passes++ == 0) first = last;
    }
    before = now;
  }
  if (passes < 2) return std::nullopt;
  return (last - first) / (passes - 1);
}

// simulated time over the time it took, pushed to and fro so that nothing rests
double real_time_factor(const robot::CatalogueEntry& entry, double seconds) {
  auto system = simulated(entry);
  const auto ticks = static_cast<int>(seconds / core::seconds(kModelTick));
  const auto began = std::chrono::steady_clock::now();
  for (int k = 0; k < ticks; ++k) {
    const double push = 2 * std::sin(4e-3 * k);
    system.command({}, {robot::JointVector::Constant(system.chain().joint_count, push)});
    system.advance(kModelTick);
  }
  return seconds / std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace

Outcome multibody_models(const Effort& effort) {
  const auto period = period_of_the_pendulum();
  Outcome outcome;
  outcome.rows.push_back({.id = "5.models.period",
                          .quantity = "period of the pendulum",
                          .unit = "s",
                          .source = "section 3.3.2",
                          .theirs = Figure{1.4},
                          .ours = period ? std::optional<Figure>(Figure{*period}) : std::nullopt,
                          .origin = Origin::fitted,
                          .origin_note = "the rod was made as long as this period asks for",
                          .aim = Aim::same,
                          .resolution = 0.05,
                          .cause = "the simulated pendulum does not swing as its length says"});
  for (const robot::CatalogueEntry& entry : robot::catalogue()) {
    if (entry.kind != robot::RobotKind::multibody || entry.model.empty()) continue;
    if (effort.stopped()) return {};
    outcome.rows.push_back(
        {.id = fmt::format("5.models.{}", entry.name),
         .quantity = fmt::format("simulated time over time, {}", entry.name),
         .source = "chapter 5",
         .theirs = Figure{.value = 1, .kind = FigureKind::bound},
         .ours = Figure{real_time_factor(entry, effort.quick ? 5 : 30)},
         .origin = Origin::measured,
         .aim = Aim::at_least,
         .cause = "this machine is too slow, or was busy",
         .remark = "1 is what the document asks of a simulation; one core of this machine"});
  }
  return outcome;
}

}  // namespace tether::reproduction
