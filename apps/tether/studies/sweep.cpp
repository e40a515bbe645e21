// tether sweep: many sessions over a grid or a sample of scenario keys, on all cores.
#include "tether/study/sweep/sweep.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/tether/command_line/common_options.hpp"
#include "apps/tether/command_line/progress.hpp"
#include "apps/tether/commands.hpp"
#include "apps/tether/sessions/plugins.hpp"
#include "tether/core/error.hpp"
#include "tether/core/shell_word.hpp"

namespace tether::apps {
namespace {

struct SweepArguments {
  std::string scenario;
  std::vector<std::string> axes;
  std::vector<std::string> overrides;
  std::vector<std::string> plugins;
  std::size_t samples = 0;
  std::size_t seeds = 1;
  std::string phase;
  std::string shard;
  unsigned threads = 0;
  std::string out;
  bool fresh = false;
  std::vector<std::string> merge;
};

// the same command again, but for --fresh, which would drop what is done
std::string command_line(const SweepArguments& arguments) {
  std::string text = "tether sweep " + core::shell_word(arguments.scenario);
  const auto add = [&](const char* option, const std::string& value) {
    text += fmt::format(" {} {}", option, core::shell_word(value));
  };
  for (const std::string& axis : arguments.axes) add("--vary", axis);
  for (const std::string& assignment : arguments.overrides) add("--set", assignment);
  text += plugin_words(arguments.plugins);
  if (arguments.samples > 0) add("--samples", std::to_string(arguments.samples));
  if (arguments.seeds > 1) add("--seeds", std::to_string(arguments.seeds));
  if (!arguments.phase.empty()) add("--phase", arguments.phase);
  if (!arguments.shard.empty()) add("--shard", arguments.shard);
  if (arguments.threads > 0) add("--threads", std::to_string(arguments.threads));
  if (!arguments.out.empty()) add("--out", arguments.out);
  return text;
}

std::string directory_of(const SweepArguments& arguments, const study::Shard& shard) {
  if (!arguments.out.empty()) return arguments.out;
  std::string directory = "out/sweep/" + std::filesystem::path(arguments.scenario).stem().string();
  if (shard.of > 1) directory += fmt::format(".{}of{}", shard.part, shard.of);
  return directory;
}

void print_outcome(const study::SweepResult& result, const std::string& directory) {
  std::string verdicts;
  for (const auto& [verdict, count] : result.verdicts) {
    verdicts += fmt::format("{}{} {}", verdicts.empty() ? "" : ", ", count, verdict);
  }
  fmt::print("verdicts {}\ntable    {}/sweep.csv\nmap      {}/map.html\n", verdicts, directory,
             directory);
}

int merge(const SweepArguments& arguments) {
  if (arguments.out.empty()) throw core::InputError("--merge needs --out DIR for the result");
  const std::vector<std::filesystem::path> parts(arguments.merge.begin(), arguments.merge.end());
  const auto result =
      study::merge_sweeps(parts, {.directory = arguments.out, .fresh = arguments.fresh});
  fmt::print("merged   {} sessions of {} parts\n", result.total, parts.size());
  print_outcome(result, arguments.out);
  return kOk;
}

int sweep(const SweepArguments& arguments) {
  if (!arguments.merge.empty()) return merge(arguments);
  if (arguments.scenario.empty()) throw core::InputError("which scenario? see tether sweep --help");
  study::SweepRequest request{.scenario = arguments.scenario,
                              .overrides = arguments.overrides,
                              .axes = {},
                              .samples = arguments.samples,
                              .seeds = arguments.seeds,
                              .phase = arguments.phase,
                              .extensions = load_plugins(arguments.plugins),
                              .plugins = arguments.plugins};
  for (const std::string& axis : arguments.axes) request.axes.push_back(study::parse_axis(axis));
  const study::Shard shard =
      arguments.shard.empty() ? study::Shard{} : study::parse_shard(arguments.shard);
  const study::SweepPlan plan(std::move(request));
  const std::string directory = directory_of(arguments, shard);

  JobProgress progress(std::filesystem::path(arguments.scenario).stem().string());
  const auto result = study::run_sweep(plan, {.directory = directory,
                                              .shard = shard,
                                              .threads = arguments.threads,
                                              .fresh = arguments.fresh,
                                              .stop = &stop_requested,
                                              .progress = [&](std::size_t done, std::size_t total) {
                                                progress.update(done, total);
                                              }});
  progress.finish();
  if (!result.complete()) {
    fmt::print("stopped by the user after {} of {} sessions; this goes on with the rest:\n  {}\n",
               result.done, result.total, command_line(arguments));
    return kInterrupted;
  }
  print_outcome(result, directory);
  return kOk;
}

void add_options(CLI::App& command, SweepArguments& arguments) {
  command.add_option("scenario", arguments.scenario, "Name of a shipped scenario, or a TOML file");
  add_repeatable(command, "--vary", arguments.axes, "KEY=VALUES",
                 "A key and its values: a:b:n (evenly spaced), a:b:n:log, or [v1,v2,...]; "
                 "several make a grid");
  command
      .add_option("--samples", arguments.samples,
                  "Instead of a grid, N points that fill the ranges a:b evenly (Latin "
                  "hypercube), with every combination of the lists")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command.add_option("--seeds", arguments.seeds, "Run each cell with N seeds")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  add_set(command, arguments.overrides, "Change one key of the scenario for all sessions");
  add_plugin_option(command, arguments.plugins);
  command
      .add_option("--phase", arguments.phase,
                  "Metrics of this phase instead of the whole session's")
      ->type_name("NAME");
  command.add_option("--shard", arguments.shard, "Run only part i of n, for n machines")
      ->type_name("I/N");
  command.add_option("--threads", arguments.threads, "Sessions at a time (one per core)")
      ->type_name("N");
  command.add_option("--out", arguments.out, "Where table and map go (out/sweep/<scenario>)")
      ->type_name("DIR");
  command.add_flag("--fresh", arguments.fresh, "Drop an earlier sweep in that directory");
  command.add_option("--merge", arguments.merge, "Put the parts in these directories together")
      ->type_name("DIR");
}

}  // namespace

void add_sweep(CLI::App& app, int& status) {
  auto arguments = std::make_shared<SweepArguments>();
  CLI::App* command =
      app.add_subcommand("sweep", "Run a scenario many times over and map the outcome");
  add_options(*command, *arguments);
  command->footer(
      "Sessions that have ended are kept: after Ctrl-C, or a crash, the same command goes on with\n"
      "the rest. Exit status: 0 all sessions have ended, whatever their verdicts, 2 bad input,\n"
      "3 a disk that cannot be written, 130 stopped by Ctrl-C.\n\n"
      "Example:\n"
      "  tether sweep omega_lwr_wall --vary link.delay=0:0.1:6 --vary link.loss=0:0.5:6\n"
      "  tether sweep omega_lwr_wall --vary link.delay=0:0.1 --samples 200 --phase wall\n"
      "  tether sweep omega_lwr_wall --vary link.delay=0:0.05:6 --shard 1/2 --out a\n"
      "  tether sweep --merge a b --out whole");
  command->callback([arguments, &status] { status = sweep(*arguments); });
}

}  // namespace tether::apps
