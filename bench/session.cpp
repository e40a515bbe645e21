// What the framework adds to the physics it drives: the controllers' tick, and a whole session.
#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include "bench/budget.hpp"
#include "bench/comparison.hpp"
#include "tether/core/data_path.hpp"
#include "tether/record/events.hpp"
#include "tether/report/metrics/metrics.hpp"
#include "tether/report/plots/signals.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/logs/log_file.hpp"
#include "tether/session/runner.hpp"
#include "tether/session/virtual_session.hpp"
#include "tether/sim/world/world.hpp"

namespace tether::bench {
namespace {

constexpr const char* kScenario = "omega_lwr_wall";

std::string scratch(const char* name) {
  return (std::filesystem::temp_directory_path() / name).string();
}

// Both sides' controllers with passivity layer, link and recording, at a posture in contact, beside
// the time there is for it [µs].
Comparison controller_tick(const char* name, const std::string& link, double budget_us) {
  struct Setup {
    explicit Setup(const char* file, const std::string& link)
        : scenario(scenario::load_scenario(kScenario, {"link.kind=" + link})),
          log(scratch(file), scenario, session.leader_chain(), session.setup().chain) {}
    scenario::Scenario scenario;
    session::VirtualSession session{scenario};
    record::EventLog events{scenario.phases};
    session::LogFile log;
  };
  auto setup = std::make_shared<Setup>(name, link);
  // 25 s: the tool rests against the wall
  while (setup->session.now() < core::Time(std::chrono::seconds(25))) {
    setup->session.tick();
    setup->session.advance();
  }
  const auto ours = [setup](int repetitions) {
    for (int i = 0; i < repetitions; ++i) {
      setup->session.tick();
      const auto& leader = setup->session.leader();
      const auto& follower = setup->session.follower();
      setup->log.observe({.leader = leader,
                          .follower = follower,
                          .events = setup->events.watch(leader, follower)});
    }
    // in virtual time the log is waited for between ticks, outside of them
    setup->log.wait_until_ready();
  };
  return {.name = name,
          .rival = fmt::format("a budget of {:.0f} µs, spun away", budget_us),
          .aim = 1,
          .ours = ours,
          .theirs = budget(budget_us)};
}

// The forces that acted in every physics step of a session, so that the same steps can be made
// again without the session.
struct Steps {
  std::vector<std::vector<mjtNum>> start;    // positions of each world
  std::vector<std::vector<mjtNum>> applied;  // of each world, step after step
};
Steps* capturing = nullptr;

void capture(const mjModel* model, mjData* data) {
  // the leader's handle has three degrees of freedom, the arm seven
  const std::size_t world = model->nv == 3 ? 0 : 1;
  if (capturing->applied[world].empty()) {
    capturing->start[world].assign(data->qpos, data->qpos + model->nq);
  }
  capturing->applied[world].insert(capturing->applied[world].end(), data->qfrc_applied,
                                   data->qfrc_applied + model->nv);
}

std::shared_ptr<Steps> capture_steps(const scenario::Scenario& scenario) {
  auto steps = std::make_shared<Steps>();
  steps->start.resize(2);
  steps->applied.resize(2);
  session::VirtualSession session(scenario);
  capturing = steps.get();
  mjcb_control = capture;
  while (!session.finished()) {
    session.tick();
    session.advance();
  }
  mjcb_control = nullptr;
  return steps;
}

// A whole session with log and metrics beside a bare loop over the same MuJoCo steps.
Comparison whole_session() {
  auto scenario = std::make_shared<scenario::Scenario>(scenario::load_scenario(kScenario));
  const auto steps = capture_steps(*scenario);
  const auto ours = [scenario](int repetitions) {
    for (int i = 0; i < repetitions; ++i) {
      report::MetricsCollector metrics(*scenario);
      report::SignalCollector signals(*scenario);
      session::RunOptions options;
      options.log_path = scratch("tether_bench_session.mcap");
      options.observers = {&metrics, &signals};
      keep(session::run(*scenario, options));
    }
  };
  auto worlds = std::make_shared<std::vector<sim::World>>();
  for (const char* file : {"worlds/omega.xml", "worlds/wall_lwr.xml"}) {
    worlds->emplace_back(core::data_path(file).string());
  }
  const auto bare = [steps, worlds](int repetitions) {
    for (int i = 0; i < repetitions; ++i) {
      for (std::size_t w = 0; w < worlds->size(); ++w) {
        sim::World& world = (*worlds)[w];
        const auto width = static_cast<std::size_t>(world.model().nv);
        mj_resetData(&world.model(), &world.data());
        mju_copy(world.data().qpos, steps->start[w].data(), world.model().nq);
        for (std::size_t at = 0; at < steps->applied[w].size(); at += width) {
          mju_copy(world.data().qfrc_applied, steps->applied[w].data() + at, world.model().nv);
          world.step();
        }
      }
    }
  };
  return {.name = "whole_session",
          .rival = "the same MuJoCo steps alone",
          .aim = 1 / 1.6,
          .ours = ours,
          .theirs = bare,
          .runs = 1,
          .batches = 7,
          .wall_time = true};
}

const Registration kRegistration([] {
  return std::vector<Comparison>{controller_tick("controller_tick", "ideal", 5),
                                 controller_tick("controller_tick_nl_it", "nl_it", 8),
                                 whole_session()};
});

}  // namespace
}  // namespace tether::bench
