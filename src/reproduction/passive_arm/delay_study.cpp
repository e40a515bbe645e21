#include "tether/reproduction/passive_arm/delay_study.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "reproduction/sessions.hpp"
#include "tether/core/error.hpp"
#include "tether/scenario/extensions.hpp"

namespace tether::reproduction {
namespace {

constexpr const char* kUsualCoupling = "auto";
constexpr const char* kUsualMethod = "two-layer";
constexpr double kTouch = 0.5;  // force that is a contact [N]
constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

// couplings that bring the follower to where the hand is, of one arm as of two
constexpr std::array kStudiedCouplings{"auto", "model-mediated", "position-force",
                                       "position-position", "four-channel"};

std::vector<std::string> keys_of_link(const std::string& impairment, double round_trip) {
  const double delay = round_trip / 2;
  std::vector<std::string> keys{"link.kind=ideal", fmt::format("link.delay={}", delay)};
  if (impairment == "jitter") {
    keys.emplace_back("link.distribution=gamma");
    keys.push_back(fmt::format("link.jitter={}", 0.2 * delay));
  } else if (impairment == "loss") {
    // a ninth as many samples are in bursts as are not
    keys.emplace_back("link.burst_end=0.05");
    keys.push_back(fmt::format("link.burst_begin={}", 0.05 / 9));
  } else if (impairment != "none") {
    throw core::InputError(
        fmt::format("unknown impairment \"{}\"; it is none, jitter or loss", impairment));
  }
  return keys;
}

Variant variant_of(const DelayStudyOptions& options, const DelayCell& cell) {
  Variant variant{.scenario = options.scenario, .operators = true, .judged = true};
  auto& keys = variant.overrides;
  // what the spring needs is no force of a wall
  if (cell.coupling == "position-force") keys.emplace_back("coupling.reflect=measured");
  keys.insert(keys.end(), options.overrides.begin(), options.overrides.end());
  keys.push_back("coupling.kind=" + cell.coupling);
  keys.push_back("passivity.kind=" + cell.method);
  const auto link = keys_of_link(cell.impairment, cell.round_trip);
  keys.insert(keys.end(), link.begin(), link.end());
  return variant;
}

struct CoupledMethod {
  std::string coupling, method;
  bool operator==(const CoupledMethod&) const = default;
};

std::vector<CoupledMethod> coupled_methods(const DelayStudyOptions& options) {
  std::vector<CoupledMethod> lines;
  const auto add = [&](const std::string& coupling, const std::string& method) {
    const CoupledMethod line{coupling, method};
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
  };
  if (options.methods.empty() && options.couplings.empty()) {
    for (const auto& method : scenario::built_in()->methods) add(kUsualCoupling, method.name);
    for (const char* coupling : kStudiedCouplings) add(coupling, kUsualMethod);
    return lines;
  }
  const auto given = [](const std::vector<std::string>& names, const char* usual) {
    return names.empty() ? std::vector<std::string>{usual} : names;
  };
  for (const std::string& coupling : given(options.couplings, kUsualCoupling)) {
    for (const std::string& method : given(options.methods, kUsualMethod)) add(coupling, method);
  }
  return lines;
}

std::vector<DelayCell> cells_of(const DelayStudyOptions& options) {
  std::vector<double> round_trips = options.round_trips;
  std::ranges::sort(round_trips);
  const auto repeated = std::ranges::unique(round_trips);
  round_trips.erase(repeated.begin(), repeated.end());
  std::vector<DelayCell> cells;
  for (const CoupledMethod& line : coupled_methods(options)) {
    for (const std::string& impairment : options.impairments) {
      for (const double round_trip : round_trips) {
        // a share of no delay is no jitter
        if (impairment == "jitter" && round_trip == 0) continue;
        cells.push_back({.coupling = line.coupling,
                         .method = line.method,
                         .impairment = impairment,
                         .round_trip = round_trip});
      }
    }
  }
  return cells;
}

// what is measured stands in these phases
void expect_phases(const scenario::Scenario& scenario, const std::string& name) {
  for (const std::string_view phase : {"free_y", "free_z", "held"}) {
    if (std::ranges::find(scenario.phases, phase, &scenario::Phase::name) ==
        scenario.phases.end()) {
      throw core::InputError(fmt::format(
          "{} has no phase \"{}\"; the study needs free_y, free_z and held", name, phase));
    }
  }
}

// NaN gives way to the other
double worst_of_free(const study::SessionOutcome& session, std::string_view metric, bool least) {
  const double y = value_of(session, metric, "free_y"), z = value_of(session, metric, "free_z");
  return least ? std::fmin(y, z) : std::fmax(y, z);
}

void measure(DelaySession& session, const study::SessionOutcome& outcome, double round_trip) {
  session.ran = outcome.summary.verdict != report::Verdict::stopped;
  session.verdict = outcome.summary.verdict;
  session.certificate = outcome.result.certificate.verdict;
  session.values.fill(kNotMeasured);
  const auto set = [&](DelayMeasure measure, double value) {
    session.values[static_cast<std::size_t>(measure)] = value;
  };
  const double touched = value_of(outcome, "contact_force_mean", "held");
  const double felt = value_of(outcome, "operator_force_mean", "held");
  set(DelayMeasure::reach, worst_of_free(outcome, "follower_reach", true));
  set(DelayMeasure::touched, touched);
  set(DelayMeasure::felt, felt);
  if (touched >= kTouch) set(DelayMeasure::felt_error, std::abs(felt - touched) / touched);
  set(DelayMeasure::peak, value_of(outcome, "contact_force_max"));
  set(DelayMeasure::phantom, value_of(outcome, "phantom_force_mean"));
  set(DelayMeasure::free_force, worst_of_free(outcome, "operator_force_mean", false));
  set(DelayMeasure::lag, worst_of_free(outcome, "follower_lag_s", false) - round_trip / 2);
  set(DelayMeasure::least_energy, value_of(outcome, "outside_energy_min"));
  set(DelayMeasure::tracking, value_of(outcome, "tracking_error_mean"));
}

void count(DelayCell& cell, const DelaySession& session) {
  using Certificate = passivity::Verdict;
  const bool pass = session.verdict == report::Verdict::pass;
  const auto add = [](std::size_t& counter, bool counts) {
    if (counts) ++counter;
  };
  ++cell.sessions;
  add(cell.passive, session.certificate == Certificate::passive);
  add(cell.violated, session.certificate == Certificate::violated);
  add(cell.not_guaranteed, session.certificate == Certificate::not_guaranteed);
  add(cell.pass, pass);
  add(cell.fault, session.verdict == report::Verdict::fault);
  add(cell.fail, !pass && report::ended(session.verdict));
}

// moments of one measure of every cell, from the sessions that have it
void summarise(DelayStudy& study, DelayMeasure measure) {
  std::vector<std::vector<double>> values(study.cells.size());
  for (const DelaySession& session : study.sessions) {
    const double value = session.value(measure);
    if (session.ran && std::isfinite(value)) values[session.cell].push_back(value);
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto& figure = study.cells[i].figures[static_cast<std::size_t>(measure)];
    figure = values[i].empty() ? study::Moments{} : study::moments(values[i]);
  }
}

// over the mean of the same coupling and method without delay or impairment, where that was run
// and touches anything
void relate(DelayStudy& study, DelayMeasure absolute, DelayMeasure share) {
  for (DelaySession& session : study.sessions) {
    const DelayCell& cell = study.cells[session.cell];
    const auto reference = std::ranges::find_if(study.cells, [&](const DelayCell& other) {
      return other.coupling == cell.coupling && other.method == cell.method &&
             other.impairment == "none" && other.round_trip == 0;
    });
    if (!session.ran || reference == study.cells.end()) continue;
    const study::Moments& zero = reference->figure(absolute);
    if (zero.n == 0 || zero.mean < kTouch) continue;
    session.values[static_cast<std::size_t>(share)] = session.value(absolute) / zero.mean;
  }
}

}  // namespace

DelayStudy run_delay_study(const DelayStudyOptions& options) {
  DelayStudy study{.scenario = options.scenario,
                   .first_seed = options.first_seed,
                   .seeds = std::max(options.seeds, 1),
                   .cells = cells_of(options)};
  std::vector<Variant> variants;
  for (const DelayCell& cell : study.cells) {
    variants.push_back(variant_of(options, cell));
    // bad input is found before anything runs
    expect_phases(seeded(variants.back(), static_cast<std::size_t>(options.first_seed)),
                  options.scenario);
  }
  // seed by seed, so that a study that is stopped has something of every cell
  for (int i = 0; i < study.seeds; ++i) {
    for (std::size_t cell = 0; cell < study.cells.size(); ++cell) {
      study.sessions.push_back({.cell = cell, .seed = options.first_seed + i});
    }
  }
  study::run_batch(study.sessions.size(),
                   [&](std::size_t job) {
                     const DelaySession& session = study.sessions[job];
                     return seeded(variants[session.cell], static_cast<std::size_t>(session.seed));
                   },
                   {.threads = options.threads,
                    .stop = options.stop,
                    .finished =
                        [&](std::size_t job, const study::SessionOutcome& outcome) {
                          DelaySession& session = study.sessions[job];
                          measure(session, outcome, study.cells[session.cell].round_trip);
                        },
                    .progress = options.progress});
  for (const DelaySession& session : study.sessions) {
    if (session.ran) count(study.cells[session.cell], session);
  }
  summarise(study, DelayMeasure::touched);
  summarise(study, DelayMeasure::peak);
  relate(study, DelayMeasure::touched, DelayMeasure::touched_share);
  relate(study, DelayMeasure::peak, DelayMeasure::peak_share);
  for (std::size_t i = 0; i < kDelayMeasures; ++i) summarise(study, static_cast<DelayMeasure>(i));
  return study;
}

}  // namespace tether::reproduction
