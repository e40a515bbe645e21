// All rows there are, as a page, as JSON and as tables for a terminal.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tether/reproduction/run.hpp"

namespace tether::reproduction {

struct ReproductionReport {
  std::vector<Experiment> experiments;  // all there are; those without a result were not run
  std::vector<Finished> finished = {};
  bool quick = false;
  std::string version = {};  // of the program
};

// how often each verdict was given, in the order of RowVerdict
std::array<std::size_t, kVerdicts> verdict_counts(std::span<const Finished> finished);

// Two lines, so that nobody adds up what is no evidence with what is:
//   like with like: 2 better, 14 agrees, 11 differs, 5 worse
//   no evidence:    20 input, 17 fitted, 24 by construction, 130 not comparable
std::string verdict_line(std::span<const Finished> finished);

// for the manual: how often each verdict was given per experiment, and the two lines above
std::string verdict_markdown(std::span<const Finished> finished);

// a figure with its spread, as many digits as the smaller one of them deserves; "–" for none
std::string to_text(const std::optional<Figure>& figure);

// Self-contained, light and dark: summary, then a section per document.
std::string reproduction_page(const ReproductionReport& report);

nlohmann::ordered_json reproduction_json(const ReproductionReport& report);

// a table per document, not wider than 110 columns
std::string reproduction_table(std::span<const Experiment> experiments,
                               std::span<const Finished> finished);

// processor, cores, kernel and compiler, in a line
std::string machine_line();

}  // namespace tether::reproduction
