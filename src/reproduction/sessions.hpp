// Sessions of scenarios that are run over again with other seeds, and what comes out as a figure:
// mean and standard deviation over the seeds, or the worst of them where a bound is to be kept.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/reproduction/experiment.hpp"
#include "tether/study/batch.hpp"
#include "tether/study/statistics.hpp"

namespace tether::reproduction {

// options of a study, as wide and as long as the effort
void set_jobs(study::JobOptions& options, const Effort& effort);

struct Variant {
  std::string scenario;                     // name of a shipped one
  std::vector<std::string> overrides = {};  // key=value
  bool operators = false;                   // each seed also brings the next simulated operator
  bool judged = false;                      // by the bounds that the scenario states
};

// the variant with one seed, and with the operator that goes with it. core::InputError
scenario::Scenario seeded(const Variant& variant, std::size_t seed);

// over the seeds of one variant
using SeededSessions = std::vector<study::SessionOutcome>;

// Seeds 1 … seeds of every variant, [variant][seed − 1], on all cores. core::InputError
std::vector<SeededSessions> run_seeds(std::span<const Variant> variants, int seeds,
                                      const study::JobOptions& options);
std::vector<SeededSessions> run_seeds(std::span<const Variant> variants, int seeds,
                                      const Effort& effort);

// a metric of a phase, or overall; NaN when there is none of that name
double value_of(const study::SessionOutcome& session, std::string_view metric,
                std::string_view phase = {});

// what of a session counts; none where it has no such thing
using Measure = std::function<std::optional<double>(const study::SessionOutcome&)>;

// a metric of the whole session, or of its phases of these names together: the mean weighted by
// their length, or the largest of a name that ends in "_max"
Measure metric(std::string_view name, std::vector<std::string> phases = {});

// mean and deviation, times `scale`
Figure figure_of(const study::Moments& moments, double scale = 1);
// the same of one value without a deviation; none of nothing
std::optional<Figure> figure(std::span<const double> values);
// over the seeds, times `scale`
std::optional<Figure> mean(std::span<const study::SessionOutcome> sessions, const Measure& measure,
                           double scale = 1);
// the largest, without a spread; sessions that ended by a fault count up to there
std::optional<Figure> largest(std::span<const study::SessionOutcome> sessions,
                              const Measure& measure, double scale = 1);

struct SessionLine {
  std::string cells;  // what is said of a session besides
  std::span<const report::Metric> metrics;
};
// A row per session, with a column for every metric that one of them has; the field of one that
// could not be measured is empty.
std::string sessions_csv(std::string heading, const std::vector<SessionLine>& sessions);

// "10 seeds"
std::string seeds_in_words(std::size_t seeds);

}  // namespace tether::reproduction
