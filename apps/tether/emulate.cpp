// tether emulate tim561: a laser scanner in a corridor, for machines that have neither; tether
// emulate network: a bad network between two programs on good machines.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "apps/tether/commands.hpp"
#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"
#include "tether/device/drivers/sick_tim/tim561_emulator.hpp"
#include "tether/link/emulated/presets.hpp"
#include "tether/link/udp/relay.hpp"

namespace tether::apps {
namespace {

// [s] from "40ms", "0.5 s", "300us"; core::InputError that names the option
double seconds_of(const std::string& text, const char* option) {
  std::size_t end = 0;
  double value = 0;
  try {
    value = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  const std::string unit = text.substr(std::min(text.find_first_not_of(' ', end), text.size()));
  const double scale = unit == "s" ? 1 : unit == "ms" ? 1e-3 : unit == "us" ? 1e-6 : 0;
  if (end == 0 || scale == 0 || !(value >= 0 && value * scale <= 3600)) {
    throw core::InputError(
        fmt::format("{} {}: expected a time up to an hour, such as 40ms", option, text));
  }
  return value * scale;
}

constexpr double kFarthest = 10, kNearest = 0.05;  // [m]

struct Tim561Arguments {
  std::string listen = "127.0.0.1";
  std::uint16_t port = 2112;
  double rate = 15;              // [Hz]
  std::string corridor = "2x6";  // [m]
  double wall = 0;               // [m]; 0: a corridor
  double noise = 0.01;           // standard deviation [m]
  std::vector<std::string> faults;
  std::uint64_t seed = 1;
};

// walls to both sides and one ahead; none where infinite
struct Corridor {
  double half_width;  // [m]
  double length;      // from the scanner to the end [m]
};

Corridor corridor_of(const Tim561Arguments& arguments) {
  if (arguments.wall > 0) return {INFINITY, arguments.wall};
  double width = 0, length = 0;
  char rest = 0;
  const int read = std::sscanf(arguments.corridor.c_str(), "%lfx%lf%c", &width, &length, &rest);
  if (read != 2 || !(width > 0 && width <= 1000) || !(length > 0 && length <= 1000)) {
    throw core::InputError(fmt::format(
        "--corridor {}: expected WIDTHxLENGTH in metres, such as 2x6", arguments.corridor));
  }
  return {width / 2, length};
}

// along a beam to the nearest wall [m]
double distance(const Corridor& corridor, double angle) {
  const double forward = std::sin(angle), sideways = std::abs(std::cos(angle));
  const double side = sideways > 0 ? corridor.half_width / sideways : INFINITY;
  const double end = forward > 0 ? corridor.length / forward : INFINITY;
  return std::min(side, end);
}

auto scene_of(const Tim561Arguments& arguments) {
  return [corridor = corridor_of(arguments), noise = arguments.noise,
          engine = std::mt19937_64(arguments.seed)](core::Time) mutable {
    std::normal_distribution<double> error(0, noise);
    assist::RangeScan scan;
    scan.count = assist::kTim561Beams;
    for (int i = 0; i < scan.count; ++i) {
      const double range = distance(corridor, scan.angle(i)) + error(engine);
      scan.ranges[static_cast<std::size_t>(i)] =
          range >= kNearest && range <= kFarthest ? static_cast<float>(range) : assist::kNoAnswer;
    }
    return scan;
  };
}

struct PlannedFault {
  device::ScannerFault kind;
  std::string name;
  double at, lasts;  // [s]
};

// "drop@5s", "stall@5s+2s"
PlannedFault fault_of(const std::string& text) {
  const std::vector<std::string> names{"drop", "refuse", "stall", "garbage", "split"};
  constexpr double kUsually = 1;  // [s]
  const auto at = text.find('@');
  const std::string name = text.substr(0, at);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end() || at == std::string::npos) {
    throw core::InputError(fmt::format("--fault {}: expected {} and a time, such as stall@5s+2s{}",
                                       text, fmt::join(names, ", "),
                                       core::suggestion(name, names)));
  }
  const auto plus = text.find('+', at);
  const std::string when = text.substr(at + 1, plus == std::string::npos ? plus : plus - at - 1);
  return {static_cast<device::ScannerFault>(found - names.begin()), name,
          seconds_of(when, "--fault"),
          plus == std::string::npos ? kUsually : seconds_of(text.substr(plus + 1), "--fault")};
}

std::vector<PlannedFault> faults_of(const Tim561Arguments& arguments) {
  std::vector<PlannedFault> faults;
  for (const std::string& text : arguments.faults) faults.push_back(fault_of(text));
  std::stable_sort(faults.begin(), faults.end(),
                   [](const auto& a, const auto& b) { return a.at < b.at; });
  return faults;
}

// a line whenever somebody comes or goes, and for every fault
void watch(device::Tim561Emulator& emulator, const std::vector<PlannedFault>& faults) {
  using Steady = std::chrono::steady_clock;
  const auto began = Steady::now();
  auto next = faults.begin();
  int clients = 0;
  while (!stop_requested) {
    const double now = std::chrono::duration<double>(Steady::now() - began).count();
    for (; next != faults.end() && next->at <= now; ++next) {
      fmt::print("{:8.1f} s  {}\n", now, next->name);
      emulator.inject(next->kind, core::duration_from_seconds(next->lasts));
    }
    const auto counts = emulator.counts();
    if (counts.clients != clients) {
      clients = counts.clients;
      fmt::print("{:8.1f} s  {} connected, {} telegrams so far\n", now, clients, counts.telegrams);
    }
    std::fflush(stdout);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

int emulate_tim561(const Tim561Arguments& arguments) {
  const auto faults = faults_of(arguments);
  device::Tim561Emulator emulator({.listen = arguments.listen,
                                   .port = arguments.port,
                                   .rate = arguments.rate,
                                   .scene = scene_of(arguments)});
  const Corridor corridor = corridor_of(arguments);
  fmt::print("TiM561 on {}, {:g} Hz, ", emulator.address(), arguments.rate);
  if (arguments.wall > 0) {
    fmt::print("a wall {:g} m ahead\n", corridor.length);
  } else {
    fmt::print("in a corridor {:g} m wide that ends {:g} m ahead\n", 2 * corridor.half_width,
               corridor.length);
  }
  fmt::print("Ctrl-C ends it\n");
  std::fflush(stdout);
  watch(emulator, faults);
  const auto counts = emulator.counts();
  fmt::print("\n{} connections, {} commands, {} of them refused, {} telegrams sent\n",
             counts.connections, counts.commands, counts.refused, counts.telegrams);
  return kOk;
}

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

void add_tim561(CLI::App& emulate, int& status) {
  auto arguments = std::make_shared<Tim561Arguments>();
  CLI::App* command = emulate.add_subcommand(
      "tim561", "Speak as a SICK TiM561 laser scanner in a corridor or before a wall");
  command->add_option("--listen", arguments->listen, "Address to be spoken to at")
      ->type_name("ADDR")
      ->capture_default_str();
  command->add_option("--port", arguments->port, "0: any that is free")->capture_default_str();
  command->add_option("--rate", arguments->rate, "Scans per second")
      ->check(CLI::Range(5.0, 1000.0))
      ->capture_default_str();
  command->add_option("--corridor", arguments->corridor, "Seen from its middle, a dead end ahead")
      ->type_name("WIDTHxLENGTH")
      ->capture_default_str();
  command->add_option("--wall", arguments->wall, "In place of the corridor, a wall so far ahead")
      ->type_name("METRES")
      ->check(CLI::Range(0.05, 1000.0));
  command->add_option("--noise", arguments->noise, "Standard deviation of a distance")
      ->type_name("METRES")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command
      ->add_option("--fault", arguments->faults,
                   "drop, refuse, stall, garbage or split, when and for how long")
      ->type_name("KIND@TIME[+TIME]");
  command->add_option("--seed", arguments->seed, "Of the noise")->capture_default_str();
  command->footer(
      "What it shows, tether scan prints.\n\n"
      "Example:  tether emulate tim561 --fault drop@5s --fault stall@10s+2s\n"
      "          tether scan 127.0.0.1");
  command->callback([arguments, &status] { status = emulate_tim561(*arguments); });
}

}  // namespace

void add_emulate(CLI::App& app, int& status) {
  CLI::App* emulate =
      app.add_subcommand("emulate", "Stand in for what is not there: a network, a scanner");
  emulate->require_subcommand(1);
  emulate->footer("Example:  tether emulate network --listen 0.0.0.0:7001 --to 127.0.0.1:7000");
  add_tim561(*emulate, status);
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
