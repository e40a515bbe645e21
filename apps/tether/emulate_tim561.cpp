// tether emulate tim561: a laser scanner in a corridor, for machines that have neither.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "apps/tether/command_line/time_option.hpp"
#include "apps/tether/commands.hpp"
#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"
#include "tether/device/drivers/sick_tim/tim561_emulator.hpp"

namespace tether::apps {
namespace {

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

}  // namespace

void add_emulate_tim561(CLI::App& emulate, int& status) {
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

}  // namespace tether::apps
