// How much faster than real time every multibody system is simulated on one core: a millisecond of
// it beside the millisecond itself, so that the ratio is the real-time factor.
#include "tether/robot/multibody.hpp"

#include <cmath>
#include <memory>
#include <string>

#include "bench/budget.hpp"
#include "bench/comparison.hpp"
#include "tether/robot/catalogue.hpp"
#include "tether/sim/devices/simulated_multibody.hpp"

namespace tether::bench {
namespace {

constexpr double kFactor = 20;  // that the largest must have
constexpr double kTick = 1000;  // [µs]

Comparison real_time_factor(const robot::CatalogueEntry& entry) {
  const robot::MultibodyModel model{.file = robot::model_path(entry).string()};
  const auto loaded = robot::load_multibody(model);
  auto system = std::make_shared<sim::SimulatedMultibody>(
      loaded.chain, sim::SimulatedMultibodyParams{.model = model, .start = {}});
  // kept in motion by a push that comes and goes, so that no constraint rests
  const auto ours = [system, k = 0](int repetitions) mutable {
    for (int i = 0; i < repetitions; ++i, ++k) {
      const double push = 2 * std::sin(4e-3 * k);
      keep(system->read({}));
      system->command({}, {robot::JointVector::Constant(system->chain().joint_count, push)});
      system->advance(std::chrono::milliseconds(1));
    }
  };
  return {.name = "real_time_factor_" + std::string(entry.name),
          .rival = "the millisecond itself, spun away",
          .aim = kFactor,
          .ours = ours,
          .theirs = budget(kTick),
          .runs = 3,
          .batches = 11};
}

const Registration kRegistration([] {
  std::vector<Comparison> comparisons;
  for (const robot::CatalogueEntry& entry : robot::catalogue()) {
    if (entry.kind == robot::RobotKind::multibody && !entry.model.empty()) {
      comparisons.push_back(real_time_factor(entry));
    }
  }
  return comparisons;
});

}  // namespace
}  // namespace tether::bench
