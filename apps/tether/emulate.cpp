// tether emulate network: a bad network between two programs on good machines.
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/tether/command_line/time_option.hpp"
#include "apps/tether/commands.hpp"
#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"
#include "tether/link/emulated/presets.hpp"
#include "tether/link/udp/relay.hpp"

namespace tether::apps {
namespace {

struct NetworkArguments {
  std::string listen, to, preset;
  std::string delay, jitter;
  std::optional<double> loss;
  double duplicate = 0, reorder = 0;
  std::uint64_t seed = 1;
};

const link::LinkPreset& find_preset(const std::string& name) {
  std::vector<std::string> names;
  for (const link::LinkPreset& preset : link::presets()) {
    if (preset.name == name) return preset;
    names.emplace_back(preset.name);
  }
  throw core::InputError(
      fmt::format("--preset {}: no such link{}", name, core::suggestion(name, names)));
}

link::NetworkParams network_of(const NetworkArguments& arguments) {
  link::NetworkParams network;
  if (!arguments.preset.empty()) {
    network = link::params_of(find_preset(arguments.preset)).to_follower;
  }
  if (!arguments.delay.empty()) network.delay.mean = seconds_of(arguments.delay, "--delay");
  if (!arguments.jitter.empty()) {
    network.delay.deviation = seconds_of(arguments.jitter, "--jitter");
    network.delay.kind = link::DelayParams::Kind::normal;
  }
  if (arguments.loss) network.loss.probability = *arguments.loss;
  network.duplication = arguments.duplicate;
  network.overtaking = arguments.reorder;
  return network;
}

void print(const char* way, const link::RelayCounts& counts) {
  fmt::print("{:<6}{:>10}{:>10}{:>12}{:>11}{:>9}\n", way, counts.came, counts.lost,
             counts.duplicated, counts.passed_on, counts.refused);
}

int emulate_network(const NetworkArguments& arguments) {
  const link::NetworkParams network = network_of(arguments);
  link::Relay relay({.listen = link::parse_address(arguments.listen, "--listen"),
                     .to = link::parse_address(arguments.to, "--to"),
                     .there = network,
                     .back = network,
                     .seed = arguments.seed});
  fmt::print(
      "{} to {} and back: {:.3g} ms ± {:.3g} ms, {:.3g} % lost, {:.3g} % twice, {:.3g} % ahead\n",
      link::to_string(relay.address()), arguments.to, 1e3 * network.delay.mean,
      1e3 * network.delay.deviation, 100 * network.loss.probability, 100 * network.duplication,
      100 * network.overtaking);
  fmt::print("Ctrl-C ends it\n");
  std::fflush(stdout);
  relay.run(stop_requested);
  fmt::print("\n{:<6}{:>10}{:>10}{:>12}{:>11}{:>9}\n", "", "came", "lost", "duplicated",
             "passed on", "refused");
  print("there", relay.there());
  print("back", relay.back());
  return kOk;
}

}  // namespace

void add_emulate(CLI::App& app, int& status) {
  CLI::App* emulate =
      app.add_subcommand("emulate", "Stand in for what is not there: a network, a scanner");
  emulate->require_subcommand(1);
  emulate->footer("Example:  tether emulate network --listen 0.0.0.0:7001 --to 127.0.0.1:7000");
  add_emulate_tim561(*emulate, status);
  auto arguments = std::make_shared<NetworkArguments>();
  CLI::App* command = emulate->add_subcommand(
      "network", "Pass datagrams on between two programs: late, twice or never");
  command->add_option("--listen", arguments->listen, "Where one end sends to")
      ->type_name("ADDR:PORT")
      ->required();
  command->add_option("--to", arguments->to, "Where the other end listens; its answers go back")
      ->type_name("ADDR:PORT")
      ->required();
  command->add_option("--delay", arguments->delay, "Of each datagram, one way")->type_name("TIME");
  command->add_option("--jitter", arguments->jitter, "Standard deviation of the delay, normal")
      ->type_name("TIME");
  const CLI::Range probability(0.0, 1.0);
  command->add_option("--loss", arguments->loss, "Share that is lost")->check(probability);
  command->add_option("--duplicate", arguments->duplicate, "Share that comes twice")
      ->check(probability);
  command->add_option("--reorder", arguments->reorder, "Share that is not delayed, so overtakes")
      ->check(probability);
  command
      ->add_option("--preset", arguments->preset, "A measured link of tether list, such as nl_it")
      ->type_name("LINK");
  command->add_option("--seed", arguments->seed, "Of all that is random")->capture_default_str();
  command->footer(
      "For machines whose kernel has no netem; both directions are treated alike.\n\n"
      "Example:  tether emulate network --listen 0.0.0.0:7001 --to 10.0.0.2:7000 \\\n"
      "            --delay 40ms --jitter 5ms --loss 0.05 --duplicate 0.02 --reorder 0.1");
  command->callback([arguments, &status] { status = emulate_network(*arguments); });
}

}  // namespace tether::apps
