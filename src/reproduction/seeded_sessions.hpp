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

namespace tether::reproduction {

struct Variant {
  std::string scenario;                     // name of a shipped one
  std::vector<std::string> overrides = {};  // key=value
};

// Seeds 1 … seeds of every variant, [variant][seed − 1], on all cores. core::InputError
std::vector<std::vector<study::SessionOutcome>> run_seeds(std::span<const Variant> variants,
                                                          int seeds, const Effort& effort);

// what of a session counts; none where it has no such thing
using Measure = std::function<std::optional<double>(const study::SessionOutcome&)>;

// a metric of the whole session, or of its phases of these names together: the mean weighted by
// their length, or the largest of a name that ends in "_max"
Measure metric(std::string_view name, std::vector<std::string> phases = {});

// mean and deviation; none of nothing
std::optional<Figure> figure(std::span<const double> values);
// over the seeds, times `scale`
std::optional<Figure> mean(std::span<const study::SessionOutcome> sessions, const Measure& measure,
                           double scale = 1);
// the largest, without a spread; sessions that ended by a fault count up to there
std::optional<Figure> largest(std::span<const study::SessionOutcome> sessions,
                              const Measure& measure, double scale = 1);

// "10 seeds"
std::string seeds_in_words(int seeds);

}  // namespace tether::reproduction
