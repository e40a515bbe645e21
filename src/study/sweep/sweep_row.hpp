// One line of a sweep's table: job, seed, the varied keys, how the session ended, its metrics.
// Figures are written in the fewest digits that read back as the same number, so that a line is
// the same on every run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tether/study/batch.hpp"
#include "tether/study/sweep/sweep_plan.hpp"

namespace tether::study {

struct SweepColumn {
  std::string name;
  std::string unit;  // SI; empty = none, or words
  std::string role;  // "job", "seed", "axis", "outcome", "metric"
};

// base: what is swept; units of the axes come from the description of its keys, metrics are those
// of its task and its extensions
std::vector<SweepColumn> sweep_columns(const std::vector<SweepAxis>& axes,
                                       const scenario::Scenario& base);

// the cells of a job that has ended, one per column, empty where a metric could not be measured;
// core::InputError when it has no such phase
std::vector<std::string> sweep_row(const SweepPlan& plan, std::size_t job,
                                   const SessionOutcome& outcome);

}  // namespace tether::study
