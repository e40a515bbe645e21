// How fast sweeps go: sessions without log on one core, and what a second core gives.
#include <memory>

#include <time.h>

#include "bench/comparison.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/study/batch.hpp"

namespace tether::bench {
namespace {

constexpr const char* kScenario = "omega_lwr_wall";

// One session without log, metrics included, beside the time there is for it.
Comparison sweep_session() {
  constexpr double kSpeed = 50;  // simulated seconds per second and core
  auto scenario = std::make_shared<scenario::Scenario>(scenario::load_scenario(kScenario));
  const auto ours = [scenario](int repetitions) {
    for (int i = 0; i < repetitions; ++i) keep(study::run_one(*scenario));
  };
  const auto budget = [seconds = scenario->duration / kSpeed](int repetitions) {
    const auto now = [] {
      timespec t{};
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
      return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
    };
    const double begin = now();
    while (now() - begin < seconds * repetitions) {
    }
  };
  return {.name = "sweep_session",
          .rival = "a budget of real time / 50, spun away",
          .aim = 1,
          .ours = ours,
          .theirs = budget,
          .runs = 1,
          .batches = 7};
}

// Four sessions on two threads beside the same on one.
Comparison sweep_two_threads() {
  const auto batch = [](unsigned threads) {
    return [threads](int repetitions) {
      for (int i = 0; i < repetitions; ++i) {
        study::run_batch(4,
                         [](std::size_t job) {
                           return scenario::load_scenario(kScenario,
                                                          {"seed=" + std::to_string(job + 1)});
                         },
                         {.threads = threads});
      }
    };
  };
  return {.name = "sweep_two_threads",
          .rival = "one thread",
          .aim = 1.8,
          .ours = batch(2),
          .theirs = batch(1),
          .runs = 1,
          .batches = 5,
          .wall_time = true};
}

const Registration kRegistration([] {
  return std::vector<Comparison>{sweep_session(), sweep_two_threads()};
});

}  // namespace
}  // namespace tether::bench
