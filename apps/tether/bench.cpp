// tether bench: how fast this machine runs a session, piece by piece.
#include <algorithm>
#include <chrono>
#include <vector>

#include <fmt/format.h>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/commands.hpp"
#include "tether/scenario/scenario_file.hpp"
#include "tether/session/logs/log_file.hpp"
#include "tether/session/runner.hpp"
#include "tether/session/virtual_session.hpp"

namespace tether::apps {
namespace {

using Clock = std::chrono::steady_clock;

double microseconds(Clock::duration d) {
  return std::chrono::duration<double, std::micro>(d).count();
}

int bench(const std::string& name) {
  const scenario::Scenario scenario = scenario::load_scenario(name);
  session::VirtualSession session(scenario);
  std::vector<double> tick, physics;
  tick.reserve(session.tick_count());
  physics.reserve(session.tick_count());
  while (!session.finished() && !session.fault() && !stop_requested) {
    const auto t0 = Clock::now();
    session.tick();
    const auto t1 = Clock::now();
    session.advance();
    const auto t2 = Clock::now();
    tick.push_back(microseconds(t1 - t0));
    physics.push_back(microseconds(t2 - t1));
  }
  const auto row = [](const char* what, std::vector<double>& samples) {
    std::sort(samples.begin(), samples.end());
    const auto at = [&](double share) {
      return samples[static_cast<std::size_t>(share * static_cast<double>(samples.size() - 1))];
    };
    fmt::print("{:<28}{:>10.2f}{:>10.2f}{:>10.2f}\n", what, at(0.5), at(0.99), at(1));
  };
  fmt::print("{}, {} ticks [µs]\n{:<28}{:>10}{:>10}{:>10}\n", scenario.name, tick.size(), "",
             "median", "99 %", "max");
  row("controllers of both sides", tick);
  row("physics of both sides", physics);
  const auto whole = session::run(scenario, {.stop = &stop_requested});
  fmt::print("whole session {:.1f} times faster than real time ({})\n",
             whole.duration / whole.wall_seconds, session::build_fingerprint());
  return kOk;
}

}  // namespace

void add_bench(CLI::App& app, int& status) {
  auto name = std::make_shared<std::string>("omega_lwr_wall");
  CLI::App* command = app.add_subcommand("bench", "Measure how fast this machine runs a session");
  add_scenario(*command, *name);
  command->footer("Example:  tether bench omega_lwr_wall");
  command->callback([name, &status] { status = bench(*name); });
}

}  // namespace tether::apps
