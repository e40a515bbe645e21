// tether doctor: what this machine can and cannot do in real time, and how to mend it.
#include "tether/runtime/machine/doctor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <fmt/color.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/tether/commands.hpp"
#include "tether/runtime/clocks/round_trip.hpp"
#include "tether/runtime/clocks/wake_up_probe.hpp"

namespace tether::apps {
namespace {

using runtime::Finding;
using runtime::Health;

struct DoctorOptions {
  std::string peer;
  std::string answer;
  double seconds = 2;
  bool json = false;
};

struct Diagnosis {
  std::vector<Finding> findings;
  runtime::LoopReport wake_up;
};

std::string in_colour(Health health) {
  const std::string word = fmt::format("{:<5}", name(health));
  if (isatty(STDOUT_FILENO) != 1) return word;
  const auto colour = health == Health::ok     ? fmt::terminal_color::green
                      : health == Health::warn ? fmt::terminal_color::yellow
                                               : fmt::terminal_color::red;
  return fmt::format(fmt::fg(colour) | fmt::emphasis::bold, "{}", word);
}

void print(const Finding& finding) {
  fmt::print("{} {:<12}{}\n", in_colour(finding.health), finding.check, finding.text);
  if (!finding.fix.empty()) fmt::print("{:<18}fix: {}\n", "", finding.fix);
  std::fflush(stdout);
}

// one row per octave, as latencies spread over many of them
void print_histogram(const runtime::SeriesReport& latency) {
  constexpr double kFinest = 1024e-9;  // [s], where bars of the report have their edges
  constexpr int kOctaves = 16;
  constexpr int kWidth = 40;
  std::array<std::uint64_t, kOctaves> rows{};
  for (const runtime::HistogramBar& bar : latency.histogram) {
    // an edge is an edge, rounding or not
    const double octave = std::ceil(std::log2(std::max(bar.to, kFinest) / kFinest) - 1e-9);
    rows[static_cast<std::size_t>(std::clamp(octave, 0.0, kOctaves - 1.0))] += bar.count;
  }
  const auto some = [](std::uint64_t count) { return count > 0; };
  const auto first = std::find_if(rows.begin(), rows.end(), some);
  const auto last = std::find_if(rows.rbegin(), rows.rend(), some).base();
  const double most = static_cast<double>(*std::max_element(rows.begin(), rows.end()));
  for (auto row = first; row < last; ++row) {
    const double share = static_cast<double>(*row) / most;
    // one tick in thousands is still a mark
    const auto width = static_cast<int>(std::ceil(share * kWidth));
    fmt::print("{:<18}below {:>5.0f} µs {:>7}  {:▇<{}}\n", "",
               1e6 * kFinest * std::exp2(row - rows.begin()), *row, "", width);
  }
}

Finding judge(const std::string& peer, const runtime::RoundTrips& trips) {
  Finding finding{.check = "network"};
  if (trips.answered == 0) {
    finding.health = Health::fail;
    finding.text = fmt::format("{} answered none of {} packets", peer, trips.sent);
    finding.fix = fmt::format(
        "run on that machine: tether doctor --answer {}; open the port for "
        "UDP in its firewall",
        peer);
    return finding;
  }
  const double lost =
      100.0 * static_cast<double>(trips.sent - trips.answered) / static_cast<double>(trips.sent);
  finding.health = trips.answered < trips.sent ? Health::warn : Health::ok;
  finding.text = fmt::format(
      "{} and back: min {:.3f}, mean {:.3f}, 99 % {:.3f}, max {:.3f} ms; {} of {} packets lost "
      "({:.1f} %)",
      peer, 1e3 * trips.time.min, 1e3 * trips.time.mean, 1e3 * trips.time.p99, 1e3 * trips.time.max,
      trips.sent - trips.answered, trips.sent, lost);
  if (finding.health == Health::warn) {
    finding.fix = "use a cable instead of radio, or choose a passivity method that bears loss";
  }
  return finding;
}

nlohmann::ordered_json to_json(const Diagnosis& diagnosis) {
  nlohmann::ordered_json checks = nlohmann::ordered_json::array();
  for (const Finding& f : diagnosis.findings) {
    checks.push_back(
        {{"check", f.check}, {"health", name(f.health)}, {"text", f.text}, {"fix", f.fix}});
  }
  const runtime::SeriesReport& late = diagnosis.wake_up.wake_up;
  return {{"checks", std::move(checks)},
          {"wake_up",
           {{"count", late.count},
            {"min_s", late.min},
            {"mean_s", late.mean},
            {"sigma_s", late.sigma},
            {"p50_s", late.p50},
            {"p99_s", late.p99},
            {"p999_s", late.p999},
            {"max_s", late.max},
            {"fifo", diagnosis.wake_up.grant.fifo},
            {"refused", diagnosis.wake_up.grant.refused}}}};
}

Diagnosis diagnose(const DoctorOptions& options) {
  const auto show = [&](const Finding& finding) {
    if (!options.json) print(finding);
  };
  Diagnosis diagnosis;
  diagnosis.findings = runtime::examine(runtime::MachineFacts());
  for (const Finding& finding : diagnosis.findings) show(finding);

  const core::Duration duration = core::duration_from_seconds(options.seconds);
  diagnosis.wake_up = runtime::probe_wake_up({.duration = duration, .stop = &stop_requested});
  diagnosis.findings.push_back(runtime::check_wake_up(diagnosis.wake_up));
  show(diagnosis.findings.back());
  if (!options.json) print_histogram(diagnosis.wake_up.wake_up);

  if (!options.peer.empty() && !stop_requested) {
    diagnosis.findings.push_back(
        judge(options.peer, runtime::measure_round_trips(
                                options.peer, {.duration = duration, .stop = &stop_requested})));
    show(diagnosis.findings.back());
  }
  return diagnosis;
}

int doctor(const DoctorOptions& options) {
  if (!options.answer.empty()) {
    const auto answers =
        runtime::answer_round_trips(options.answer, stop_requested, [](const std::string& where) {
          fmt::print("answering at {} until Ctrl-C\n", where);
          std::fflush(stdout);
        });
    fmt::print("{} packets answered\n", answers);
    return kOk;
  }

  const Diagnosis diagnosis = diagnose(options);
  if (stop_requested) return kInterrupted;
  const auto count = [&](Health health) {
    return std::count_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                         [&](const Finding& f) { return f.health == health; });
  };
  const auto fails = count(Health::fail);
  if (options.json) {
    fmt::print("{}\n", to_json(diagnosis).dump(2));
  } else {
    fmt::print("\n{} ok, {} warn, {} fail\n", count(Health::ok), count(Health::warn), fails);
  }
  return fails == 0 ? kOk : kExpectationFailed;
}

}  // namespace

void add_doctor(CLI::App& app, int& status) {
  auto options = std::make_shared<DoctorOptions>();
  CLI::App* command = app.add_subcommand(
      "doctor", "Show what this machine can do in real time, and how to better it");
  CLI::Option* peer =
      command->add_option("--peer", options->peer, "Measure the network to it, where --answer runs")
          ->type_name("ADDR:PORT");
  command
      ->add_option("--answer", options->answer,
                   "On the other machine: only answer such measurements")
      ->type_name("ADDR:PORT")
      ->excludes(peer);
  command->add_option("--seconds", options->seconds, "How long to measure")
      ->check(CLI::Range(0.01, 3600.0))
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print JSON instead of lines");
  command->footer(
      "Looks only, changes nothing. Ends with 1 when a line says fail.\n\n"
      "Example:  tether doctor\n"
      "          tether doctor --answer 0.0.0.0:7700       # on one machine, then\n"
      "          tether doctor --peer 192.168.1.20:7700    # on the other");
  command->callback([options, &status] { status = doctor(*options); });
}

}  // namespace tether::apps
