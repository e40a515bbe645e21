// tether_bench [OUT.json [PART]]: times tether beside known libraries, prints a table and leaves
// the figures in OUT.json (default out/bench.json); only comparisons with PART in their name, when
// it is given. Ends with 1 when a ratio is below its aim.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/comparison.hpp"

namespace {

using tether::bench::Comparison;
using tether::bench::Timing;

constexpr const char* kTuning =
#ifdef TETHER_BENCH_NATIVE
    "native";
#else
    "generic";
#endif

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

nlohmann::json to_json(const Comparison& comparison, const Timing& timing) {
  return {{"name", comparison.name},
          {"rival", comparison.rival},
          {"ours_ns", timing.ours_ns},
          {"rival_ns", timing.rival_ns},
          {"ratio", timing.ratio()},
          {"aim", comparison.aim},
          {"met", timing.ratio() >= comparison.aim},
          {"compiler", compiler()},
          {"tuning", kTuning}};
}

void write(const std::filesystem::path& path, const nlohmann::json& document) {
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path);
  file << document.dump(2) << '\n';
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

bool run(const std::filesystem::path& out, const std::string& part) {
  nlohmann::json results = nlohmann::json::array();
  bool all_met = true;
  fmt::print("{:<28} {:>10} {:>10} {:>7} {:>6}  rival\n", "", "ours ns", "rival ns", "ratio",
             "aim");
  for (const Comparison& comparison : tether::bench::registered_comparisons()) {
    if (comparison.name.find(part) == std::string::npos) continue;
    const Timing timing = measure(comparison);
    const bool met = timing.ratio() >= comparison.aim;
    all_met = all_met && met;
    fmt::print("{:<28} {:>10.1f} {:>10.1f} {:>7.2f} {:>6.2f}  {}{}\n", comparison.name,
               timing.ours_ns, timing.rival_ns, timing.ratio(), comparison.aim, comparison.rival,
               met ? "" : "  BELOW AIM");
    results.push_back(to_json(comparison, timing));
  }
  write(out, results);
  fmt::print("{}, tuning {}; figures in {}\n", compiler(), kTuning, out.string());
  return all_met;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc > 1 ? argv[1] : "out/bench.json", argc > 2 ? argv[2] : "") ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "tether_bench: {}\n", error.what());
    return 2;
  }
}
