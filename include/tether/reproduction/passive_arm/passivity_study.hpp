// Every passivity method over the same links, with many seeds, each of which also takes the next of
// the ten simulated operators: what each costs in tracking, in
// force, in the operator's work, and whether it kept the session passive. The document's table 3.1
// judges the methods by plus and minus; this one measures them.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "tether/study/statistics.hpp"
#include "tether/study/work_on_threads.hpp"

namespace tether::reproduction {

struct PassivityStudyOptions : study::JobOptions {
  std::string scenario = "omega_lwr_wall_document";
  std::vector<std::string> links = {"nl_it"};  // names of presets
  int seeds = 20;                              // 1 … seeds, the same for every method
  std::vector<std::string> overrides;          // key=value, on top of the scenario
};

// one method over one link, over all seeds
struct MethodOutcome {
  std::string method;  // its name
  std::string link;
  std::size_t sessions = 0;
  std::size_t passive = 0, violated = 0, not_guaranteed = 0;  // verdicts of the certificates
  std::size_t faults = 0;
  study::Moments tracking;       // tracking_error_mean [m]
  study::Moments force_error;    // force_error_mean [N]
  study::Moments operator_work;  // [J]
  study::Moments oscillation;    // oscillation_rate [1/s]
  study::Moments margin;         // of the certificate [J]
  study::Moments taken_in;       // by both ports together, at the end [J]
  double margin_least = 0;
  double first_tracking = 0, first_force_error = 0;  // of seed 1 [m], [N]
};

// links × methods, in that order; fewer sessions after a stop. core::InputError
std::vector<MethodOutcome> run_passivity_study(const PassivityStudyOptions& options);

// the table as people read it, in Markdown that also reads well on a terminal
std::string to_table(std::span<const MethodOutcome> outcomes);

// for the manual: the same table, and seed 1 by itself, which one session of each repeats
std::string to_markdown(std::span<const MethodOutcome> outcomes);

// one row per method and link, SI units; core::IoError
void write_csv(const std::filesystem::path& path, std::span<const MethodOutcome> outcomes);

}  // namespace tether::reproduction
