// How late a loop of ours wakes beside cyclictest of rt-tests: the same priority, period and
// processor, in turns, so that what else the machine does hits both alike. Both count from the
// first instant that was missed.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sched.h>
#include <unistd.h>

#include "bench/comparison.hpp"
#include "tether/runtime/clocks/wake_up_probe.hpp"

namespace tether::bench {
namespace {

constexpr int kRounds = 15;
constexpr int kTicks = 2000;  // of a round, at 1 kHz
constexpr int kPriority = 80;
constexpr double kShare = 0.99;

// the last processor that this process may use: the first serves most interrupts
int processor() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &set)) last = i;
  }
  return static_cast<int>(last);
}

// [ns]
double our_latency(int cpu) {
  const runtime::LoopReport loop =
      runtime::probe_wake_up({.period = std::chrono::milliseconds(1),
                              .duration = kTicks * std::chrono::milliseconds(1),
                              .priority = kPriority,
                              .cpu = cpu});
  return 1e9 * loop.wake_up.p99;
}

// the least latency that is not below the share of all; what lies beyond the histogram is longer
double percentile(const nlohmann::json& histogram) {
  std::vector<std::pair<long, long>> bins;  // ns, count
  for (const auto& [latency, count] : histogram.items()) {
    bins.emplace_back(std::stol(latency), count.get<long>());
  }
  std::sort(bins.begin(), bins.end());
  long seen = 0;
  for (const auto& [latency, count] : bins) {
    seen += count;
    if (static_cast<double>(seen) >= kShare * kTicks) return static_cast<double>(latency);
  }
  throw std::runtime_error("cyclictest: more than 1 % of its latencies exceed 1 ms");
}

// [ns]
double their_latency(int cpu) {
  const auto file =
      std::filesystem::temp_directory_path() / fmt::format("tether_bench_{}.json", getpid());
  // -N: in ns, of which -h takes a million
  const std::string command = fmt::format(
      "cyclictest -q -m -t 1 -p {} -i 1000 -a {} -l {} -N -h 1000000 --json={} >/dev/null",
      kPriority, cpu, kTicks, file.string());
  const int status = std::system(command.c_str());
  std::ifstream stream(file);
  const auto json = nlohmann::json::parse(stream, nullptr, false);
  std::filesystem::remove(file);
  if (status != 0 || json.is_discarded()) {
    throw std::runtime_error("cyclictest (package rt-tests) did not run: " + command);
  }
  return percentile(json.at("thread").at("0").at("histogram"));
}

double median(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Timing wake_up_latency() {
  const int cpu = processor();
  std::vector<double> ours, theirs;
  for (int round = 0; round < kRounds; ++round) {
    ours.push_back(our_latency(cpu));
    theirs.push_back(their_latency(cpu));
  }
  return {median(ours), median(theirs)};
}

// Where real-time priorities are not permitted there is nothing to compare.
std::vector<Comparison> comparisons() {
  const runtime::RealtimeThread trial({.priority = kPriority, .lock_memory = false}, [] {});
  if (!trial.grant().fifo) {
    fmt::print(stderr, "wake_up_latency_p99 left out: {}\n", trial.grant().refused.front());
    return {};
  }
  return {{.name = "wake_up_latency_p99",
           .rival = "cyclictest",
           .aim = 1 / 1.3,
           .measured = wake_up_latency}};
}

const Registration kRegistration(comparisons);

}  // namespace
}  // namespace tether::bench
